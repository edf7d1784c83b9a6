/**
 * The declaration of a kind: one value from which storage, checks, routes, discovery,
 * tables and the reference pages are derived. A new kind is a file in the folder of its group and
 * a line in `src/catalog/kinds.ts`.
 */
import type { CustomForm } from './custom-form.ts';
import type { KindRules } from './kind-rules.ts';
import type { KindTable } from './kind-table.ts';
import type { KindWire } from './kind-wire.ts';
import type { KubeObject } from '#values';
import type { ObjectPart, Scaling } from './part.ts';
import type { Schemas, StructSchema } from '#schema';

/**
 * The stored form of objects, as an additional served form sees it: another version of their group,
 * or another group. Conversions are pure and lose nothing that matters; both set apiVersion and
 * kind.
 */
export interface StorageForm<T extends KubeObject> {
  readonly kind: Kind;
  /** Takes an object with the defaults of the served form. */
  toStorage(object: T): KubeObject;
  /** @param schemas those of the release */
  fromStorage(stored: KubeObject, schemas?: Schemas): T;
}

/**
 * A request about an object or a part of it, with a path of its own below the object's. Anything
 * that is not declared here is done by a handler of the API (`src/api/subresources`).
 */
export interface Subresource<T extends KubeObject = KubeObject> {
  /** In the order of discovery. */
  readonly verbs: readonly ('create' | 'delete' | 'get' | 'patch' | 'update')[];
  /** The body of requests and answers where that is not the object: a kind without stored objects. */
  readonly form?: Kind;
  /**
   * More versions in which that body may be sent, such as `policy/v1beta1`; they have the same
   * fields.
   */
  readonly olderVersions?: readonly string[];
  /** The object in that form. Absent: the form cannot be computed from the object alone. */
  view?(object: T): KubeObject;
  /** The part of the object that it writes. */
  readonly part?: ObjectPart<T>;
  readonly scaling?: Scaling<T>;
  /** Its answers have no columns: they cannot be requested as a table. */
  readonly hasNoTable?: boolean;
  /** It does not answer with an object, but with text or a connection to what is behind the object. */
  readonly stream?: 'text' | 'connection' | 'proxy';
  /** The options of a connection, which webhooks see: from the query, or from the rest of the path. */
  readonly options?: {
    readonly form: Kind;
    readonly fields: Readonly<Record<string, 'flag' | 'text' | 'texts' | 'numbers' | 'rest'>>;
  };
}

/** Further names of a kind. */
export interface KindNames {
  readonly shortNames?: readonly string[];
  /** Such as `all`. */
  readonly categories?: readonly string[];
  /** The group of Go's internal type, if it differs: validation errors name it. */
  readonly internalGroup?: string;
  /** The behaviour with which validation errors name `extensions`, the group that it was in before. */
  readonly extensionsWith?: string;
}

/** What commands, imports and reports know about a kind. */
export interface KindView<T extends KubeObject = KubeObject> {
  /** Such objects are also created by others: controllers, machines, the cluster when it starts. */
  readonly isMadeByOthers?: boolean;
  /**
   * The words of which texts of a run have one where others make such objects in it. Default: others make some in every run,
   * or in none.
   */
  readonly madeFor?: readonly string[];
  /** The tables at the end of a run omit it. */
  readonly isLeftOutOfSummary?: boolean;
  /** Reports plot the numbers of its status. */
  readonly isDrawn?: boolean;
  /** A new annotation in its pod template replaces its pods one by one. */
  readonly canRestart?: boolean;
  /**
   * The order in which objects are put into an empty cluster: lower ranks first, such as
   * namespaces, machines and owners. Default: {@link defaultRank}.
   */
  readonly restoreRank?: number;
  /**
   * What the object of another cluster is like here, where it lacks what that cluster's own work
   * would have made of it.
   *
   * @param now virtual time, ms
   */
  restored?(object: T, now: number): T;
}

/**
 * What is written about a kind, by subject. All functions are pure; those that change an object
 * return a new one that shares what did not change, or the same object when nothing changes.
 */
export interface KindDeclaration<T extends KubeObject = KubeObject> {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Resource name in paths, such as `daemonsets`. */
  readonly plural: string;
  readonly namespaced: boolean;
  readonly names?: KindNames;
  readonly wire?: KindWire<T>;
  /** By name, such as `status`. */
  readonly subresources?: Readonly<Record<string, Subresource<T>>>;
  readonly rules?: KindRules<T>;
  readonly table: KindTable<T>;
  readonly view?: KindView<T>;
}

/** A kind of API object, as a release has it: what is declared, and what follows from the release. */
export interface Kind<T extends KubeObject = KubeObject> extends KindDeclaration<T> {
  readonly names: KindNames;
  readonly wire: KindWire<T>;
  readonly rules: KindRules<T>;
  readonly view: KindView<T>;
  readonly schema: StructSchema;
  /** The warning for each use of this form: that it will be removed, and what to use instead. */
  readonly deprecation?: string;
  /**
   * Set if this is an additional form of the objects of another kind, which stores them. What is
   * served has this form: schema, defaults, columns, patches and owned fields. The other rules, and
   * the readers of selectable fields, get the stored form; messages name this kind's group. See
   * `servedVersion`.
   */
  readonly storage?: StorageForm<T>;
  /** Set for a kind that users define: how it is read and stored. */
  readonly custom?: CustomForm<T>;
}

/** After machines, and before workloads. */
export const defaultRank = 2;

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf(kind: Pick<Kind, 'group' | 'version'>): string {
  return kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
}

/** The group of an apiVersion; empty for the core group. */
export function groupOfVersion(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
}

/** `daemonsets.apps`, or `pods` for the core group: the store's bucket and the name in messages. */
export function resourceOf(kind: Pick<Kind, 'group' | 'plural'>): string {
  return kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`;
}
