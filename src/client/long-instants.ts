import { turn } from '#machine';
import type { Clock, Millis } from '#clock';

/**
 * How many calls of an instant are made without a pause, so that controllers see their effects together,
 * and how many between two pauses after them.
 */
const unpaused = 1000;
const together = 50;

/**
 * Pauses the work of a long instant again and again, so that the event loop turns: requests over
 * HTTP, signals and the page are answered while ten thousand pods come up. Counted in calls, not in
 * time, so that the order of events is the same in each run.
 */
export class LongInstants {
  readonly #clock: Pick<Clock, 'now'>;
  #at: Millis | undefined;
  /** Calls at this instant. */
  #calls = 0;
  /** Calls that wait for their turn, from the one at `#next` on, in their order. */
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Resolves when a call may be made; undefined: at once. The caller holds the clock meanwhile. */
  pass(): Promise<void> | undefined {
    const now = this.#clock.now();
    if (now !== this.#at) {
      this.#at = now;
      this.#calls = 0;
    }
    this.#calls++;
    const isDue = this.#calls > unpaused && this.#calls % together === 0;
    if (!isDue && this.#waiting.length === 0) return undefined;
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) this.#releaseLater();
    });
  }

  #releaseLater(): void {
    void turn().then(() => {
      const end = Math.min(this.#next + together, this.#waiting.length);
      while (this.#next < end) this.#waiting[this.#next++]!();
      if (this.#next < this.#waiting.length) {
        this.#releaseLater();
        return;
      }
      this.#waiting = [];
      this.#next = 0;
    });
  }
}
