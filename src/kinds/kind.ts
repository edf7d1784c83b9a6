/**
 * The declaration of a kind: one value from which storage, checks, routes, discovery,
 * tables and the reference pages are derived. A new kind is a file in this folder and a
 * line in `registry.ts`.
 */
import type { FieldErrors } from './meta/field-errors.ts';
import type { KubeObject } from './meta/object.ts';
import type { Part, Scaling, StrategyContext } from './part.ts';
import type { StructSchema } from './schema/schema.ts';
import type { ObjectMeta } from './types/index.ts';

/** A column of the table that `kubectl get` shows. */
export interface Column<T> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'date';
  readonly format?: string;
  /** 0 = always shown, 1 = with `-o wide`. */
  readonly priority: number;
  readonly description: string;
  /** `now` is virtual time in ms, for ages. */
  cell(object: T, now: number): string | number | boolean;
}

/**
 * The form that objects are stored in, seen from a further form that they are served in: another
 * version of their group, or another group. Conversions are pure and lose nothing that matters;
 * both set apiVersion and kind.
 */
export interface StorageForm<T extends KubeObject> {
  readonly kind: Kind;
  /** For an object with the defaults of the served form. */
  toStorage(object: T): KubeObject;
  fromStorage(stored: KubeObject): T;
}

/**
 * A question about an object, or a part of it, with an address of its own below the object's. What it
 * does beside what is said here is a handler's of the API (`src/api/subresources`).
 */
export interface Subresource<T extends KubeObject = KubeObject> {
  /** In the order of discovery. */
  readonly verbs: readonly ('create' | 'delete' | 'get' | 'patch' | 'update')[];
  /** What is sent and answered where that is not the object: a kind without objects of its own. */
  readonly form?: Kind;
  /** Further versions in which that form may be sent, such as `policy/v1beta1`: they look the same. */
  readonly olderVersions?: readonly string[];
  /** The object in that form. Absent: it is not made of the object alone. */
  view?(object: T): KubeObject;
  /** The part of the object that is written through it. */
  readonly part?: Part<T>;
  readonly scaling?: Scaling<T>;
  /** Its answers have no columns: they cannot be had as a table. */
  readonly isUntabled?: boolean;
  /** It answers no object but text, or leads to something that stands behind the object. */
  readonly stream?: 'text' | 'connection' | 'proxy';
}

/**
 * A kind of API object. All functions are pure; those that change an object return a new
 * one that shares what did not change, or the very same object when nothing changes.
 */
export interface Kind<T extends KubeObject = KubeObject> {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The group of Go's internal type where that is another: refusals of what is invalid name it. */
  readonly internalGroup?: string;
  /** Resource name in paths, such as `daemonsets`. */
  readonly plural: string;
  readonly shortNames?: readonly string[];
  /** Such as `all`. */
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  /** By name, such as `status`. */
  readonly subresources?: Readonly<Record<string, Subresource<T>>>;
  readonly schema: StructSchema;
  /**
   * This is a further form of the objects of another kind, which stores them. What is served is of
   * this form: schema, defaults, columns, patches and owned fields are about it. What the strategy
   * and the checks below see, and the readers of selectable fields, is the stored form; messages
   * name this kind's group. See `servedVersion`.
   */
  readonly storage?: StorageForm<T>;
  /** What clients are told whenever they use this form: that it will go, and what to use instead. */
  readonly deprecation?: string;
  /** Has metadata.generation, raised whenever the returned part changes; absent: no generation. */
  generation?(object: T): unknown;
  /** Only get and list: nothing is stored, the objects are worked out when asked for. */
  readonly readOnly?: boolean;
  /** There is no DELETE of many at once. */
  readonly deletesSingly?: boolean;
  /** PUT on a missing object creates it. */
  readonly createOnUpdate?: boolean;
  /** New objects without a name get a random uid for one, even where a prefix is given. */
  readonly namedByUid?: boolean;
  /** PUT without resourceVersion is refused. */
  readonly requiresVersion?: boolean;
  /** DELETE answers the object instead of a Status. */
  readonly deleteAnswersObject?: boolean;
  /**
   * How metadata of new objects is checked: `plain`: without the domains of finalizers; `last`: so,
   * and only when nothing else is wrong. Absent: first, and with these domains.
   */
  readonly metadataChecks?: 'plain' | 'last';
  /** What clients are told who delete one without saying what becomes of its dependents. */
  readonly deletionWarning?: string;
  /** What becomes of dependents when a delete does not say. Default: background. */
  readonly defaultPropagation?: 'Background' | 'Orphan';
  /**
   * v1.24 stores new objects without the defaults of their status, which reads add. The first write
   * stores them too, and so makes a version even when it changes nothing.
   */
  readonly completedByWrite?: boolean;
  /** v1.24 keeps no cache of it for lists, so that those at resourceVersion 0 have pages. */
  readonly uncached?: boolean;
  /** Where v1.24 keeps it in etcd, which messages show. Default: its plural. */
  readonly storagePath?: string;
  /**
   * When its objects are put into an empty cluster: those of a lower rank first, such as namespaces,
   * machines and owners. Default: {@link defaultRank}.
   */
  readonly restoreRank?: number;
  /** Others make such objects too: controllers, machines, the cluster when it starts. */
  readonly isMadeByOthers?: boolean;
  /** A new annotation in its pod template replaces its pods one after the other. */
  readonly canRestart?: boolean;
  /** Reports draw the numbers of its status. */
  readonly isDrawn?: boolean;
  /** The tables that close a run leave it out. */
  readonly isInconspicuous?: boolean;
  /** Objects expire this many virtual ms after their last write (events). */
  readonly ttlMs?: number;

