import type { Clock, Millis, Release, Timer, TimerOptions } from './clock.ts';
import { machineWall, type Wall } from './live.ts';
import { TimerHeap } from './timers.ts';

export interface WallClockOptions {
  /** What time it is, ms since 1970. */
  readonly start: Millis;
  /** Default: the machine's clock. */
  readonly wall?: Wall;
}

/**
 * A clock that follows the machine's, for controllers of a remote server: its time does not wait.
 * Holds have no effect, `now` advances during work, and timers fire as `run` gets to them.
 */
export class WallClock implements Clock {
  readonly #wall: Wall;
  /** Of this clock's time over the wall's. */
  readonly #ahead: number;
  readonly #timers = new TimerHeap();
  #interrupt = new AbortController();
  /** Until when `run` sleeps, if it is not woken. */
  #wakesAt: Millis = -Infinity;

  constructor({ start, wall = machineWall }: WallClockOptions) {
    this.#wall = wall;
    this.#ahead = start - wall.now();
  }

  now(): Millis {
    return Math.floor(this.#wall.now() + this.#ahead);
  }

  after(delayMs: number, run: () => void, { name, quiet = false }: TimerOptions): Timer {
    const due = this.now() + Math.max(0, Math.ceil(delayMs));
    const timer = this.#timers.add(run, { due, name, quiet, immediate: false });
    if (due < this.#wakesAt) this.#interrupt.abort();
    return timer;
  }

  hold(): Release {
    return () => undefined;
  }

  /** Fires timers until the signal aborts. Rejects with what a timer throws. */
  async run(signal: AbortSignal): Promise<void> {
    const wake = (): void => this.#interrupt.abort();
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted) {
        this.#fireDue();
        // A timer may have ended it.
        if (!signal.aborted) await this.#sleep();
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  #fireDue(): void {
    const now = this.now();
    for (let next = this.#timers.peek(); next !== undefined; next = this.#timers.peek()) {
      if (next.due > now) return;
      this.#timers.pop();
      next.takeRun()();
    }
  }

  /**
   * At least for a turn, so that timers that are always due leave room for what comes from outside.
   */
  async #sleep(): Promise<void> {
    this.#interrupt = new AbortController();
    this.#wakesAt = this.#timers.peek()?.due ?? Infinity;
    const ms = Math.max(0, this.#wakesAt - this.#ahead - this.#wall.now());
    await this.#wall.sleep(ms, this.#interrupt.signal);
    this.#wakesAt = -Infinity;
  }
}
