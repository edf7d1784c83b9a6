import { apiVersionOf, type Kind } from './kind.ts';
import type { KubeObject } from '#values';
import { deprecationIn } from '../profile/served.ts';
import { schemas } from '../schemas/schemas.ts';
import type { StructSchema } from '#schema';
import { schemaFinder, withBounds, withConstants } from './stated.ts';

/** What an additional form declares itself; everything else is as the storing kind declares it. */
export type ServedVersion<V extends KubeObject, S extends KubeObject> = Pick<
  Kind<S>,
  | 'version'
  | 'internalGroup'
  | 'defaultPropagation'
  | 'metadataChecks'
  | 'validateName'
  | 'validate'
  | 'validateUpdate'
  | 'subresources'
  | 'selectableFields'
  | 'unknownField'
  | 'prepareCreate'
  | 'prepareUpdate'
> &
  Pick<Kind<V>, 'defaults' | 'partialMetadata'> & {
    /** Default: the storing kind's. */
    readonly group?: string;
    /** Does not need to set apiVersion and kind. */
    toStorage(object: V): S;
    fromStorage(stored: S): V;
  };

/**
 * Declares an additional form in which a kind is served: another version of its group, or the same
 * objects in another group. It is registered like a kind; objects exist once, in the form of
 * `kind`. Tables show what the storing kind's tables show.
 */
export function servedVersion<V extends KubeObject, S extends KubeObject>(
  kind: Kind<S>,
  { toStorage, fromStorage, ...own }: ServedVersion<V, S>,
): Kind<V> {
  const group = own.group ?? kind.group;
  const apiVersion = apiVersionOf({ group, version: own.version });
  const stored = apiVersionOf(kind);
  const into = (object: V): S => ({ ...toStorage(object), apiVersion: stored, kind: kind.kind });
  const from = (object: S): V => ({ ...fromStorage(object), apiVersion, kind: kind.kind });
  const storedSchemaIn = schemaFinder(stored, kind.kind);
  const schemaIn = schemaFinder(apiVersion, kind.kind, storedSchemaIn);
  const form = {
    ...kind,
    ...own,
    group,
    ...(own.defaults && { defaults: withConstants(own.defaults, schemaIn) }),
    ...withBounds(own, storedSchemaIn),
    columns: kind.columns.map((column) => ({
      ...column,
      cell: (object: V, now: number) => column.cell(into(object), now),
    })),
    storage: { kind, toStorage: into, fromStorage: from },
    deprecation: deprecationIn(schemas.minor, apiVersion, kind.kind),
    get schema(): StructSchema {
      return schemaIn(schemas);
    },
  };
  // The strategy works on the stored form, as `storage` requires.
  return Object.freeze(form) as unknown as Kind<V>;
}
