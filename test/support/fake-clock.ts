/** A clock for tests of rooms below the real one: it moves when told, and counts who holds it. */
import type { Clock, Millis, Release, Timer, TimerOptions } from '#clock';

interface Pending extends Timer {
  readonly run: () => void;
  readonly options: TimerOptions;
}

export class FakeClock implements Clock {
  #now: Millis;
  /** By due time, then by creation. */
  #timers: Pending[] = [];
  readonly #holds = new Map<string, number>();

  constructor(now: Millis = 0) {
    this.#now = now;
  }

  now(): Millis {
    return this.#now;
  }

  after(delayMs: number, run: () => void, options: TimerOptions): Timer {
    const timer: Pending = {
      due: this.#now + Math.max(0, delayMs),
      run,
      options,
      cancel: () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      },
    };
    const later = this.#timers.findIndex((other) => other.due > timer.due);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer);
    return timer;
  }

  hold(name: string): Release {
    this.#holds.set(name, this.holds(name) + 1);
    let held = true;
    return () => {
      if (held) this.#holds.set(name, this.holds(name) - 1);
      held = false;
    };
  }

  /** Advances by this many ms, running each timer at its own time. Does not ask for holds. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#timers[0]; next && next.due <= end; next = this.#timers[0]) {
      this.#timers.shift();
      this.#now = next.due;
      next.run();
    }
    this.#now = end;
  }

  /** How many holds are taken: under one name, or in all. */
  holds(name?: string): number {
    if (name !== undefined) return this.#holds.get(name) ?? 0;
    let sum = 0;
    for (const count of this.#holds.values()) sum += count;
    return sum;
  }

  /** The timers that are set, in the order in which they will fire. */
  timers(): readonly (Timer & { readonly options: TimerOptions })[] {
    return this.#timers;
  }
}

/** Lets all that promises have queued run: chains of up to `turns` microtasks. */
export async function microtasks(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}
