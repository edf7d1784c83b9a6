import type { CheckMark } from './run-log.ts';

/** Returns checks by file, line and repetition, as they stand in each run of a scenario. */
export function checksByPlace(checks: readonly CheckMark[]): ReadonlyMap<string, CheckMark> {
  const counts = new Map<string, number>();
  const found = new Map<string, CheckMark>();
  for (const check of checks.toSorted((a, b) => a.startedAtMs - b.startedAtMs)) {
    const place = `${check.file}:${check.line}`;
    const times = (counts.get(place) ?? 0) + 1;
    counts.set(place, times);
    found.set(`${place} ${times}`, check);
  }
  return found;
}
