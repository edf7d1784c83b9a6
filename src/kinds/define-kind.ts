import { apiVersionOf, type Kind } from './kind.ts';
import type { KubeObject } from './meta/object.ts';
import { schemas } from './schema/index.ts';
import type { StructSchema } from './schema/schema.ts';

/**
 * Makes a kind from its declaration: frozen, and with its schema looked up by apiVersion and kind
 * on first use.
 */
export function defineKind<T extends KubeObject>(declaration: Omit<Kind<T>, 'schema'>): Kind<T> {
  let schema: StructSchema | undefined;
  return Object.freeze({
    ...declaration,
    get schema(): StructSchema {
      schema ??= schemas.ofKind(apiVersionOf(declaration), declaration.kind);
      if (schema === undefined) throw new Error(`no schema of ${declaration.kind}`);
      return schema;
    },
  });
}
