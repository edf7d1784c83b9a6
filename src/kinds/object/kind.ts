/**
 * The declaration of a kind: one value from which storage, checks, routes, discovery,
 * tables and the reference pages are derived. A new kind is a file in this folder and a
 * line in `registry.ts`.
 */
import type { CustomForm } from './custom-form.ts';
import type { FieldErrors, KubeObject } from '#values';
import type { Part, Requester, Scaling, StrategyContext } from './part.ts';
import type { Profile } from '../profile/profile.ts';
import type { StructSchema } from '#schema';
import type { ObjectMeta } from '#types';

/** A column of the table that `kubectl get` shows. */
export interface Column<T> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** 0 = always shown, 1 = with `-o wide`. */
  readonly priority: number;
  readonly description: string;
  /** `now` is virtual time in ms, for ages. Null: there is nothing to show. */
  cell(object: T, now: number): string | number | boolean | null;
}

/**
 * The stored form of objects, as an additional served form sees it: another version of their group,
 * or another group. Conversions are pure and lose nothing that matters; both set apiVersion and
 * kind.
 */
export interface StorageForm<T extends KubeObject> {
  readonly kind: Kind;
  /** Takes an object with the defaults of the served form. */
  toStorage(object: T): KubeObject;
  fromStorage(stored: KubeObject): T;
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
  readonly part?: Part<T>;
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

/**
 * A kind of API object. All functions are pure; those that change an object return a new one that
 * shares what did not change, or the same object when nothing changes.
 */
export interface Kind<T extends KubeObject = KubeObject> {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The group of Go's internal type, if it differs: validation errors name it. */
  readonly internalGroup?: string;
  /** The group that validation errors name, where v1.24 still names the one that it was in before. */
  readonly formerGroup?: string;
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
   * Set if this is an additional form of the objects of another kind, which stores them. What is
   * served has this form: schema, defaults, columns, patches and owned fields. The strategy and the
   * checks below, and the readers of selectable fields, get the stored form; messages name this
   * kind's group. See `servedVersion`.
   */
  readonly storage?: StorageForm<T>;
  /** Set for a kind that users define: how it is read and stored. */
  readonly custom?: CustomForm<T>;
  /** The warning for each use of this form: that it will be removed, and what to use instead. */
  readonly deprecation?: string;
  /** Its definition is being deleted: there are no new objects. */
  readonly isTerminating?: boolean;
  /** Has metadata.generation, raised whenever the returned part changes; absent: no generation. */
  generation?(object: T): unknown;
  /** To the generation, an empty list differs from none, as v1.24 compares that part. */
  readonly generationCountsEmpty?: boolean;
  /**
   * Whether a write of the object itself keeps the status. Default: always, where there is an
   * endpoint for it.
   */
  keepsStatus?(old: T): boolean;
  /**
   * Fields, besides the status, that no write to the object itself changes once it exists: so no
   * writer owns them.
   */
  readonly fixedParts?: readonly string[];
  /** Supports only get and list: nothing is stored, objects are computed on request. */
  readonly readOnly?: boolean;
  /** Its defaults are also about its metadata: they are filled in whatever a write is about. */
  readonly defaultsMetadata?: boolean;
  /**
   * An update checks all of the object, also where it changes nothing of it: creation checks less.
   * Absent: what is stored has passed the checks, and only changes are checked.
   */
  readonly checksStored?: boolean;
  /** Does not support deletecollection. */
  readonly lacksDeleteCollection?: boolean;
  /** PUT on a missing object creates it. */
  readonly createOnUpdate?: boolean;
  /** New objects without a name get a random uid as their name, even if generateName is given. */
  readonly namedByUid?: boolean;
  /** PUT without resourceVersion is rejected. */
  readonly requiresVersion?: boolean;
  /** DELETE answers with the object instead of a Status. */
  readonly deleteAnswersObject?: boolean;
  /**
   * How metadata of new objects is checked: `plain`: without the domains of finalizers; `last`: the
   * same, but only when nothing else is wrong. Absent: first, and with these domains.
   */
  readonly metadataChecks?: 'plain' | 'last';
  /**
   * The object after its first delete, which only marks it, with what keeps it until the work that
   * has to be done is done. Absent: finalizers that it has, and the grace period, decide.
   *
   * @param now virtual time, ms
   */
  beginDeletion?(object: T, now: number): T;
  /**
   * What the object of another cluster is like here, where it lacks what that cluster's own work
   * would have made of it.
   *
   * @param now virtual time, ms
   */
  restored?(object: T, now: number): T;
  /** The warning for a delete that does not say what happens to dependents. */
  readonly deletionWarning?: string;
  /**
   * What happens to dependents when a delete does not say. Default: background. None: also when it
   * does say, because nothing depends on such objects.
   */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'None';
  /**
   * v1.24 stores new objects without the defaults of their status, which reads add. The first write
   * stores them too, and so makes a version even when it changes nothing.
   */
  readonly completedByWrite?: boolean;
  /** v1.24 has no list cache for it, so lists at resourceVersion 0 are paginated. */
  readonly uncached?: boolean;
  /** The path segment of its key in v1.24's etcd, which messages show. Default: its plural. */
  readonly storagePath?: string;
  /** The apiVersion in which v1.24 keeps it in etcd, where that is not the one declared here. */
  readonly storageVersion?: string;
  /**
   * The order in which objects are put into an empty cluster: lower ranks first, such as
   * namespaces, machines and owners. Default: {@link defaultRank}.
   */
  readonly restoreRank?: number;
  /** Such objects are also created by others: controllers, machines, the cluster when it starts. */
  readonly isMadeByOthers?: boolean;
  /** A new annotation in its pod template replaces its pods one by one. */
  readonly canRestart?: boolean;
  /** Reports plot the numbers of its status. */
  readonly isDrawn?: boolean;
  /** The tables at the end of a run omit it. */
  readonly isLeftOutOfSummary?: boolean;
  /** Objects expire this many virtual ms after their last write (events). */
  readonly ttlMs?: number;

