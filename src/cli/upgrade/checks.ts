/** Checks and steps of a scenario that come out otherwise in another run. */
import type { CheckMark } from '#record';

export interface CheckChange {
  readonly before: CheckMark;
  readonly after: CheckMark;
}

/** Returns those that both runs have and only one of them passes, in the order of the first. */
export function otherChecks(
  before: readonly CheckMark[],
  after: readonly CheckMark[],
): readonly CheckChange[] {
  const others = byPlace(after);
  return [...byPlace(before)].flatMap(([place, mark]) => {
    const other = others.get(place);
    if (other === undefined || other.passed === mark.passed) return [];
    return [{ before: mark, after: other }];
  });
}

/** Returns them by file, line and repetition. */
function byPlace(checks: readonly CheckMark[]): ReadonlyMap<string, CheckMark> {
  const seen = new Map<string, number>();
  const found = new Map<string, CheckMark>();
  for (const check of checks.toSorted((a, b) => a.startedAtMs - b.startedAtMs)) {
    const place = `${check.file}:${check.line}`;
    const times = (seen.get(place) ?? 0) + 1;
    seen.set(place, times);
    found.set(`${place} ${times}`, check);
  }
  return found;
}
