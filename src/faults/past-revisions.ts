/** Which revision the store had when. */
import type { Millis } from '#clock';

/** What lags is never further behind, virtual ms: what is older is forgotten. */
export const longestLag: Millis = 600_000;

interface Reached {
  readonly time: Millis;
  readonly revision: number;
}

/** From its start on; what was there then counts as there before. */
export class PastRevisions {
  /** The last revision of each instant with a write, in order. */
  #reached: Reached[];

  constructor(revision: number) {
    this.#reached = [{ time: -Infinity, revision }];
  }

  /** Notes a write. */
  note(time: Millis, revision: number): void {
    const reached = this.#reached;
    if (reached.at(-1)!.time === time) reached.pop();
    reached.push({ time, revision });
    if (time - (reached[1]?.time ?? time) > 2 * longestLag) this.#forget(time - longestLag);
  }

  /** The revision at a time. */
  at(time: Millis): number {
    const { revision } = this.#reached.findLast((each) => each.time <= time) ?? this.#reached[0]!;
    return revision;
  }

  /** When a revision was written. */
  timeOf(revision: number): Millis {
    return this.#reached.find((each) => each.revision >= revision)?.time ?? -Infinity;
  }

  #forget(before: Millis): void {
    const first = this.#reached.findLastIndex(({ time }) => time <= before);
    this.#reached = this.#reached.slice(Math.max(0, first));
  }
}