  /** Refuses what v1.24 cannot read into its internal form. @throws {UnreadableValue} */
  checkConvertible?(object: T): void;
  /** Fills in what v1.24 fills in for absent fields. */
  defaults?(object: T): T;
  /** What the strategy does on create, after defaults: initial status, generated fields. */
  prepareCreate?(object: T, context: StrategyContext): T;
  /** What the strategy does on update through the main endpoint (the status has been restored already). */
  prepareUpdate?(object: T, old: T, context: StrategyContext): T;
  /** Checks beyond metadata, for creation. Like the next one it adds to `errors` what it finds. */
  validate?(errors: FieldErrors, object: T, context: StrategyContext): void;
  /**
   * Checks for an update through the main endpoint; `validate` is not run in addition. The checks
   * of metadata that v1.24 runs a second time here (so that causes appear twice) are part of it.
   */
  validateUpdate?(errors: FieldErrors, object: T, old: T, context: StrategyContext): void;
  /**
   * The object as it comes back out of v1.24's store, where that keeps less than is written; the very
   * same one when nothing is lost. Comes after all checks.
   * @param over what is stored, when this is a dry run's answer
   */
  asStored?(object: T, over?: T): T;
  /**
   * What people should be told of an object that is accepted through the main endpoint.
   * @param old what it takes the place of; undefined for a new object
   */
  warnings?(object: T, old?: T): readonly string[];
  /** Messages about a bad metadata.name; absent: DNS subdomain. */
  validateName?(name: string): readonly string[];
  /** Grace period of a deletion in seconds. Absent: deleted at once. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number;
  /** Columns behind `Name`; the last one is usually the age. */
  readonly columns: readonly Column<T>[];
  /** The table has no leading `Name` column: `columns` are all of them (events). */
  readonly unnamedRows?: boolean;
  /** v1.24 has no table of its own for it: one without rows has null for them. */
  readonly defaultTable?: boolean;
  /** Conditions of a table row: finished pods have one. */
  rowConditions?(object: T): readonly RowCondition[];
  /** The object as v1.24 compares it with another one to find out who changed what. Absent: as it is. */
  comparable?(object: T): T;
  /** What PartialObjectMetadata shows: without what only the served form adds. Absent: all of it. */
  partialMetadata?(metadata: ObjectMeta): ObjectMeta;
  /**
   * Readers of the selectable fields beyond metadata.name and metadata.namespace. A map, so that
   * unknown fields can be refused without an object at hand, and only the fields asked for are read.
   */
  readonly selectableFields?: Readonly<Record<string, FieldReader<T>>>;
  /** How fields that cannot be selected on are refused, where v1.24 has words of its own. */
  unknownField?(field: string): string;
}

/** Reads a selectable field. (Taken from a method, so that kinds of all types fit one list.) */
export type FieldReader<T> = { read(object: T): string }['read'];

/** What a table says of a whole row. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** Behind machines, and before workloads. */
export const defaultRank = 2;

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf(kind: Pick<Kind, 'group' | 'version'>): string {
  return kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
}

/** `daemonsets.apps`, or `pods` for the core group: the store's bucket and the name in messages. */
export function resourceOf(kind: Pick<Kind, 'group' | 'plural'>): string {
  return kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`;
}
