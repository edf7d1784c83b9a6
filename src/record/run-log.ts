/**
 * All that a run leaves behind. Everything that is asked of a run afterwards (timeline, past
 * states, why, comparison, report) is read off this; a record file holds the same.
 */
import type { Millis } from '#clock';
import type { Change } from '#store';

/** What was run: enough to run it again. */
export interface RunHead {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly description?: string;
  readonly seed: number;
  /** Virtual time at which it began, ms. */
  readonly startMs: Millis;
  /** Virtual time that it came to, ms. */
  readonly endMs: Millis;
}

/** A step that was carried out. */
export interface StepMark {
  /** Virtual ms since the start. */
  readonly atMs: Millis;
  /** Line in the scenario file, from 1. */
  readonly line: number;
  /** `apply DaemonSet agent`; empty for a mere note. */
  readonly summary: string;
  readonly note?: string;
  readonly isCheck: boolean;
}

/** What came of a check. */
export interface CheckMark {
  /** Line in the scenario file, from 1. */
  readonly line: number;
  readonly summary: string;
  readonly passed: boolean;
  /** Virtual ms since the start; absent when the run ended before it was decided. */
  readonly decidedAtMs?: Millis;
  /** What was wrong, in words. */
  readonly detail?: string;
}

export interface RunLog {
  readonly head: RunHead;
  /** Every write, in order. */
  readonly changes: readonly Change[];
  readonly steps: readonly StepMark[];
  /** In the order of their decision. */
  readonly checks: readonly CheckMark[];
}
