import type { StructSchema } from '#schema';
import type { KubeObject } from '#values';
import { deprecationIn, storedIn } from '../profile/served.ts';
import { schemas } from '../schemas/schemas.ts';
import { apiVersionOf, type Kind } from './kind.ts';
import { schemaFinder, withBounds, withConstants } from './stated.ts';

/**
 * Makes a kind from its declaration: frozen, with its schema looked up by apiVersion and kind on first
 * use, and with the constants and bounds that the notation states for its fields.
 */
export function defineKind<T extends KubeObject>(
  declaration: Omit<Kind<T>, 'schema' | 'deprecation'>,
): Kind<T> {
  const { kind } = declaration;
  const apiVersion = apiVersionOf(declaration);
  const schemaIn = schemaFinder(apiVersion, kind);
  return Object.freeze({
    ...declaration,
    deprecation: deprecationIn(schemas.minor, apiVersion, kind),
    storageVersion: declaration.storageVersion ?? storedIn(schemas.minor, apiVersion, kind),
    get schema(): StructSchema {
      return schemaIn(schemas);
    },
    defaults: withConstants(declaration.defaults, schemaIn),
    ...withBounds(declaration, schemaIn),
  });
}
