/** What the controller remembers of one autoscaler: an immutable value that each pass replaces. */

/** A size that the metrics once asked for, before any limits. */
export interface Recommendation {
  readonly replicas: number;
  /** Virtual ms. */
  readonly at: number;
}

/** A change of size that was carried out; `change` is positive in both directions. */
export interface ScaleEvent {
  readonly change: number;
  /** Virtual ms. */
  readonly at: number;
  /** No policy looks back as far as this: the next one may take its place. */
  readonly outdated?: boolean;
}

/** The lists are in no order: old entries are replaced in place, which keeps them short. */
export interface Memory {
  readonly recommendations: readonly Recommendation[];
  readonly scaleUps: readonly ScaleEvent[];
  readonly scaleDowns: readonly ScaleEvent[];
}

export const emptyMemory: Memory = { recommendations: [], scaleUps: [], scaleDowns: [] };

/** The list with one more entry, which takes the place of the last one that `isOld`, if any is. */
export function withEntry<T>(list: readonly T[], entry: T, isOld: (each: T) => boolean): T[] {
  const old = list.findLastIndex(isOld);
  return old < 0 ? [...list, entry] : list.with(old, entry);
}
