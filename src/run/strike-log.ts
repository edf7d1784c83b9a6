/** What faults have struck in a run, bounded: the first strikes and the latest ones. */
import type { FaultMark, RunLog } from '#record';

/** How many strikes are kept from each end. */
const KEPT = 5000;

/** What begins a trouble and what is left of it explain most; those between only repeat. */
export class StrikeLog {
  readonly #limit: number;
  readonly #first: FaultMark[] = [];
  /** Up to twice as many as are kept, so that dropping costs little. */
  #latest: FaultMark[] = [];
  #count = 0;

  constructor(limit: number = KEPT) {
    this.#limit = limit;
  }

  add(mark: FaultMark): void {
    this.#count += 1;
    if (this.#first.length < this.#limit) {
      this.#first.push(mark);
      return;
    }
    this.#latest.push(mark);
    if (this.#latest.length >= 2 * this.#limit) this.#latest = this.#latest.slice(-this.#limit);
  }

  /** As the log of a run has it: nothing when there was none. */
  get marks(): Pick<RunLog, 'faults' | 'faultsLeftOut'> {
    if (this.#count === 0) return {};
    const faults = [...this.#first, ...this.#latest.slice(-this.#limit)];
    const count = this.#count - faults.length;
    if (count === 0) return { faults };
    return { faults, faultsLeftOut: { after: this.#first.length, count } };
  }
}
