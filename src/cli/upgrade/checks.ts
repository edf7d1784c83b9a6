/** Checks and steps of a scenario that come out otherwise in another run. */
import { checksByPlace, type CheckMark } from '#record';

export interface CheckChange {
  readonly before: CheckMark;
  readonly after: CheckMark;
}

/** Returns those that both runs have and only one of them passes, in the order of the first. */
export function otherChecks(
  before: readonly CheckMark[],
  after: readonly CheckMark[],
): readonly CheckChange[] {
  const others = checksByPlace(after);
  return [...checksByPlace(before)].flatMap(([place, mark]) => {
    const other = others.get(place);
    if (other === undefined || other.passed === mark.passed) return [];
    return [{ before: mark, after: other }];
  });
}
