import { apiVersionOf, type Kind } from './kind.ts';
import type { KubeObject } from '#values';
import { schemas } from '../schemas/schemas.ts';
import type { StructSchema } from '#schema';

/** What an additional form declares itself; everything else is as the storing kind declares it. */
export type ServedVersion<V extends KubeObject, S extends KubeObject> = Pick<
  Kind<S>,
  | 'version'
  | 'internalGroup'
  | 'deprecation'
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
  const form = {
    ...kind,
    ...own,
    group,
    columns: kind.columns.map((column) => ({
      ...column,
      cell: (object: V, now: number) => column.cell(into(object), now),
    })),
    storage: { kind, toStorage: into, fromStorage: from },
    get schema(): StructSchema {
      return schemas.ofKind(apiVersion, kind.kind) ?? kind.schema;
    },
  };
  // The strategy works on the stored form, as `storage` requires.
  return Object.freeze(form) as unknown as Kind<V>;
}

/** The minor version of v1 that is imitated. */
const MINOR = 24;

/**
 * `batch/v1beta1 CronJob is deprecated in v1.21+, ...`; undefined where the deprecation begins in a
 * later minor version of v1 than the one that is imitated: v1.24 gives no warning before.
 */
export function deprecationOf(
  form: string,
  since: number,
  until: number,
  instead?: string,
): string | undefined {
  if (since > MINOR) return undefined;
  const text = `${form} is deprecated in v1.${since}+, unavailable in v1.${until}+`;
  return instead === undefined ? text : `${text}; use ${instead}`;
}
