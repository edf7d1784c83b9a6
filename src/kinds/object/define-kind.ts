import { fillConstants, type Schemas, type StructSchema } from '#schema';
import type { KubeObject } from '#values';
import type { Profile } from '../profile/profile.ts';
import { deprecationIn, storedIn } from '../profile/served.ts';
import { schemas } from '../schemas/schemas.ts';
import { apiVersionOf, type Kind } from './kind.ts';
import { validateBounds } from './validate-bounds.ts';

/**
 * Makes a kind from its declaration: frozen, with its schema looked up by apiVersion and kind on first
 * use, and with the constants and bounds that the notation states for its fields.
 */
export function defineKind<T extends KubeObject>(
  declaration: Omit<Kind<T>, 'schema' | 'deprecation'>,
): Kind<T> {
  const apiVersion = apiVersionOf(declaration);
  const known = new WeakMap<Schemas, StructSchema>();
  const schemaIn = (release: Schemas): StructSchema => {
    let schema = known.get(release);
    if (schema !== undefined) return schema;
    schema = release.ofKind(apiVersion, declaration.kind);
    if (schema === undefined) throw new Error(`no schema of ${declaration.kind}`);
    known.set(release, schema);
    return schema;
  };
  const { defaults, validate, validateUpdate } = declaration;
  return Object.freeze({
    ...declaration,
    deprecation: deprecationIn(schemas.minor, apiVersion, declaration.kind),
    storageVersion:
      declaration.storageVersion ?? storedIn(schemas.minor, apiVersion, declaration.kind),
    get schema(): StructSchema {
      return schemaIn(schemas);
    },
    defaults(object: T, profile: Profile): T {
      return fillConstants(schemaIn(profile.schemas), defaults?.(object, profile) ?? object);
    },
    ...(validate && {
      validate(...[errors, object, context]: Parameters<typeof validate>): void {
        validate(errors, object, context);
        validateBounds(errors, schemaIn(context.profile.schemas), object);
      },
    }),
    ...(validateUpdate && {
      validateUpdate(...[errors, object, old, context]: Parameters<typeof validateUpdate>): void {
        validateUpdate(errors, object, old, context);
        validateBounds(errors, schemaIn(context.profile.schemas), object, old);
      },
    }),
  });
}
