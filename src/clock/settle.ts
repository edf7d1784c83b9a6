import { turn } from '#machine';
import type { Millis, Release } from './clock.ts';
import { HoldCounts, rankingOf, type Holder } from './hold-counts.ts';

/** How many names an error lists. */
const CULPRITS = 5;

/** The place of a hold that has been given back. */
const RELEASED = -1;

/**
 * Virtual time could not advance: one name took holds, or set timers for the same instant, more
 * often than the loop limit allows, or the driver found a loop of another kind (`VirtualClock.fail`).
 * The clock that reported it is of no further use.
 */
export class DidNotSettleError extends Error {
  override readonly name = 'DidNotSettleError';
  /** The virtual time at which it happened. */
  readonly at: Millis;
  /**
   * The names that were busiest at that instant (at most 5), the busiest first. Empty for a loop of
   * another kind.
   */
  readonly busiest: readonly Holder[];

  /** `reason`: what was found, as a sentence. */
  constructor(at: Millis, reason: string, busiest: readonly Holder[] = []) {
    super(
      `virtual time cannot move on from ${new Date(at).toISOString()}: ` +
        `the simulator did not settle there. ${reason}`,
    );
    this.at = at;
    this.busiest = busiest;
  }
}

function busiestAre(busiest: readonly Holder[]): string {
  const names = busiest.map(({ name, count }) => `${name} (${times(count)})`).join(', ');
  return `Busiest at that instant: ${names}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`;
}

/** A hold that is taken, and its place among them. */
interface HoldPlace {
  readonly name: string;
  place: number;
}

/**
 * Tells settled from busy. Settled is: no hold is held after a turn of the event loop, before which
 * every pending microtask runs; so a chain of promises of any length that ends in a hold, or in
 * nothing, is seen. Work that waits for a macrotask or real I/O must hold the clock meanwhile.
 *
 * It also finds the loop that never settles, by counting per name while a caller waits. Otherwise
 * nothing is counted: a test that creates 200,000 objects in a row is not a loop.
 */
export class Settling {
  readonly #held: HoldPlace[] = [];
  /** Since counting began or time last moved. */
  readonly #counts: HoldCounts;
  /** Changes with all that may have started work; compared before and after a turn. */
  #moves = 0;
  /** The moves at which it was last found settled. */
  #settledMoves = 0;
  #watchers = 0;
  #wakes: (() => void)[] = [];
  #failure: DidNotSettleError | undefined;

  /** `loopLimit`: how often one name may hold the clock or fire a timer at one instant. */
  constructor(loopLimit: number) {
    this.#counts = new HoldCounts(loopLimit);
  }

  /** Settled, and nothing has happened since the last check. */
  get quiet(): boolean {
    return this.#held.length === 0 && this.#moves === this.#settledMoves;
  }

  /**
   * Records that something may have started work without a hold: the next settling takes a turn.
   */
  touch(): void {
    this.#moves++;
  }

  /**
   * Takes a hold. Throws the DidNotSettleError once the loop limit is passed, and from then on:
   * an endless chain of microtasks starves the event loop, so only hold() itself can break it.
   */
  hold(name: string, at: Millis): Release {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#watchers > 0) this.#count(name, at);
    const hold: HoldPlace = { name, place: this.#held.length };
    this.#held.push(hold);
    this.#moves++;
    return () => this.#release(hold);
  }

  /** Counts a timer that was set for the instant at which it fires. Throws like `hold`. */
  countFiring(name: string, at: Millis): void {
    this.#count(name, at);
  }

  /** Begins to count by name, until the matching `unwatch`: a caller waits for time to advance. */
  watch(): void {
    this.#watchers++;
  }

  unwatch(): void {
    if (--this.#watchers === 0) this.forget();
  }

  /**
   * Records a write to an object that was not written at this instant before. Honest work takes
   * holds in proportion to such objects; a loop continues without new ones, or each is the
   * consequence of the last, which whoever follows the causes finds (see {@link fail}).
   */
  progress(): void {
    if (this.#watchers > 0) this.#counts.addObject();
  }

  /** Ends all waiting with this error. Only the first failure counts. */
  fail(error: DidNotSettleError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.wake();
  }

  /** Resets the counts: time has advanced. */
  forget(): void {
    this.#counts.clear();
  }

  /** Who holds now: those with the most holds first, then by name. */
  holders(): Holder[] {
    return rankingOf(this.#held.map(({ name }) => name));
  }

  /**
   * Resolves when settled; at once when nothing has moved since it last was. Rejects with the
   * DidNotSettleError, or with the signal's reason (`wake` makes it look at the signal).
   */
  async settled(signal?: AbortSignal): Promise<void> {
    while (!this.quiet) {
      if (this.#failure !== undefined) throw this.#failure;
      signal?.throwIfAborted();
      if (this.#held.length > 0) {
        await new Promise<void>((wake) => this.#wakes.push(wake));
        continue;
      }
      const moves = this.#moves; // if it changes during the turn, another turn is taken
      await turn();
      if (this.#held.length === 0 && moves === this.#moves) this.#settledMoves = moves;
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

  /** Releases a hold; releasing twice does nothing. The last hold in the list takes its place. */
  #release(hold: HoldPlace): void {
    const held = this.#held;
    if (hold.place === RELEASED) return;
    const last = held.pop()!;
    if (last !== hold) {
      held[hold.place] = last;
      last.place = hold.place;
    }
    hold.place = RELEASED;
    if (held.length === 0) this.wake();
  }

  #count(name: string, at: Millis): void {
    if (!this.#counts.add(name)) return;
    const busiest = this.#counts.ranking().slice(0, CULPRITS);
    const failure = new DidNotSettleError(at, busiestAre(busiest), busiest);
    this.fail(failure);
    throw failure;
  }
}
