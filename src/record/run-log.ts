/**
 * All that a run leaves behind. Everything that is asked of a run afterwards (timeline, past
 * states, why, comparison, report) is read off this; a record file holds the same.
 */
import type { Millis } from '#clock';
import type { Past } from '#store';

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
  /** Feature gates that differed from v1.24's defaults. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** The scenario's variables and what they stood for. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A text that a scenario was read from. */
export interface SourceText {
  /** Its path, seen from the folder of the scenario: the same wherever that lies. */
  readonly file: string;
  readonly text: string;
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
  /** The file that the step stands in, seen from the folder of the scenario. */
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** What the step is called. */
  readonly name?: string;
  /** The step's verb: `expect`, `always`, ...; of a step that failed, such as `apply`. */
  readonly verb: string;
  /** `expect DaemonSet agent status {...}`. */
  readonly summary: string;
  readonly passed: boolean;
  /** Virtual ms since the start; so is the time of the decision. */
  readonly startedAtMs: Millis;
  /** Absent when the run ended before it was decided. */
  readonly decidedAtMs?: Millis;
  /** What had to be the case, in words. */
  readonly expected: string;
  /** What was the case when it was decided, in words. */
  readonly actual: string;
  /** The object whose change decided it, or that it is about. */
  readonly object?: CheckedObject;
  /** The revision that the object had when it was decided. */
  readonly revision?: string;
}

export interface CheckedObject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

export interface RunLog {
  readonly head: RunHead;
  /** The texts of the scenario, its own first: with them it is played again. None in older records. */
  readonly files: readonly SourceText[];
  /** The state of another run that it began with, in place of the scenario's own cluster. */
  readonly snapshot?: readonly { readonly metadata: object }[];
  /** Every write and every state; without heartbeats. */
  readonly past: Past;
  readonly steps: readonly StepMark[];
  /** In the order of their decision. */
  readonly checks: readonly CheckMark[];
}
