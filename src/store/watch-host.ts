/**
 * The interfaces between watches and feeds: in a file of their own, so that neither imports the
 * other.
 */
import type { Clock } from '#clock';
import type { Log } from './log.ts';
import type { Change } from './change.ts';
import type { StoreWatch } from './store.ts';

/** A watch as feeds and the engine see it. */
export interface Listener extends StoreWatch {
  /** The revision of the first change that is still to be delivered; absent when there is none. */
  readonly unread: number | undefined;
  /** A change that this watch matches is at `position`, and nothing before it is pending. */
  notify(change: Change, position: number): void;
  /** Answers the waiting `next()`, unless the watch was stopped in the meantime. */
  deliver(): void;
}

/** A feed as its watches see it. */
export interface Source {
  readonly log: Log<Change>;
  /** A watch has ended. */
  leave(watch: Listener, group: WatchGroup): void;
}

/** What feeds and watches need of the engine. */
export interface FeedHost {
  readonly clock: Clock;
  /** At most this many changes in one batch. */
  readonly batch: number;
  /** All watches that are neither stopped nor failed. */
  readonly open: Set<Listener>;
  /** Those of them that hold the clock. */
  readonly holding: Set<Listener>;
  compactedRevision(): number;
  /** A watch that holds the clock has read, or has ended. */
  hasRead(): void;
  /** Calls `watch.deliver()` in a microtask. */
  wake(watch: Listener): void;
}

/** The watches that share a prefix. */
export interface WatchGroup {
  readonly prefix: string;
  /** All of them, pending or not. */
  members: number;
  /** Those with nothing pending: the next change arms their cursors. */
  readonly idle: Set<Listener>;
  /** What was delivered last: watches that read side by side share it. */
  last?: Batch;
}

/** Changes that match a prefix, without a gap. */
export interface Batch {
  readonly changes: readonly Change[];
  /** The position of the first one. */
  readonly from: number;
  /** The log's end when they were gathered. */
  readonly end: number;
  /** The position of the next match, or that end. */
  readonly next: number;
}
