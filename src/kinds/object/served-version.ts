import { formOf } from './form-of.ts';
import type { KindRules } from './kind-rules.ts';
import type { KindWire } from './kind-wire.ts';
import { apiVersionOf, type Kind, type KindDeclaration, type KindNames } from './kind.ts';
import type { Schemas } from '#schema';
import type { KubeObject } from '#values';
import { schemas } from '../schemas/schemas.ts';
import { schemaFinder, withBounds, withConstants } from './stated.ts';

/** What an additional form declares itself; everything else is as the storing kind declares it. */
export interface ServedVersion<V extends KubeObject, S extends KubeObject> extends Pick<
  KindDeclaration<S>,
  'version' | 'subresources'
> {
  /** Default: the storing kind's. */
  readonly group?: string;
  readonly names?: Pick<KindNames, 'internalGroup'>;
  /** Does not need to set apiVersion and kind. */
  toStorage(object: V): S;
  fromStorage(stored: S, schemas: Schemas): V;
  readonly wire?: Pick<
    KindWire<S>,
    | 'defaultPropagation'
    | 'deleteAnswersObject'
    | 'partialMetadata'
    | 'selectableFields'
    | 'unknownField'
  >;
  readonly rules?: Pick<KindRules<V>, 'defaults' | 'defaulting'> &
    Pick<
      KindRules<S>,
      | 'metadataChecks'
      | 'prepareCreate'
      | 'prepareUpdate'
      | 'validate'
      | 'validateName'
      | 'validateUpdate'
    >;
}

/**
 * Declares an additional form in which a kind is served: another version of its group, or the same
 * objects in another group. It is registered like a kind; objects exist once, in the form of
 * `kind`. Tables show what the storing kind's tables show.
 */
export function servedVersion<V extends KubeObject, S extends KubeObject>(
  kind: Kind<S>,
  own: ServedVersion<V, S>,
): Kind<V> {
  const { version, group = kind.group, subresources = kind.subresources } = own;
  const { defaults, defaulting, ...rules } = own.rules ?? {};
  const apiVersion = apiVersionOf({ group, version });
  const stored = apiVersionOf(kind);
  const into = (object: V): S => ({
    ...own.toStorage(object),
    ...{ apiVersion: stored, kind: kind.kind },
  });
  const from = (object: S, of = schemas): V => ({
    ...own.fromStorage(object, of),
    ...{ apiVersion, kind: kind.kind },
  });
  const storedSchemaIn = schemaFinder(stored, kind.kind);
  const schemaIn = schemaFinder(apiVersion, kind.kind, storedSchemaIn);
  const columns = (kind.table.declared ?? kind.table.columns).map((column) => ({
    ...column,
    cell: (object: V, now: number) => column.cell(into(object), now),
  }));
  const form = {
    ...{ group, version, kind: kind.kind, plural: kind.plural, namespaced: kind.namespaced },
    names: { ...kind.names, ...own.names },
    storage: { kind, toStorage: into, fromStorage: from },
    wire: { ...kind.wire, ...own.wire },
    subresources,
    rules: {
      ...kind.rules,
      ...withBounds<S>(rules, storedSchemaIn),
      ...((defaults ?? defaulting) && withConstants<V>({ defaults, defaulting }, schemaIn)),
    },
    table: { ...kind.table, columns, declared: undefined },
    view: kind.view,
  };
  // The strategy works on the stored form, as `storage` requires.
  return formOf(form as unknown as Kind<V>, schemas);
}

/** Declares another version of a kind that has the same fields. */
export function sameInVersion<T extends KubeObject>(
  kind: Kind<T>,
  version: string,
  wire: ServedVersion<T, T>['wire'] = {},
): Kind<T> {
  return servedVersion(kind, {
    ...{ version, wire },
    toStorage: (object: T) => object,
    fromStorage: (stored) => stored,
  });
}
