import { apiVersionOf, type Kind } from './kind.ts';
import type { KubeObject } from '#values';
import { schemas } from '../schemas/schemas.ts';
import type { StructSchema } from '#schema';

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
