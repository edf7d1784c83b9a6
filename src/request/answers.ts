/** The answers to requests, other than objects. */
import type { KubeObject } from '#values';

export interface ObjectList<T = KubeObject> {
  readonly items: readonly T[];
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    /** How many objects follow this page; unknown, and so absent, with selectors. */
    readonly remainingItemCount?: number;
  };
}

/** The object's metadata.resourceVersion is the revision of the change, also for DELETED. */
export interface ChangeEvent<T = KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
  /**
   * Present for a MODIFIED by `updateMany`. The object is then made when it is read: the changes of
   * a heartbeat are rarely read.
   */
  readonly repetition?: Repetition;
}

/**
 * Of a bookmark only the object's metadata.resourceVersion has a meaning: all changes up to it have
 * been delivered.
 */
export interface Bookmark<T = KubeObject> {
  readonly type: 'BOOKMARK';
  readonly object: T;
  readonly repetition?: undefined;
}

export type WatchEvent<T = KubeObject> = ChangeEvent<T> | Bookmark<T>;

/** A repetition without its object: see `Store.repeat`. */
export interface Repetition {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly revision: number;
}

/**
 * Stands between a watch and its reader: gets each batch (empty at the end), and answers what the
 * reader gets. It may take its time, and ask the watch for more meanwhile.
 */
export type WatchGate = (
  events: readonly ChangeEvent[],
) => readonly ChangeEvent[] | Promise<readonly ChangeEvent[]>;

/**
 * A stream of changes that is pulled; asking for more says that the previous batch has been
 * handled.
 */
export interface Watch<T = KubeObject> {
  /** At least one event; an empty list once the watch has ended. Throws ApiError (410 Expired). */
  next(): Promise<readonly WatchEvent<T>[]>;
  stop(): void;
}
