/** The releases of Kubernetes that a scenario is about. */

/** From which minor to which a scenario holds, and why not at others. */
export interface ReleaseRange {
  /** The first minor. Absent: the first that there is. */
  readonly from?: number | undefined;
  /** The last minor. Absent: the last that there is. */
  readonly to?: number | undefined;
  /** Why it does not hold at others, in words. */
  readonly because: string;
}

/** A combination of a scenario's matrix that is left out, as it does not hold at the release. */
export interface LeftOut {
  /** As of {@link Scenario.title}. */
  readonly title: string;
  /** In words: `it holds from 1.29 on: earlier releases drop the field`. */
  readonly why: string;
}

/** Returns whether a scenario holds at a minor. */
export function holdsAt(
  { from = 0, to = Infinity }: Pick<ReleaseRange, 'from' | 'to'>,
  minor: number,
): boolean {
  return from <= minor && minor <= to;
}

/** Returns the minor of a range that is next to another one, or that one. */
export function nearestMinor(
  { from = 0, to = Infinity }: Pick<ReleaseRange, 'from' | 'to'>,
  minor: number,
): number {
  return Math.min(Math.max(minor, from), to);
}

/** Returns a range in words, with its reason: `it holds from 1.29 on: earlier releases drop the field`. */
export function rangeText({ from, to, because }: ReleaseRange): string {
  return `it holds ${spanText(from, to)}: ${because}`;
}

function spanText(from: number | undefined, to: number | undefined): string {
  if (to === undefined) return `from 1.${from} on`;
  if (from === undefined) return `up to 1.${to}`;
  return from === to ? `at 1.${from} only` : `from 1.${from} to 1.${to}`;
}
