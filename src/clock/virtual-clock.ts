import type { Clock, Millis, Release, Timer, TimerOptions } from './clock.ts';
import type { Holder } from './hold-counts.ts';
import { Settling, type DidNotSettleError } from './settle.ts';
import { TimerHeap } from './timers.ts';

const DEFAULT_LOOP_LIMIT = 100_000;

/** After this many timers in a row that needed no turn of the event loop, one is taken anyway. */
const TIMERS_PER_TURN = 1_000;

/** The furthest a Date reaches, either way from 1970. */
const LAST_TIME: Millis = 8.64e15;

export interface VirtualClockOptions {
  /** The virtual time to begin at. */
  readonly start: Millis;
  /**
   * How often one name may take a hold, or fire a timer set for the same instant, before the clock
   * gives up on that instant with a DidNotSettleError; more with {@link VirtualClock.progress}.
   * Default: 100,000.
   */
  readonly loopLimit?: number;
}

export interface AdvanceOptions {
  /**
   * Stops the advance, between two timers or while it waits for a hold; time stays where it is and
   * the advance rejects with the signal's reason.
   */
  readonly signal?: AbortSignal;
  /** Asked before each move of time to a later instant, and at the end. Default: the clock's own. */
  readonly gate?: Gate | undefined;
}

/** Keeps an advance at an instant for those who cannot hold the clock: programs outside. */
export interface Gate {
  /**
   * Asked when all is settled at an instant. Undefined: time may move on. Else it is asked again
   * once the promise has resolved, and all that has come in meanwhile is settled.
   * @param signal aborts the wait; then the promise resolves
   */
  before(at: Millis, signal: AbortSignal): Promise<void> | undefined;
}

/** An advance that no program stops. */
const unstoppable = new AbortController().signal;

/**
 * Virtual time, moved only by its advances. Within an advance it goes from timer to timer, in the
 * order (due, creation), and after each of them waits until everything has settled: so no timer
 * sees work of an earlier instant unfinished, and two timers of one instant see each other's
 * effects in order.
 *
 * Once the loop limit is passed the clock has failed for good: `settled`, the advances and `hold`
 * all report the same DidNotSettleError.
 */
export class VirtualClock implements Clock {
  readonly #timers = new TimerHeap();
  readonly #settling: Settling;
  #now: Millis;
  /** The end of the queue of advances; absent when none is in progress. */
  #lastAdvance: Promise<void> | undefined;
  #onActivity: (() => void) | undefined;
  /** Asked by advances that bring none, one after the other. */
  readonly gates = new Set<Gate>();

  /** Throws a RangeError when `start` is not a point in time, or `loopLimit` is less than one. */
  constructor(options: VirtualClockOptions) {
    const { start, loopLimit = DEFAULT_LOOP_LIMIT } = options;
    checkTime(start);
    if (!(loopLimit >= 1))
      throw new RangeError(`invalid loop limit ${loopLimit}: must be at least 1`);
    this.#now = start;
    this.#settling = new Settling(loopLimit);
  }

  now(): Millis {
    return this.#now;
  }

