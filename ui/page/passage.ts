/** Time in a lesson: nothing that is still to be predicted can be seen, and a stretch passes slowly. Pure. */
import type { Summary } from '#view';
import { momentAt, type Moment } from './moment.ts';

/** A stretch of a run that is played in place of the whole of it. */
export interface Passage {
  /** Virtual ms since the start. */
  readonly fromMs: number;
  readonly toMs: number;
  /** How many virtual ms pass in one on the screen. */
  readonly pace: number;
}

/** The moment, or the latest one that may be shown. */
export function shownMoment(summary: Summary, moment: Moment, horizonMs = Infinity): Moment {
  return moment.atMs > horizonMs ? momentAt(summary, horizonMs) : moment;
}

/**
 * Where time is after it has passed within a stretch; undefined behind its end.
 * @param elapsedMs of the screen
 */
export function passedIn(
  { toMs, pace }: Passage,
  atMs: number,
  elapsedMs: number,
): number | undefined {
  return atMs < toMs ? Math.min(toMs, atMs + elapsedMs * pace) : undefined;
}

interface Standing {
  readonly atMs: number;
  readonly lastsMs: number;
  readonly passage: Passage | undefined;
  readonly horizonMs: number | undefined;
}

/** Where to play from, virtual ms since the start; undefined where no time may pass, before a prediction. */
export function playFrom({ atMs, lastsMs, passage, horizonMs }: Standing): number | undefined {
  if (passage !== undefined && horizonMs !== undefined && horizonMs < passage.toMs) {
    return undefined;
  }
  const isAtEnd = atMs >= (horizonMs ?? lastsMs) || atMs === passage?.toMs;
  return isAtEnd ? (passage?.fromMs ?? 0) : atMs;
}
