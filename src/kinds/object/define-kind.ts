import { fillConstants, type StructSchema } from '#schema';
import type { KubeObject } from '#values';
import { schemas } from '../schemas/schemas.ts';
import { apiVersionOf, type Kind } from './kind.ts';
import { validateBounds } from './validate-bounds.ts';

/**
 * Makes a kind from its declaration: frozen, with its schema looked up by apiVersion and kind on first
 * use, and with the constants and bounds that the notation states for its fields.
 */
export function defineKind<T extends KubeObject>(declaration: Omit<Kind<T>, 'schema'>): Kind<T> {
  let schema: StructSchema | undefined;
  const schemaOf = (): StructSchema => {
    schema ??= schemas.ofKind(apiVersionOf(declaration), declaration.kind);
    if (schema === undefined) throw new Error(`no schema of ${declaration.kind}`);
    return schema;
  };
  const { defaults, validate, validateUpdate } = declaration;
  return Object.freeze({
    ...declaration,
    get schema(): StructSchema {
      return schemaOf();
    },
    defaults(object: T): T {
      return fillConstants(schemaOf(), defaults?.(object) ?? object);
    },
    ...(validate && {
      validate(...[errors, object, context]: Parameters<typeof validate>): void {
        validate(errors, object, context);
        validateBounds(errors, schemaOf(), object);
      },
    }),
    ...(validateUpdate && {
      validateUpdate(...[errors, object, old, context]: Parameters<typeof validateUpdate>): void {
        validateUpdate(errors, object, old, context);
        validateBounds(errors, schemaOf(), object, old);
      },
    }),
  });
}