  /**
   * See {@link Clock.after}. A part of a millisecond counts as a whole one, so that no timer
   * fires early. Throws a RangeError when the delay is not finite.
   */
  after(delayMs: number, run: () => void, options: TimerOptions): Timer {
    if (!Number.isFinite(delayMs)) {
      throw new RangeError(`timer "${options.name}": no delay: ${delayMs}`);
    }
    const immediate = delayMs <= 0;
    const timer = this.#timers.add(run, {
      due: immediate ? this.#now : this.#now + Math.ceil(delayMs),
      name: options.name,
      quiet: options.quiet === true,
      immediate,
    });
    if (this.#onActivity !== undefined && this.#timers.peek() === timer) this.#onActivity();
    return timer;
  }

  /**
   * See {@link Clock.hold}. Name the piece of work (`daemonset default/agent`), not the kind of
   * work: 100,000 pieces of one name at one instant would look like a loop. Throws the
   * DidNotSettleError once the loop limit has been passed.
   */
  hold(name: string): Release {
    const wasIdle = this.#onActivity !== undefined && this.#settling.quiet;
    const release = this.#settling.hold(name, this.#now);
    if (wasIdle) this.#onActivity!();
    return release;
  }

  /**
   * Says that an object was written that had not been written at this instant: the loop limit
   * grows with it, as a large instant is honest work.
   */
  progress(): void {
    this.#settling.progress();
  }

  /** Gives up on this instant for a loop that somebody else found; see the loop limit. */
  fail(error: DidNotSettleError): void {
    this.#settling.fail(error);
  }

  /** Who holds the clock now, and how many holds each has: those with the most first. */
  holders(): Holder[] {
    return this.#settling.holders();
  }

  /** When the next timer is due; undefined when none is set. */
  nextDue(): Millis | undefined {
    return this.#timers.peek()?.due;
  }

  /** The work of the present instant is done: all is settled, and no timer is due. */
  get atRest(): boolean {
    return this.#settling.quiet && !this.#dueBy(this.#now);
  }

  /**
   * Resolves when no hold is held after a turn of the event loop. Timers that are due now do not
   * fire: `advanceBy(0)` does both. A hold that is never released makes it wait indefinitely
   * (`holders` names it). Rejects with a DidNotSettleError.
   */
  async settled(): Promise<void> {
    this.#settling.watch();
    try {
      await this.#settle();
      // The present instant came to an end: not a loop, however long others keep waiting.
      if (this.atRest) this.#settling.forget();
    } finally {
      this.#settling.unwatch();
    }
  }

  /**
   * Moves time to `time`, timer by timer, settling before, between and after. A time already
   * reached only does the work of the present instant. Advances that are requested during another
   * one queue up, so do not await one while holding the clock or in a timer of the same advance.
   *
   * Rejects with a DidNotSettleError, with the signal's reason, with what a timer's call threw (the
   * advance ends there; the next one continues with the remaining timers), or with a RangeError
   * when `time` is not a point in time.
   */
  advanceTo(time: Millis, options: AdvanceOptions = {}): Promise<void> {
    return this.#queueAdvance(() => this.#advance(time, options));
  }

  /** Moves time by `ms`, counted from the time at which it starts. See `advanceTo`. */
  advanceBy(ms: number, options: AdvanceOptions = {}): Promise<void> {
    if (ms < 0) return Promise.reject(new RangeError(`time goes forward only, not by ${ms} ms`));
    return this.#queueAdvance(() => this.#advance(this.#now + ms, options));
  }

  /**
   * Moves time forward by `ms` in one step. Timers that were due in between have not fired: they
   * fire at the time reached, in their order, within the current advance or the next one. Throws a
   * RangeError when that is not a point in time, or goes back.
   */
  leap(ms: number): void {
    if (ms < 0) throw new RangeError(`time goes forward only, not by ${ms} ms`);
    checkTime(this.#now + ms);
    this.#moveTo(this.#now + ms);
    this.#onActivity?.();
  }

  /**
   * For the driver of the clock: `listener` is called, synchronously, when a hold is taken after
   * all was settled, when a timer is set that is now the first to fire, and when an advance has
   * reached its end. Undefined removes it. Throws when there is another one.
   */
  onActivity(listener: (() => void) | undefined): void {
    if (listener !== undefined && this.#onActivity !== undefined) {
      throw new Error('this clock is driven already');
    }
    this.#onActivity = listener;
  }

  #queueAdvance(advance: () => Promise<void>): Promise<void> {
    const done = this.#lastAdvance === undefined ? advance() : this.#lastAdvance.then(advance);
    const ended: Promise<void> = done
      .catch(() => undefined) // its own caller gets the error; the next in the queue need not
      .then(() => {
        if (this.#lastAdvance === ended) this.#lastAdvance = undefined;
      });
    this.#lastAdvance = ended;
    return done;
  }

  async #advance(target: Millis, options: AdvanceOptions): Promise<void> {
    const { signal, gate } = 'gate' in options ? options : { ...options, gate: this.#ownGate };
    checkTime(target);
    const settling = this.#settling;
    const wake = (): void => settling.wake();
    signal?.addEventListener('abort', wake);
    settling.watch();
    try {
      await this.#settle(signal);
      await this.#fireUntil(target, signal, gate);
      if (gate !== undefined && target > this.#now) {
        this.#moveTo(target);
        // What comes in at the end may set timers for this instant.
        await this.#fireUntil(target, signal, gate);
      }
      signal?.throwIfAborted();
      this.#moveTo(target);
      this.#onActivity?.();
    } finally {
      settling.unwatch();
      signal?.removeEventListener('abort', wake);
    }
  }

  /** Fires all timers that are due by then, and all that they set. */
  async #fireUntil(
    target: Millis,
    signal: AbortSignal | undefined,
    gate: Gate | undefined,
  ): Promise<void> {
    const settling = this.#settling;
    for (let fired = 1; ; fired++) {
      if (gate !== undefined && !this.#dueBy(this.#now)) await this.#pass(gate, signal);
      if (!this.#dueBy(target)) return;
      signal?.throwIfAborted();
      this.#fireNext();
      // Quiet timers need no turn; but a long row of them must not starve the event loop.
      if (fired % TIMERS_PER_TURN === 0) settling.touch();
      while (!settling.quiet) await settling.settled(signal);
    }
  }

  /** Waits until the gate lets time move on, or a timer is due at this instant. */
  async #pass(gate: Gate, signal: AbortSignal | undefined): Promise<void> {
    while (!this.#dueBy(this.#now)) {
      const wait = gate.before(this.#now, signal ?? unstoppable);
      if (wait === undefined) return;
      await wait;
      signal?.throwIfAborted();
      await this.#settle(signal);
    }
  }

  get #ownGate(): Gate | undefined {
    if (this.gates.size === 0) return undefined;
    return {
      before: (at, signal) => {
        for (const gate of this.gates) {
          const wait = gate.before(at, signal);
          if (wait !== undefined) return wait;
        }
        return undefined;
      },
    };
  }

  /** Settles after at least one turn: an outside caller may have started uncounted work. */
  async #settle(signal?: AbortSignal): Promise<void> {
    this.#settling.touch();
    // Others woken by the same turn may have taken a hold before this continues.
    while (!this.#settling.quiet) await this.#settling.settled(signal);
  }

  #dueBy(time: Millis): boolean {
    const next = this.#timers.peek();
    return next !== undefined && next.due <= time;
  }

  #fireNext(): void {
    const timer = this.#timers.pop()!;
    const run = timer.takeRun();
    this.#moveTo(timer.due);
    if (timer.immediate) this.#settling.countFiring(timer.name, this.#now);
    if (!timer.quiet) this.#settling.touch();
    run();
  }

  #moveTo(time: Millis): void {
    if (time <= this.#now) return;
    this.#now = time;
    this.#settling.forget();
  }
}

function checkTime(time: Millis): void {
  if (Number.isInteger(time) && Math.abs(time) <= LAST_TIME) return;
  throw new RangeError(`invalid virtual time: ${time}`);
}
