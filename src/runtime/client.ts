/**
 * The client interface: all that controllers, the pool and scenarios know of the API.
 * In process it calls the API's rules directly; against a remote server it speaks HTTP.
 * Both keep the same promises and throw the same {@link ApiError}s.
 */
import type { Discovery, Kind, KubeObject, NewObject, Origin, ResourceType } from '#kinds';

export interface Ref {
  readonly namespace?: string;
  readonly name: string;
}

/** A version of an object. */
export interface VersionRef extends Ref {
  readonly resourceVersion: string;
}

export interface ListOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
}

export interface ObjectList<T> {
  readonly items: readonly T[];
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

export interface WatchOptions {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Deliver what happened after this version. */
  readonly resourceVersion: string;
}

/** The object's metadata.resourceVersion is the revision of the change, also for DELETED. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
  /**
   * Present for a MODIFIED that says only that its writer goes on, as the renewal of a lease does.
   * The object is then made when it is read: next to nobody does.
   */
  readonly repetition?: Repetition;
}

/** What is known of a repetition without its object. */
export interface Repetition {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly revision: number;
}

/** A stream of changes that is pulled; asking for more says that the batch before is dealt with. */
export interface Watch<T> {
  /** At least one event; an empty list once the watch has ended. Throws ApiError (410 Expired). */
  next(): Promise<readonly WatchEvent<T>[]>;
  stop(): void;
}

/** A patch in one of the four forms; `body` is the parsed document. */
export interface Patch {
  readonly type: 'merge' | 'strategic' | 'json' | 'apply';
  readonly body: unknown;
  /** Apply only: take over fields that others own, where a conflict would be the answer. */
  readonly force?: boolean;
}

export interface WriteOptions {
  /**
   * Write only this part. Of `scale`, an update takes the object's replicas, and a patch is one of
   * its Scale (`{"spec":{"replicas":3}}`); both answer the object itself. `finalize` is the list of
   * finalizers in the spec of a namespace.
   */
  readonly subresource?: 'status' | 'scale' | 'finalize';
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** All methods throw {@link ApiError} for what the API refuses. Objects are shared: never change them. */
export interface Client {
  /** What the server serves at present. Rejects when nothing can be found out. */
  discover(): Promise<Discovery>;
  readonly metadata: MetadataClient;
  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T>;
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>>;
  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T>;
  create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T>;
  /** Replaces; metadata.resourceVersion of the object is the lock (a Conflict when stale). */
  update<T extends KubeObject>(kind: Kind<T>, object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T>;
  /**
   * Renews many leases at this instant: sets their `spec.renewTime` and nothing else. Answers the
   * versions that they have then; undefined for each that needs an update of its own to find out
   * why (it has changed or is gone), or where the server has no such shortcut.
   */
  renew(leases: readonly VersionRef[], renewTime: string): Promise<readonly (string | undefined)[]>;
  /**
   * Posts the statuses of nodes as they are, with the `lastHeartbeatTime` of this instant in the
   * conditions that kubelets post. Answers as {@link renew} does.
   */
  heartbeat(nodes: readonly VersionRef[], time: string): Promise<readonly (string | undefined)[]>;
  delete<T extends KubeObject>(kind: Kind<T>, ref: Ref, options?: DeleteOptions): Promise<void>;
  /** Deletes what a list finds, one after the other; what is gone by then is no error. */
  deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void>;
  /** POST to a subresource such as `binding` or `eviction`. */
  createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void>;
}

/**
 * The same calls for resources that are known by discovery alone. Of the objects that come back only
 * `apiVersion`, `kind` and `metadata` can be relied on.
 */
export interface MetadataClient {
  get(resource: ResourceType, ref: Ref): Promise<KubeObject>;
  list(resource: ResourceType, options?: ListOptions): Promise<ObjectList<KubeObject>>;
  watch(resource: ResourceType, options: WatchOptions): Watch<KubeObject>;
  patch(resource: ResourceType, ref: Ref, patch: Patch): Promise<KubeObject>;
  delete(resource: ResourceType, ref: Ref, options?: DeleteOptions): Promise<void>;
  deleteCollection(
    resource: ResourceType,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void>;
}

/** Makes clients whose writes carry an origin. */
export interface ClientFactory {
  as(origin: Origin): Client;
}
