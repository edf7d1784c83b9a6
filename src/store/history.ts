/** How much of the past is kept, what cuts it, and for whom it is not cut yet. */
import { machineTimers, type Clock, type Millis } from '#clock';
import { Gate } from './gate.ts';
import { Log } from './log.ts';
import type { Version } from './version.ts';
import type { Change } from './change.ts';
import type { Watch } from './watch.ts';

/**
 * How much history is kept; what is over one of the bounds goes. What watches that hold the clock
 * have not read stays: writes wait for them. Only when it has grown to twice the bounds it goes all
 * the same, and these watches fall behind as any other.
 */
export interface HistoryWindow {
  /** At most so many changes, 1 or more. */
  readonly revisions?: number;
  /** Changes and past versions of at most so many bytes, by estimate. */
  readonly bytes?: number;
  /** Changes of at most so many virtual ms ago. They go with the writes that follow, two with each. */
  readonly ms?: number;
}

export interface HistoryOptions {
  readonly clock: Clock;
  /** Without one, everything is kept. */
  readonly window?: HistoryWindow;
  /** Resolves after a turn of the event loop, in which readers get on. The machine's unless told. */
  readonly turn?: () => Promise<void>;
}

/** Old changes forgotten with each write: more than one, so that a backlog shrinks; few, so that no write is slow. */
const FORGET_PER_WRITE = 2;

/** So many times what the window allows is kept for those who have not read it. */
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
  /** Over the window with what has to be read first. */
  #isFull = false;
  /** Up to this revision all watches that hold the clock have read, and perhaps further. */
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

  /** Whether it has a bound in bytes: without one nobody asks what a version weighs. */
  get isWeighed(): boolean {
    return this.#window.bytes !== undefined;
  }

  /** The latest revision that has been forgotten. */
  get compacted(): number {
    return this.#compacted;
  }

  /** When that was written. */
  get compactedTime(): Millis | undefined {
    return this.#compactedTime;
  }

  /** Keeps the version of a change that is in the log already. */
  keep(version: Version): void {
    this.#versions.append(version);
    this.#bytes += version.weight;
  }

  /** A version weighs more than was known. */
  grow(version: Version, bytes: number): void {
    if (version.revision <= this.#compacted) return;
    version.weight += bytes;
    this.#bytes += bytes;
  }

  /** A watch that holds the clock begins behind a revision. */
  beginsAfter(revision: number): void {
    this.#read = Math.min(this.#read, revision);
  }

  /** A watch that holds the clock has read, or has ended. */
  hasRead(): void {
    if (!this.#isFull) return;
    this.#forgetOver();
    this.gate.open();
  }

  /** Forgets what is too much or too old. */
  trim(): void {
    this.#forgetOver();
    for (let n = 0; n < FORGET_PER_WRITE && this.#isTooOld(); n++) this.#forgetOldest();
  }

  /** Forgets all up to a revision, whoever has not read it. */
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

  /** Whether a watch that holds the clock has a revision before it. All of them are asked seldom only. */
  #isUnread(revision: number): boolean {
    if (revision <= this.#read) return false;
    this.#read = this.#changes.at(this.#changes.end - 1).revision;
    for (const { unread } of this.holding) {
      if (unread !== undefined && unread <= this.#read) this.#read = unread - 1;
    }
    return revision > this.#read;
  }

  /** Compacts by one revision. The states before it are out of reach then, and go with their last reference. */
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
