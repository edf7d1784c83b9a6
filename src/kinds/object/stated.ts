/** What the notation and the table of served forms say about a form, in addition to its declaration. */
import {
  fillConstants,
  fillingConstants,
  hasConstants,
  type Schemas,
  type StructSchema,
} from '#schema';
import { andThen, runToEnd, type KubeObject, type Resumable } from '#values';
import type { Profile } from '../profile/profile.ts';
import { validateBounds } from './validate-bounds.ts';
import type { Filled, KindRules } from './kind-rules.ts';

/** Finds the type that a release has of a form. */
export type FindSchema = (schemas: Schemas) => StructSchema;

/**
 * Returns what finds the type of a form by its apiVersion and kind, once for each release.
 *
 * @param instead the type of a form without one of its own; absent: it has to have one
 */
export function schemaFinder(apiVersion: string, kind: string, instead?: FindSchema): FindSchema {
  const known = new WeakMap<Schemas, StructSchema>();
  return (schemas) => {
    let schema = known.get(schemas);
    if (schema !== undefined) return schema;
    schema = schemas.ofKind(apiVersion, kind) ?? instead?.(schemas);
    if (schema === undefined) throw new Error(`no schema of ${kind}`);
    known.set(schemas, schema);
    return schema;
  };
}

/** Returns the defaults of a form with the constants that its type states. */
export function withConstants<V extends KubeObject>(
  { defaults, defaulting = defaults }: DefaultRules<V>,
  schemaIn: FindSchema,
): DefaultRules<V> {
  return {
    defaults(object: V, profile: Profile): V {
      const begun = defaulting?.(object, profile) ?? object;
      return fillConstants(schemaIn(profile.schemas), runToEnd(begun));
    },
    defaulting(object: V, profile: Profile, alike?: Filled<V>): V | Resumable<V> {
      const begun = defaulting?.(object, profile, alike) ?? object;
      const schema = schemaIn(profile.schemas);
      return hasConstants(schema) ? withStated(begun, schema) : begun;
    },
  };
}

function withStated<V extends KubeObject>(
  begun: V | Resumable<V>,
  schema: StructSchema,
): V | Resumable<V> {
  return andThen(begun, (computed) => fillingConstants(schema, computed));
}

type DefaultRules<V extends KubeObject> = Pick<KindRules<V>, 'defaults' | 'defaulting'>;

/** Returns rules whose checks are also about the bounds that the stored type states. */
export function withBounds<S extends KubeObject>(
  rules: KindRules<S>,
  schemaIn: FindSchema,
): KindRules<S> {
  const { validate, validateUpdate } = rules;
  return {
    ...rules,
    ...(validate && {
      validate(errors, object, context): void {
        validate(errors, object, context);
        validateBounds(errors, schemaIn(context.profile.schemas), object);
      },
    }),
    ...(validateUpdate && {
      validateUpdate(errors, object, old, context): void {
        validateUpdate(errors, object, old, context);
        validateBounds(errors, schemaIn(context.profile.schemas), object, old);
      },
    }),
  };
}
