/** Which stretch of a run a question is about. Pure. */
import { chaptersOf, type Summary } from '#view';
import type { Span } from '../stage/scale.ts';

export interface Stretch {
  /** Before the change: where time begins to pass, virtual ms since the start. */
  readonly fromMs: number;
  /** The moment that is asked about. */
  readonly toMs: number;
  /** What the band shows. */
  readonly span: Span;
  /** How many virtual ms pass in one on the screen. */
  readonly pace: number;
}

/** Around the moment, ms: more where the change is farther away. */
const BEFORE_MS = 12_000;
const AFTER_MS = 17_000;
/** Time begins to pass this long before the change, ms. */
const LEAD_MS = 1_000;
/** As a part of real time. */
const SLOW = 0.45;
/** However far the change is, time passes in this, ms on the screen. */
const LONGEST_MS = 9_000;

/** From just before the last step that comes before the moment, up to the moment. */
export function stretchOf(
  { steps, lastsMs }: Pick<Summary, 'steps' | 'lastsMs'>,
  atMs: number,
): Stretch {
  const toMs = Math.min(atMs, lastsMs);
  const change = chaptersOf(steps).findLast((each) => each.atMs < toMs)?.atMs ?? 0;
  const fromMs = Math.max(0, change - LEAD_MS);
  const wide = Math.max(1, (1.15 * (toMs - fromMs)) / BEFORE_MS);
  return {
    fromMs,
    toMs,
    span: {
      fromMs: Math.max(0, toMs - BEFORE_MS * wide),
      toMs: Math.min(Math.max(lastsMs, toMs), toMs + AFTER_MS * wide),
    },
    pace: Math.max(SLOW, (toMs - fromMs) / LONGEST_MS),
  };
}
