import type { Millis } from '#clock';
import type { WatchedNumber } from '#record';

/** A number that changes over time: its bounds, and its average by how long it had each value. */
export class Meter {
  readonly #sinceMs: Millis;
  #atMs: Millis;
  #value: number;
  #min: number;
  #max: number;
  /** Value times ms. */
  #sum = 0;

  constructor(atMs: Millis, value: number) {
    this.#sinceMs = atMs;
    this.#atMs = atMs;
    this.#value = value;
    this.#min = value;
    this.#max = value;
  }

  /** It has another value from now on. */
  set(atMs: Millis, value: number): void {
    this.#pass(atMs);
    this.#value = value;
  }

  /** Its figures until a moment. */
  at(atMs: Millis): Omit<WatchedNumber, 'what'> {
    this.#pass(atMs);
    this.#min = Math.min(this.#min, this.#value);
    this.#max = Math.max(this.#max, this.#value);
    const spanMs = this.#atMs - this.#sinceMs;
    const avg = spanMs === 0 ? this.#value : this.#sum / spanMs;
    return { min: this.#min, max: this.#max, avg: Math.round(avg * 1000) / 1000 };
  }

  #pass(atMs: Millis): void {
    const ms = Math.max(0, atMs - this.#atMs);
    this.#sum += this.#value * ms;
    this.#min = Math.min(this.#min, this.#value);
    this.#max = Math.max(this.#max, this.#value);
    this.#atMs += ms;
  }
}
