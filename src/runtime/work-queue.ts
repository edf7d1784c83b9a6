/**
 * The work queue, with client-go's guarantees: a key waits at most once, is never worked on twice
 * at the same time, and one that is added while it is worked on comes again exactly once
 * afterwards.
 *
 * Keys that wait or are worked on hold the clock, each under `NAME KEY`, so that the clock's loop
 * limit can name what keeps it from advancing. Delayed keys hold nothing: they are timers.
 */
import type { Clock, Millis, Release, Timer } from '#clock';
import type { Cause, Causes } from '#values';
import { addCause, causesOf, mergeCauses, supersede, type GrowingCauses } from './causes.ts';
import { Fifo } from './fifo.ts';
import type { Order } from './order.ts';
import { QueueMeter } from './queue-meter.ts';
import type { RateLimiterOptions, WorkQueue } from './queue.ts';
import { controllerLimiter, RateLimiter } from './rate-limiter.ts';

/** A key being processed, from `get` to `done`. */
export interface WorkItem {
  readonly key: string;
  readonly causes: Causes;
}

export interface KeyQueueOptions {
  readonly clock: Clock;
  /** In the names of holds and timers. */
  readonly name: string;
  readonly limiter?: RateLimiterOptions;
  /** Gets the figures of the queue. Default: one that is not read. */
  readonly meter?: QueueMeter;
  /** Default: the key that has waited longest comes first. */
  readonly order?: Order | undefined;
}

interface QueuedItem extends WorkItem {
  readonly causes: GrowingCauses;
  release: Release | undefined;
  /** When it was added; from `get` on, when the work on it began. */
  since: Millis;
}

/** The one waiting slot of a delayed key. */
interface Waiting {
  readonly timer: Timer;
  readonly causes: GrowingCauses;
}

export class KeyQueue implements WorkQueue {
  readonly #clock: Clock;
  readonly #name: string;
  readonly #limiter: RateLimiter;
  readonly #meter: QueueMeter;
  /** Keys to be worked on: those in `ready`, and those added while they are worked on. */
  readonly #dirty = new Map<string, QueuedItem>();
  readonly #processing = new Map<string, QueuedItem>();
  readonly #order: Order | undefined;
  readonly #ready = new Fifo<QueuedItem>();
  readonly #waiting = new Map<string, Waiting>();
  /** Keys to be queued at the end of the present instant. */
  readonly #late = new Map<string, Waiting>();
  #state: 'closed' | 'open' | 'shut' = 'closed';
  #onReady: (() => void) | undefined;

  constructor(options: KeyQueueOptions) {
    this.#clock = options.clock;
    this.#name = options.name;
    this.#order = options.order;
    this.#meter = options.meter ?? new QueueMeter(options.name);
    this.#limiter = new RateLimiter(options.clock, options.limiter ?? controllerLimiter);
  }

  get length(): number {
    return this.#ready.length;
  }

