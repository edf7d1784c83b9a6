/** Reads the record of a server while it grows: for pages that follow it. */
import type { Millis, Pace, WallTimers } from '#clock';
import {
  beginningEntries,
  beginningOf,
  entryOf,
  WithoutHeartbeats,
  type CheckMark,
  type FaultMark,
  type RecordEntry,
  type RecordGrowth,
  type Releases,
  type StepMark,
} from '#record';
import type { RequestPiece } from '#request';
import type { RecordReader } from '#server';
import { Pauses } from '../pauses.ts';
import { CompactedError, type Change, type Store, type StoreWatch } from '#store';

/** What the record is read from. */
export interface Recorded {
  readonly store: Store;
  readonly seed: number;
  /** Virtual time at the start, ms. */
  readonly startMs: Millis;
  /** What the record says about its releases. */
  releases(): Releases;
  /** Virtual time, ms. */
  now(): Millis;
  pace(): Pace;
  /** The last ones; what was shown of a list stays the same object. */
  steps(): readonly StepMark[];
  checks(): readonly CheckMark[];
  faults(): readonly FaultMark[];
  /** The latest requests of clients, from a place in their list on. */
  requests(from: number): RequestPiece;
}

/** A piece ends behind the entry that passes this, in characters: what waits for a slow reader. */
const largestPiece = 1_000_000;
/** What happens within this time comes in one piece, ms of the machine's time. */
const together = 50;
/** How often time itself is sent when nothing happens, ms of the machine's time. */
const tick = 1_000;

/**
 * A cursor into the store's log, so a slow reader costs no memory. The record of one that is so slow that its place
 * is no longer kept ends: it reads the next one, from what is kept.
 */
export class GrowthReader implements RecordReader {
  readonly #recorded: Recorded;
  readonly #reported = new WithoutHeartbeats();
  /** Absent before the first piece. */
  #watch: StoreWatch | undefined;
  #coming: Promise<readonly Change[]> | undefined;
  /** What has not been told yet. */
  #entries: Iterator<RecordEntry> = [].values();
  /** The last piece has not had them all. */
  #isCut = true;
  readonly #last: { step?: StepMark; check?: CheckMark; fault?: FaultMark } = {};
  #toldMs = -1;
  #toldPace: Pace | undefined;
  #requestsFrom = 0;
  /** How many of the releases behind the first one. */
  #toldReleases = 0;
  readonly #pauses: Pauses;

  constructor(recorded: Recorded, timers: WallTimers) {
    this.#recorded = recorded;
    this.#pauses = new Pauses(timers);
  }

  async next(): Promise<string | undefined> {
    if (this.#watch === undefined) return this.#begin();
    for (;;) {
      if (!this.#isCut) await this.#more();
      if (this.#pauses.isOver) return undefined;
      const piece = this.#piece();
      if (piece !== undefined) return piece;
    }
  }

  stop(): void {
    this.#pauses.end();
    this.#watch?.stop();
  }

  #begin(): string {
    const { store, startMs, seed, now, releases } = this.#recorded;
    const { past } = store;
    const span = { startMs, endMs: Math.ceil(now()) };
    const head = {
      ...{ scenario: 'orrery serve', seed, ...span },
      ...releases(),
    };
    this.#toldReleases = head.releases?.length ?? 0;
    this.#entries = beginningEntries(past, head).values();
    this.#watch = store.watch(undefined, { after: past.beginning });
    return JSON.stringify({ beginning: beginningOf(head, past) });
  }

  /** Undefined when there is nothing to tell. */
  #piece(): string | undefined {
    const { startMs, now, steps, checks, faults, pace } = this.#recorded;
    const entries: string[] = [];
    let length = 0;
    let atMs = 0;
    while (length < largestPiece) {
      const { done, value } = this.#entries.next();
      if (done === true) break;
      const text = JSON.stringify(value);
      ({ atMs } = value);
      length += text.length;
      entries.push(text);
    }
    const marks = {
      steps: behind(steps(), this.#last.step),
      checks: behind(checks(), this.#last.check),
      faults: behind(faults(), this.#last.fault),
    };
    this.#isCut = length >= largestPiece;
    const endMs = this.#isCut ? atMs : Math.max(atMs, Math.ceil(now() - startMs));
    // A page that is behind reads writes first.
    const requests = this.#isCut ? undefined : this.#requests();
    const isNothing = entries.length + marks.steps.length + marks.checks.length === 0;
    const isQuiet = isNothing && marks.faults.length === 0 && requests === undefined;
    const isPaced = pace() === this.#toldPace;
    if (isQuiet && isPaced && endMs <= this.#toldMs) return undefined;
    this.#toldPace = pace();
    this.#toldMs = Math.max(this.#toldMs, endMs);
    this.#last.step = marks.steps.at(-1) ?? this.#last.step;
    this.#last.check = marks.checks.at(-1) ?? this.#last.check;
    this.#last.fault = marks.faults.at(-1) ?? this.#last.fault;
    const growth: RecordGrowth = {
      seconds: this.#toldMs / 1000,
      entries: [],
      ...marks,
      ...this.#newReleases(),
    };
    // The entries are texts already.
    const report = { growth, requests, ...(!isPaced && { pace: pace() }) };
    const rest = JSON.stringify(report).split('"entries":[]');
    return `${rest[0]!}"entries":[${entries.join(',')}]${rest.slice(1).join('"entries":[]')}`;
  }

  /** What it has been moved to since; before the entries of that release. */
  #newReleases(): Pick<RecordGrowth, 'releases'> {
    const releases = this.#recorded.releases().releases?.slice(this.#toldReleases) ?? [];
    this.#toldReleases += releases.length;
    return releases.length > 0 ? { releases } : {};
  }

  #requests(): Omit<RequestPiece, 'next'> | undefined {
    const { next, ...piece } = this.#recorded.requests(this.#requestsFrom);
    this.#requestsFrom = next;
    return piece.requests.length === 0 ? undefined : piece;
  }

  /** Waits until something has happened, or some time has passed. */
  async #more(): Promise<void> {
    await this.#pauses.pause(together);
    this.#coming ??= this.#watch!.next();
    try {
      const changes = await Promise.race([this.#coming, this.#pauses.pause(tick)]);
      if (changes === undefined) return;
      this.#coming = undefined;
      // The store is closed.
      if (changes.length === 0) this.#pauses.end();
      this.#entries = this.#entriesOf(changes);
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      this.#pauses.end();
    }
  }

  *#entriesOf(changes: readonly Change[]): Generator<RecordEntry> {
    for (const change of changes) {
      const remaining = this.#reported.of(change);
      if (remaining !== undefined) yield entryOf(remaining, this.#recorded.startMs);
    }
  }
}

/**
 * Returns what a list has behind its last member that was sent; all of it where that has fallen out.
 */
function behind<T>(list: readonly T[], last: T | undefined): readonly T[] {
  return last === undefined ? list : list.slice(list.lastIndexOf(last) + 1);
}
