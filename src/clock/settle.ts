import type { Millis, Release } from './clock.ts';

/** How many names an error lists. */
const CULPRITS = 5;

/** While nobody counts, this many names may pile up before they are dropped. */
const IDLE_TALLIES = 1_000;

/** Someone who holds, or held, the clock, and how often. */
export interface Holder {
  readonly name: string;
  readonly count: number;
}

/**
 * Virtual time could not move on: one name took holds, or set timers for the same instant, more
 * often than the loop limit allows. The clock that reported it is of no further use.
 */
export class DidNotSettleError extends Error {
  override readonly name = 'DidNotSettleError';
  /** The virtual time at which it happened. */
  readonly at: Millis;
  /** The names that were busiest at that instant (at most 5), the busiest first. */
  readonly culprits: readonly Holder[];

  constructor(at: Millis, culprits: readonly Holder[]) {
    const busiest = culprits.map(({ name, count }) => `${name} (${times(count)})`).join(', ');
    super(
      `virtual time cannot move on from ${new Date(at).toISOString()}: ` +
        `the simulator did not settle there. Busiest at that instant: ${busiest}`,
    );
    this.at = at;
    this.culprits = culprits;
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`;
}

/** What is known of one name since counting began or time last moved. */
interface Tally {
  /** Holds that are out now. */
  held: number;
  /** Holds taken and timers fired while somebody waited. */
  times: number;
}

/**
 * Tells settled from busy. Settled is: no hold is held after a turn of the event loop, before
 * which every pending microtask runs; so a chain of promises of any length that ends in a hold,
 * or in nothing, is seen. What hops through a macrotask or real I/O must hold the clock meanwhile.
 *
 * It also finds the loop that never settles, by counting per name while somebody waits. While
 * nobody waits nothing is counted: a test that creates 200,000 objects in a row is no loop.
 */
export class Settling {
  readonly #loopLimit: number;
  readonly #tallies = new Map<string, Tally>();
  #held = 0;
  /** Changes with all that may have started work; compared before and after a turn. */
  #moves = 0;
  /** The moves at which it was last found settled. */
  #settledMoves = 0;
  #watchers = 0;
  #wakes: (() => void)[] = [];
  #failure: DidNotSettleError | undefined;

  /** `loopLimit`: how often one name may hold the clock or fire a timer at one instant. */
  constructor(loopLimit: number) {
    this.#loopLimit = loopLimit;
  }

  /** Settled, and nothing has moved since that was found out. */
  get quiet(): boolean {
    return this.#held === 0 && this.#moves === this.#settledMoves;
  }

  /** Says that something may have started work without a hold: the next settling takes a turn. */
  touch(): void {
    this.#moves++;
  }

  /**
   * Takes a hold. Throws the DidNotSettleError once the loop limit is passed, and from then on:
   * an endless chain of microtasks starves the event loop, so only hold() itself can break it.
   */
  hold(name: string, at: Millis): Release {
    if (this.#failure !== undefined) throw this.#failure;
    const tally = this.#tally(name);
    if (this.#watchers > 0) this.#count(tally, at);
    tally.held++;
    this.#held++;
    this.#moves++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      tally.held--;
      if (--this.#held === 0) this.#allReleased();
    };
  }

  /** Counts a timer that was set for the instant at which it fires. Throws like `hold`. */
  countFiring(name: string, at: Millis): void {
    this.#count(this.#tally(name), at);
  }

  /** Begins to count by name, until the matching `unwatch`: somebody waits for time to move. */
  watch(): void {
    this.#watchers++;
  }

  unwatch(): void {
    if (--this.#watchers === 0) this.forget();
  }

  /** Begins the counts anew: time has moved. */
  forget(): void {
    if (this.#held === 0) {
      if (this.#tallies.size > 0) this.#tallies.clear();
      return;
    }
    for (const [name, tally] of this.#tallies) {
      if (tally.held === 0) this.#tallies.delete(name);
      else tally.times = 0;
    }
  }

  /** Who holds now: those with the most holds first, then by name. */
  holders(): Holder[] {
    return this.#ranking((tally) => tally.held);
  }

  /**
   * Resolves when settled; at once when nothing has moved since it last was. Rejects with the
   * DidNotSettleError, or with the signal's reason (`wake` makes it look at the signal).
   */
  async settled(signal?: AbortSignal): Promise<void> {
    while (!this.quiet) {
      if (this.#failure !== undefined) throw this.#failure;
      signal?.throwIfAborted();
      if (this.#held > 0) {
        await new Promise<void>((wake) => this.#wakes.push(wake));
        continue;
      }
      const moves = this.#moves; // if it changes during the turn, another turn is taken
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (this.#held === 0 && moves === this.#moves) this.#settledMoves = moves;
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Makes those who wait for the last release look again. */
  wake(): void {
    if (this.#wakes.length === 0) return;
    const wakes = this.#wakes;
    this.#wakes = [];
    for (const wake of wakes) wake();
  }

  #allReleased(): void {
    // Nobody counts, so nothing in the tallies is needed: long stretches of work that nobody
    // waits for must not pile up names.
    if (this.#watchers === 0 && this.#tallies.size > IDLE_TALLIES) this.#tallies.clear();
    this.wake();
  }

  #tally(name: string): Tally {
    let tally = this.#tallies.get(name);
    if (tally === undefined) {
      tally = { held: 0, times: 0 };
      this.#tallies.set(name, tally);
    }
    return tally;
  }

  #count(tally: Tally, at: Millis): void {
    if (++tally.times <= this.#loopLimit) return;
    const culprits = this.#ranking((of) => of.times).slice(0, CULPRITS);
    this.#failure = new DidNotSettleError(at, culprits);
    this.wake();
    throw this.#failure;
  }

  #ranking(countOf: (tally: Tally) => number): Holder[] {
    const ranking: Holder[] = [];
    for (const [name, tally] of this.#tallies) {
      const count = countOf(tally);
      if (count > 0) ranking.push({ name, count });
    }
    return ranking.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}
