import type { KubeObject } from '#values';
import { schemas } from '../schemas/schemas.ts';
import { formOf } from './form-of.ts';
import { apiVersionOf, type Kind, type KindDeclaration } from './kind.ts';
import { schemaFinder, withBounds, withConstants } from './stated.ts';

/**
 * Makes a kind from its declaration: with the constants and bounds that the notation states for
 * its fields, and as the default release has it.
 */
export function defineKind<T extends KubeObject>(declaration: KindDeclaration<T>): Kind<T> {
  const schemaIn = schemaFinder(apiVersionOf(declaration), declaration.kind);
  const { defaults, defaulting, ...rules } = declaration.rules ?? {};
  return formOf(
    {
      ...declaration,
      rules: {
        ...withBounds<T>(rules, schemaIn),
        ...withConstants<T>({ defaults, defaulting }, schemaIn),
      },
    },
    schemas,
  );
}
