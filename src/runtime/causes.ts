/**
 * Merges the causes of a reconcile, so that a key triggered ten thousand times still costs a few
 * entries.
 */
import type { Cause, Causes } from '#values';

const FIRST_KEPT = 2;
const LAST_KEPT = 6;

/** Causes that still grow. They no longer change once their reconcile begins. */
export interface GrowingCauses extends Causes {
  readonly first: Cause[];
  readonly last: Cause[];
  dropped: number;
}

/** @throws {TypeError} without a cause, which a controller in JavaScript may forget */
export function causesOf(cause: Cause): GrowingCauses {
  if (typeof (cause as unknown) !== 'object') {
    throw new TypeError(
      'a queue takes a key and its cause: pass on the one that the handler was given, or { timer: NAME }',
    );
  }
  return { first: [cause], last: [], dropped: 0 };
}

/**
 * Adds a cause in place: the first 2 and the last 6 are kept, those between are counted. A revision
 * that comes twice in a row (two handlers saw one change) is one cause.
 */
export function addCause(causes: GrowingCauses, cause: Cause): void {
  const { first, last } = causes;
  const latest = last.length > 0 ? last[last.length - 1]! : first[first.length - 1]!;
  if (latest === cause) return;
  if ('revision' in cause && 'revision' in latest && cause.revision === latest.revision) return;
  if (first.length < FIRST_KEPT) {
    first.push(cause);
    return;
  }
  last.push(cause);
  if (last.length > LAST_KEPT) {
    last.shift();
    causes.dropped++;
  }
}

/** Adds all of `more`, in order, to `causes`. */
export function mergeCauses(causes: GrowingCauses, more: Causes): void {
  for (const cause of more.first) addCause(causes, cause);
  causes.dropped += more.dropped;
  for (const cause of more.last) addCause(causes, cause);
}

/** `more`, the later cause, after the revisions among `causes`: what remains of a lost wake-up. */
export function supersede(causes: Causes, more: Cause): GrowingCauses {
  const remaining: GrowingCauses = { first: [], last: [], dropped: causes.dropped };
  for (const cause of [...causes.first, ...causes.last, more]) {
    if (cause !== more && !('revision' in cause)) continue;
    if (remaining.first.length === 0) remaining.first.push(cause);
    else addCause(remaining, cause);
  }
  return remaining;
}
