import type { Clock } from '#clock';
import { formatTime } from '#values';

const msPerSecond = 1000;

/**
 * The current time as objects show it: formatted once a second, and one string for all objects of
 * that second.
 */
export class Present {
  readonly #clock: Pick<Clock, 'now'>;
  #second: number | undefined;
  #text = '';

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `2026-11-20T20:11:00Z` */
  get text(): string {
    const now = this.#clock.now();
    const second = Math.floor(now / msPerSecond);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = formatTime(now);
    }
    return this.#text;
  }
}
