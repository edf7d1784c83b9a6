/** When the clocks of a time zone change. */
import { offsetsOf } from './wall-clock.ts';

/** A clock change at an instant: from one offset to another. */
export interface ClockChange {
  /** Ms since 1970, UTC. */
  readonly atMs: number;
  /** The offset from UTC before and after it, ms. */
  readonly beforeMs: number;
  readonly afterMs: number;
}

const HOUR_MS = 3_600_000;
const SECOND_MS = 1000;

/** All changes in a span of time, in order; `zone` is a name that has been checked. */
export function clockChanges(zone: string, fromMs: number, toMs: number): readonly ClockChange[] {
  const offsetAt = offsetsOf(zone);
  const changes: ClockChange[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += HOUR_MS) {
    const endMs = Math.min(startMs + HOUR_MS, toMs);
    const [beforeMs, afterMs] = [offsetAt(startMs), offsetAt(endMs)];
    if (beforeMs === afterMs) continue;
    changes.push({ atMs: changeBetween(startMs, endMs, offsetAt), beforeMs, afterMs });
  }
  return changes;
}

/** The offset of a zone's clocks from UTC at an instant, ms. */
export function offsetAt(zone: string, atMs: number): number {
  return offsetsOf(zone)(atMs);
}

/** Bisects the span until the second of the change is found. */
function changeBetween(startMs: number, endMs: number, offsetAt: (ms: number) => number): number {
  const before = offsetAt(startMs);
  let low = startMs;
  let high = endMs;
  while (high - low > SECOND_MS) {
    const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
