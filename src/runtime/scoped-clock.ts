import type { Clock, Millis, Release, Timer, TimerOptions } from '#clock';

/**
 * A clock for one run of a controller, that cancels the run's timers and releases its holds when
 * the run ends. Timers set and holds taken afterwards do nothing.
 */
export class ScopedClock implements Clock {
  readonly #clock: Clock;
  readonly #timers = new Set<Timer>();
  readonly #releases = new Set<Release>();
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): Millis {
    return this.#clock.now();
  }

  after(delayMs: number, run: () => void, options: TimerOptions): Timer {
    if (this.#closed) return { due: this.now() + Math.max(0, delayMs), cancel: () => undefined };
    const fire = (): void => {
      this.#timers.delete(scoped);
      run();
    };
    const timer = this.#clock.after(delayMs, fire, options);
    const scoped: Timer = {
      due: timer.due,
      cancel: () => {
        this.#timers.delete(scoped);
        timer.cancel();
      },
    };
    this.#timers.add(scoped);
    return scoped;
  }

  hold(name: string): Release {
    if (this.#closed) return () => undefined;
    const release = this.#clock.hold(name);
    const scoped: Release = () => {
      this.#releases.delete(scoped);
      release();
    };
    this.#releases.add(scoped);
    return scoped;
  }

  close(): void {
    this.#closed = true;
    for (const timer of [...this.#timers]) timer.cancel();
    for (const release of [...this.#releases]) release();
  }
}
