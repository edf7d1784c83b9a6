/**
 * The complete result of a run. Everything that is derived from a run afterwards (timeline, past
 * states, why, comparison, report) reads this; a record file has the same content.
 */
import type { Millis } from '#clock';
import type { RuntimeConfig } from '#kinds';
import type { ReconcileId } from '#values';
import type { Past } from '#store';

/** The inputs of the run: enough to run it again. */
export interface RunHead {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly description?: string;
  readonly seed: number;
  /** Virtual time of the start, ms. */
  readonly startMs: Millis;
  /** Virtual time of the end, ms. */
  readonly endMs: Millis;
  /** The release of Kubernetes that it began with, such as 1.34. Absent: 1.24. */
  readonly kubernetes?: string;
  /** Feature gates that differed from its defaults. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** What it served otherwise than by default. */
  readonly runtimeConfig?: RuntimeConfig;
  /** The releases that it was upgraded to, in their order. */
  readonly releases?: readonly ReleaseMark[];
  /** The scenario's variables and their values. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** The control plane is of another release from a revision on. */
export interface ReleaseMark {
  /** The last one of the release before. */
  readonly behind: number;
  readonly kubernetes: string;
  readonly features?: Readonly<Record<string, boolean>>;
}

/** A text that a scenario was read from. */
export interface SourceText {
  /** Its path relative to the scenario's folder: the same wherever that is. */
  readonly file: string;
  readonly text: string;
}

/** A step that was carried out. */
export interface StepMark {
  /** Virtual ms since the start. */
  readonly atMs: Millis;
  /** Line in the scenario file, from 1. */
  readonly line: number;
  /** `apply DaemonSet agent`; empty for a plain note. */
  readonly summary: string;
  readonly note?: string;
  readonly isCheck: boolean;
}

/** The result of a check. */
export interface CheckMark {
  /** The file of the step, relative to the folder of the scenario. */
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** The name of the step. */
  readonly name?: string;
  /** The step's verb: `expect`, `always`, ...; for a failed step a verb such as `apply`. */
  readonly verb: string;
  /** `expect DaemonSet agent status {...}`. */
  readonly summary: string;
  readonly passed: boolean;
  /** Virtual ms since the start; so is the time of the decision. */
  readonly startedAtMs: Millis;
  /** Absent when the run ended before it was decided. */
  readonly decidedAtMs?: Millis;
  /** What was expected, in words. */
  readonly expected: string;
  /** What was found when it was decided, in words. */
  readonly actual: string;
  /** The object whose change decided it, or that it is about. */
  readonly object?: CheckedObject;
  /** Of a failed check: the path of the first field of the object that was not as expected. */
  readonly field?: string;
  /** The revision that the object had when it was decided; absent where there was none. */
  readonly revision?: string;
  /** The numbers that it looked at, over its time. */
  readonly watched?: readonly WatchedNumber[];
}

/** A number that a check looked at: its bounds, and its average by how long it had each value. */
export interface WatchedNumber {
  /** `DaemonSet default/agent status.numberReady`, or what was counted. */
  readonly what: string;
  readonly min: number;
  readonly max: number;
  /** To three decimals. */
  readonly avg: number;
}

/** A request that a fault has struck. */
export interface FaultMark {
  /** Virtual ms since the start. */
  readonly atMs: Millis;
  /** The latest write when it struck. */
  readonly revision: number;
  /** The fault's name. */
  readonly fault: string;
  /** In words: `TooManyRequests, retry after 5s`. */
  readonly effect: string;
  /** The process of the client, or its user. */
  readonly client: string;
  readonly verb: string;
  /** `pods`, `pods/status` */
  readonly resource: string;
  /** `namespace/name`, `name`, `namespace/` for all of a namespace; empty for all of a cluster. */
  readonly key: string;
  /** The reconcile that the request belonged to. */
  readonly reconcile?: ReconcileId;
}

/** Strikes that are missing from a list of them. */
export interface FaultGap {
  /** How many of the list come before those. */
  readonly after: number;
  /** How many are missing. */
  readonly count: number;
}

export interface CheckedObject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

export interface RunLog {
  readonly head: RunHead;
  /** The texts of the scenario, its main file first, to play it again. Older records have none. */
  readonly files: readonly SourceText[];
  /** The state of another run that it began with, instead of the scenario's own cluster. */
  readonly snapshot?: readonly { readonly metadata: object }[];
  /** Every write and every state; without heartbeats. */
  readonly past: Past;
  readonly steps: readonly StepMark[];
  /** What faults have struck, in order. Older records have none. */
  readonly faults?: readonly FaultMark[];
  /** Strikes that were not kept; absent when all were. */
  readonly faultsLeftOut?: FaultGap;
  /** In the order of their decision. */
  readonly checks: readonly CheckMark[];
}