  /** Rejects what v1.24 cannot read into its internal form. @throws {UnreadableValue} */
  checkConvertible?(object: T): void;
  /** Fills in the defaults of a release for absent fields. */
  defaults?(object: T, profile: Profile): T;
  /**
   * What the strategy does on create, after defaults: initial status, generated fields.
   * @param user who creates it; absent: the control plane itself
   */
  prepareCreate?(object: T, context: StrategyContext, user?: Requester): T;
  /** What the strategy does on update through the main endpoint (the status is already restored). */
  prepareUpdate?(object: T, old: T, context: StrategyContext): T;
  /**
   * Checks for creation, except those of metadata. Like the next one it adds its findings to
   * `errors`.
   */
  validate?(errors: FieldErrors, object: T, context: StrategyContext): void;
  /**
   * Checks for an update through the main endpoint; `validate` does not run in addition. Includes
   * the checks of metadata that v1.24 runs a second time here (so that causes appear twice).
   */
  validateUpdate?(errors: FieldErrors, object: T, old: T, context: StrategyContext): void;
  /**
   * The object as v1.24's store returns it, where the store keeps less than was written; the same
   * object when nothing is lost. Runs after all checks.
   * @param over what is stored, when this is a dry run's answer
   */
  asStored?(object: T, over?: T): T;
  /**
   * Warnings about an object that is accepted through the main endpoint.
   * @param old the object that it replaces; undefined for a new object
   */
  warnings?(object: T, old?: T): readonly string[];
  /** Error messages for a metadata.name; absent: it must be a DNS subdomain. */
  validateName?(name: string): readonly string[];
  /** Grace period of a deletion in seconds. Absent: deleted at once. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number;
  /** Columns after `Name`; the last one is usually the age. */
  readonly columns: readonly Column<T>[];
  /** `columns` are all of them: the usual `Name` column does not come first. */
  readonly unnamedRows?: boolean;
  /** v1.24 has no table of its own for it: a table without rows has null for them. */
  readonly defaultTable?: boolean;
  /** Conditions of a table row: finished pods have one. */
  rowConditions?(object: T): readonly RowCondition[];
  /** The object as v1.24 compares it with another one to find who changed what. Absent: unchanged. */
  comparable?(object: T): T;
  /**
   * What PartialObjectMetadata shows: without fields that only the served form adds. Absent: all of
   * it.
   */
  partialMetadata?(metadata: ObjectMeta): ObjectMeta;
  /**
   * Readers of the selectable fields other than metadata.name and metadata.namespace. A map, so
   * that unknown fields can be rejected without an object, and only the requested fields are read.
   */
  readonly selectableFields?: Readonly<Record<string, FieldReader<T>>>;
  /** How fields that cannot be selected on are rejected, where v1.24 has a message of its own. */
  unknownField?(field: string): string;
}

/** Reads a selectable field. (Taken from a method, so that kinds of all types fit one list.) */
export type FieldReader<T> = { read(object: T): string }['read'];

/** What a table says about a whole row. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
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
