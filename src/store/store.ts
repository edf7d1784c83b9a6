/**
 * The store's interface: the only source of truth. Objects live in buckets (one per resource, such
 * as `daemonsets.apps`) under a key (`namespace/name`, or `name`), all under one global revision
 * that every write raises: by one in memory, by more where others write too (etcd). Objects that are
 * written in one call may share a revision. Past versions are kept within a window, so that reads at a past
 * revision, watches from a past revision and time travel are the same mechanism.
 *
 * The interface is asynchronous so that a durable or a networked engine (etcd) can stand
 * behind it. Values are immutable: a stored value is shared by all its readers.
 */
import type { KubeObject, Origin } from '#values';
import type { Change } from './change.ts';
import type { Past } from './past.ts';
import type { StoreState } from './state.ts';
import type { UnreadWrite } from './unread.ts';

/**
 * How versions are made that differ from those before them in the same few fields only: heartbeats.
 * Both functions are pure. `apply` overwrites whatever it wrote before, so that it makes the same
 * of an object and of a repetition of it.
 */
export interface Repetition {
  readonly origin: Origin;
  /** Whether this object may be repeated so. */
  accepts(base: KubeObject): boolean;
  /** The next version, with fresh metadata as for {@link Store.put}. */
  apply(base: KubeObject): KubeObject;
}

/** An object to be repeated, and the revision that it must have. */
export interface Repeated {
  readonly key: string;
  readonly expected: number;
}

export interface PutOptions {
  readonly origin: Origin;
  /**
   * Compare-and-swap: `0` = must not exist, a revision = must exist at exactly that revision,
   * absent = whatever is there. A mismatch throws {@link CompareFailedError}.
   */
  readonly expected?: number;
  /**
   * The object expires this many virtual ms after this write (a later write replaces or removes the
   * expiry).
   */
  readonly ttlMs?: number;
}

export interface DeleteOptions {
  readonly origin: Origin;
  /** As in {@link PutOptions}; deleting a missing object throws CompareFailedError too. */
  readonly expected?: number;
}

export interface StoreListOptions {
  /** Only keys that begin with it (`default/`); empty for all. */
  readonly prefix?: string;
  /** Only keys strictly after it, in byte order. */
  readonly after?: string;
  /** At most this many; absent or 0 for all. */
  readonly limit?: number;
  /** The state at that revision; absent for now. */
  readonly revision?: number;
}

export interface StoreList {
  /** In byte order of their keys. */
  readonly items: readonly KubeObject[];
  /** The revision that the list shows. */
  readonly revision: number;
  /** Key of the last item when more follow it, else absent. */
  readonly next?: string;
  /** How many more follow (0 when `next` is absent). */
  readonly remaining: number;
}

export interface StoreWatchOptions {
  /** Deliver changes with a greater revision than this one. */
  readonly after: number;
  readonly prefix?: string;
  /**
   * Undelivered changes hold the clock, under this name. For consumers inside the process;
   * without it (clients on the wire) virtual time does not wait for the consumer.
   */
  readonly hold?: string;
}

/**
 * A cursor into the log. It pulls, so a slow watcher costs no memory; one that has fallen
 * behind the compaction window gets {@link CompactedError}.
 */
export interface StoreWatch {
  /**
   * The next changes (at least one), in order, each once. Asking for more says that the previous
   * batch has been handled (its hold is released). Resolves with an empty list once the watch is
   * stopped; rejects with {@link CompactedError}.
   */
  next(): Promise<readonly Change[]>;
  /** Ends the watch; a pending `next()` resolves with an empty list. */
  stop(): void;
  /** The same once all that has happened by now is delivered. */
  finish(): void;
}

/** What a reader of another release makes of a stored object: the same one where it makes no difference. */
export type Reread = (bucket: string, stored: KubeObject) => KubeObject;

export interface Store {
  /** The past, as far back as it is kept. */
  readonly past: Past;
  /** Whether other servers write to it too. */
  readonly isShared: boolean;
  /** The revision of the latest write; 0 for an empty store. */
  revision(): number;
  /**
   * Resolves once reads show all writes that were acknowledged before the call, by whichever server.
   * Undefined: they do already.
   */
  fresh(): Promise<void> | undefined;
  /** Reads below this revision are gone (410). */
  compactedRevision(): number;
  /** After {@link close}: what is stored stays readable. */
  readonly isClosed: boolean;

  /** Whether a bucket has no objects now: cheaper than a read that would find none. */
  isEmpty(bucket: string): boolean;
  /** Whether an object exists as it was created: it has not been written since. */
  isUnchanged(bucket: string, key: string): boolean;
  /** The latest version of an object, synchronously; undefined when there is none. */
  peek(bucket: string, key: string): KubeObject | undefined;
  /** @throws {CompactedError} @throws {FutureRevisionError} */
  get(bucket: string, key: string, revision?: number): Promise<KubeObject | undefined>;
  /** @throws {CompactedError} @throws {FutureRevisionError} */
  list(bucket: string, options?: StoreListOptions): Promise<StoreList>;
  /**
   * Writes a new version and resolves with it. The store takes over the value: it puts the new
   * revision into `metadata.resourceVersion`, so `value` and `value.metadata` must be fresh objects
   * without other references (everything below may be shared). @throws {CompareFailedError}
   * @throws {TakenError} for a service of a store that is shared
   */
  put(bucket: string, key: string, value: KubeObject, options: PutOptions): Promise<KubeObject>;
  /**
   * Writes the next versions of many objects at once. They may share revisions, and may be made when
   * they are first read. Resolves with their revisions; undefined for an object that does
   * not have the expected revision, or is not accepted: that one is not written.
   */
  putRepetitions(
    bucket: string,
    objects: readonly Repeated[],
    repetition: Repetition,
  ): Promise<readonly (number | undefined)[]>;
  /**
   * Deletes, and resolves with the last state carrying the deletion's revision.
   * @throws {CompareFailedError}
   */
  delete(bucket: string, key: string, options: DeleteOptions): Promise<KubeObject>;
  /**
   * Takes over a write that was made elsewhere, as it was made: with its revision, which may leave
   * a gap but must rise, its time and its origin. So a run record becomes a store.
   */
  load(change: Change): void;
  /** The same with an object that is made when it is first read; what was there before is known. */
  loadUnread(write: UnreadWrite): void;
  /**
   * From now on shows what exists as a new release reads it, as its server would decode the same bytes: no revision is
   * written, watches see nothing, and changes compare what is written with what was.
   *
   * @param since the last revision of the release before; default: the present one
   */
  reread(read: Reread, since?: number): void;
  /** All that is stored now. It costs a look at every object, and stays as it is. */
  state(): StoreState;
  /** Begins an empty store with a state: its past begins there, and reads before it are gone (410). */
  loadState(state: StoreState): void;
  /** Watches one bucket, or all of them in order (`undefined`). */
  watch(bucket: string | undefined, options: StoreWatchOptions): StoreWatch;
  /** Drops what only reads below `revision` need. */
  compact(revision: number): Promise<void>;
  /** Stops timers and ends all watches. */
  close(): void;
}
