/** The result of a test of a scenario. */
import type { CheckMark } from '#record';
import type { CheckWhy } from '../why/of-check.ts';

export interface CheckOutcome extends CheckMark {
  /** For a failed check: the timeline around its decision, as `orrery run` prints it. */
  readonly around?: readonly string[];
  /** For a failed check: what it may have waited for, in words. */
  readonly hint?: string | undefined;
  /** For a failed check of a field: why it had its value. */
  readonly why?: CheckWhy;
  /** For a failed check: the command that reproduces it. */
  readonly replay?: string;
}

export interface ScenarioResult {
  readonly file: string;
  /** The name, with the values from a matrix. */
  readonly title: string;
  readonly seed: number;
  /** The release that it was played on, where one was asked for: `1.34`. */
  readonly kubernetes?: string;
  /** No check failed; what was skipped has none. */
  readonly passed: boolean;
  /** Why it was not played at this release, where the file says at which ones it holds. */
  readonly skipped?: string;
  readonly checks: readonly CheckOutcome[];
  /** Why it could not be played, or not to its end. */
  readonly error?: string;
  /** Whether the file itself is invalid and was not played at all. */
  readonly invalid?: boolean;
  readonly writes: number;
  /** Virtual seconds played. */
  readonly seconds: number;
  readonly wallMs: number;
}