  add(key: string, cause: Cause): void {
    if (this.#state === 'shut') return;
    const waiting = this.#dirty.get(key);
    if (waiting !== undefined) {
      addCause(waiting.causes, cause);
      return;
    }
    const late = this.#takeLate(key);
    if (late !== undefined) addCause(late, cause);
    this.#enqueue(key, late ?? causesOf(cause));
  }

  addWhenSettled(key: string, cause: Cause): void {
    if (this.#state === 'shut') return;
    const slot = this.#dirty.get(key) ?? this.#late.get(key);
    if (slot !== undefined) {
      addCause(slot.causes, cause);
      return;
    }
    const due = (): void => this.#enqueue(key, this.#takeLate(key)!);
    const timer = this.#clock.after(0, due, { name: this.#nameOf(key), quiet: true });
    this.#late.set(key, { timer, causes: causesOf(cause) });
  }

  /**
   * Of a wake-up that is replaced by an earlier one, or is later than the one in the slot, only the
   * revisions among its causes are kept: the timer itself is lost, as in client-go.
   */
  addAfter(key: string, delayMs: number, cause: Cause): void {
    if (this.#state === 'shut') return;
    this.#meter.retries++;
    if (delayMs <= 0) {
      this.add(key, cause);
      return;
    }
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#wait(key, delayMs, causesOf(cause));
      return;
    }
    const due = this.#clock.now() + Math.ceil(delayMs);
    if (due < waiting.timer.due) {
      waiting.timer.cancel();
      this.#wait(key, delayMs, supersede(waiting.causes, cause));
    } else if ('revision' in cause || due === waiting.timer.due) {
      addCause(waiting.causes, cause);
    }
  }

  addRateLimited(key: string, cause: Cause): void {
    this.addAfter(key, this.#limiter.next(key), cause);
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  failures(key: string): number {
    return this.#limiter.failures(key);
  }

  /**
   * Lets keys be processed; `onReady` is called whenever `get` may have one, synchronously from
   * within adds. Until now no key held the clock, as there was no worker for it.
   */
  open(onReady: () => void): void {
    if (this.#state !== 'closed') return;
    this.#state = 'open';
    this.#onReady = onReady;
    for (const item of this.#ready) item.release = this.#hold(item.key);
    if (this.length > 0) onReady();
  }

  /** The key that is next, by default the one that has waited longest, now being worked on; undefined when none waits. */
  get(): WorkItem | undefined {
    if (this.#state !== 'open') return undefined;
    const item =
      this.#order === undefined
        ? this.#ready.shift()
        : this.#ready.take(this.#order.next(this.#ready.length));
    if (item === undefined) return undefined;
    this.#dirty.delete(item.key);
    this.#processing.set(item.key, item);
    const now = this.#clock.now();
    this.#meter.depth--;
    this.#meter.waits.add(now - item.since);
    item.since = now;
    return item;
  }

  /** Ends the work on a key from `get`, successful or not. */
  done(key: string): void {
    const item = this.#processing.get(key);
    if (item === undefined) return;
    this.#processing.delete(key);
    this.#meter.works.add(this.#clock.now() - item.since);
    item.release?.();
    const again = this.#dirty.get(key);
    if (again === undefined) return;
    this.#ready.push(again);
    this.#onReady?.();
  }

  /** Drops all keys, timers and holds, and ignores everything from now on. */
  shutDown(): void {
    this.#state = 'shut';
    this.#meter.depth -= this.#dirty.size;
    for (const { timer } of this.#waiting.values()) timer.cancel();
    for (const { timer } of this.#late.values()) timer.cancel();
    for (const item of this.#dirty.values()) item.release?.();
    for (const item of this.#processing.values()) item.release?.();
    this.#waiting.clear();
    this.#late.clear();
    this.#dirty.clear();
    this.#processing.clear();
    this.#ready.clear();
  }

  #enqueue(key: string, causes: GrowingCauses): void {
    const release = this.#state === 'open' ? this.#hold(key) : undefined;
    const item: QueuedItem = { key, causes, release, since: this.#clock.now() };
    this.#meter.adds++;
    this.#meter.depth++;
    this.#dirty.set(key, item);
    if (this.#processing.has(key)) return;
    this.#ready.push(item);
    this.#onReady?.();
  }

  /** Empties the late slot of a key, whose causes somebody else takes. */
  #takeLate(key: string): GrowingCauses | undefined {
    const late = this.#late.get(key);
    if (late === undefined) return undefined;
    late.timer.cancel();
    this.#late.delete(key);
    return late.causes;
  }

  #wait(key: string, delayMs: number, causes: GrowingCauses): void {
    const due = () => {
      this.#waiting.delete(key);
      const slot = this.#dirty.get(key) ?? this.#late.get(key);
      if (slot === undefined) this.#enqueue(key, causes);
      else mergeCauses(slot.causes, causes);
    };
    const timer = this.#clock.after(delayMs, due, { name: this.#nameOf(key), quiet: true });
    this.#waiting.set(key, { timer, causes });
  }

  #hold(key: string): Release {
    return this.#clock.hold(this.#nameOf(key));
  }

  #nameOf(key: string): string {
    return `${this.#name} ${key}`;
  }
}
