/** What has changed, in the order of the changes, for readers that come back now and then. */

/** A reader that comes back after more changes than these may have to look at everything. */
const KEPT = 10_000;

export class ChangeLog<T> {
  #entries: T[] = [];
  /** How many came before the first that is kept. */
  #dropped = 0;

  /** How many changes there have been: where a reader that has seen all of them starts next time. */
  get end(): number {
    return this.#dropped + this.#entries.length;
  }

  add(changed: T): void {
    this.#entries.push(changed);
    if (this.#entries.length < 2 * KEPT) return;
    this.#entries = this.#entries.slice(KEPT);
    this.#dropped += KEPT;
  }

  /** Those since a former `end`, some perhaps more than once; undefined when it is too long ago. */
  since(end: number): readonly T[] | undefined {
    return end < this.#dropped ? undefined : this.#entries.slice(end - this.#dropped);
  }
}
