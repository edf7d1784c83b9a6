/** How much of the past is kept, its compaction, and the readers that delay it. */
import { machineTimers, type Clock, type Millis } from '#clock';
import { Gate } from './gate.ts';
import { Log } from './log.ts';
import type { Version } from './version.ts';
import type { Change } from './change.ts';
import type { Watch } from './watch.ts';

/**
 * How much history is kept; the rest is compacted, except what watches that hold the clock have not
 * read: writes wait for them. At twice the bounds it is compacted nevertheless, and these watches
 * expire like any other.
 */
export interface HistoryWindow {
  /** At most this many changes, 1 or more. */
  readonly revisions?: number;
  /** Changes and past versions of at most this many bytes, by estimate. */
  readonly bytes?: number;
  /**
   * Changes of at most this many virtual ms ago. Older ones are compacted with later writes, two with
   * each.
   */
  readonly ms?: number;
}

export interface HistoryOptions {
  readonly clock: Clock;
  /** Without one, everything is kept. */
  readonly window?: HistoryWindow;
  /** Resolves after a turn of the event loop, in which readers read. Default: the machine's. */
  readonly turn?: () => Promise<void>;
}

/**
 * Old changes compacted with each write: more than one, so that a backlog shrinks; few, so that no
 * write is slow.
 */
const FORGET_PER_WRITE = 2;

/** How many times the window is kept for readers that have not read it. */
const UNREAD_WINDOWS = 2;

export class History {
  /** Watches that hold the clock. */
  readonly holding = new Set<Watch>();
  /** Where writes wait while the history is full. */
  readonly gate: Gate;
  readonly #clock: Clock;
  readonly #window: HistoryWindow;
  /** All changes, and at the same position the version that each has made. */
  readonly #changes: Log<Change>;
  readonly #versions = new Log<Version>();
  /** Takes away what a change has left in its bucket. */
  readonly #forget: (change: Change, version: Version) => void;
  #compacted = 0;
  #compactedTime: Millis | undefined;
  #bytes = 0;
  /** Beyond the window, with changes that must be read first. */
  #isFull = false;
  /** All watches that hold the clock have read at least up to this revision. */
  #read = 0;

  constructor(
    changes: Log<Change>,
    forget: (change: Change, version: Version) => void,
    { clock, window = {}, turn = machineTimers().turn }: HistoryOptions,
  ) {
    this.#changes = changes;
    this.#forget = forget;
    this.#clock = clock;
    this.#window = window;
    this.gate = new Gate(() => this.#isFull, turn);
  }

  /** Whether it has a bound in bytes: without one versions are not weighed. */
  get isWeighed(): boolean {
    return this.#window.bytes !== undefined;
  }

  /** The latest compacted revision. */
  get compacted(): number {
    return this.#compacted;
  }

  /** When that was written. */
  get compactedTime(): Millis | undefined {
    return this.#compactedTime;
  }

  /** The past begins with this revision: nothing before it is known. */
  beginAt(revision: number, time: Millis): void {
    this.#compacted = revision;
    this.#compactedTime = time;
    this.#read = revision;
  }

  /** Keeps the version of a change that is in the log already. */
  keep(version: Version): void {
    this.#versions.append(version);
    this.#bytes += version.weight;
  }

  /** A version turned out to be heavier. */
  grow(version: Version, bytes: number): void {
    if (version.revision <= this.#compacted) return;
    version.weight += bytes;
    this.#bytes += bytes;
  }

  /** A watch that holds the clock begins after a revision. */
  beginsAfter(revision: number): void {
    this.#read = Math.min(this.#read, revision);
  }

  /** A watch that holds the clock has read, or has ended. */
  hasRead(): void {
    if (!this.#isFull) return;
    this.#forgetOver();
    this.gate.open();
  }

  /** Compacts what is too much or too old. */
  trim(): void {
    this.#forgetOver();
    for (let n = 0; n < FORGET_PER_WRITE && this.#isTooOld(); n++) this.#forgetOldest();
  }

  /** Compacts all up to a revision, read or not. */
  compact(revision: number): void {
    while (this.#count > 0 && this.#oldest.revision <= revision) this.#forgetOldest();
    this.hasRead();
  }

  #forgetOver(): void {
    while (this.#isOver(1)) {
      this.#isFull = this.#isUnread(this.#oldest.revision) && !this.#isOver(UNREAD_WINDOWS);
      if (this.#isFull) return;
      this.#forgetOldest();
    }
    this.#isFull = false;
  }

  #isOver(windows: number): boolean {
    const { revisions = Infinity, bytes = Infinity } = this.#window;
    return this.#count > windows * revisions || this.#bytes > windows * bytes;
  }

  /** The oldest change that is kept, where there is one. */
  get #oldest(): Change {
    return this.#changes.at(this.#changes.first);
  }

  get #count(): number {
    return this.#versions.end - this.#versions.first;
  }

  #isTooOld(): boolean {
    const { ms } = this.#window;
    if (ms === undefined || this.#count === 0) return false;
    const { time, revision } = this.#oldest;
    return time < this.#clock.now() - ms && !this.#isUnread(revision);
  }

  /**
   * Whether a watch that holds the clock has yet to read a revision. It rarely has to check all of
   * them.
   */
  #isUnread(revision: number): boolean {
    if (revision <= this.#read) return false;
    this.#read = this.#changes.at(this.#changes.end - 1).revision;
    for (const { unread } of this.holding) {
      if (unread !== undefined && unread <= this.#read) this.#read = unread - 1;
    }
    return revision > this.#read;
  }

  /**
   * Compacts by one revision. The states before it are then unreachable, and are collected with
   * their last reference.
   */
  #forgetOldest(): void {
    const change = this.#changes.shift();
    const version = this.#versions.shift();
    this.#forget(change, version);
    version.older = undefined;
    this.#bytes -= version.weight;
    this.#compacted = change.revision;
    this.#compactedTime = change.time;
  }
}
