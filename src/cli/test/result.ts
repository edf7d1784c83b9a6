/** What a test of a scenario gives. */
import type { CheckMark } from '#record';

export interface CheckOutcome extends CheckMark {
  /** Of a failed check: the timeline around its decision, as `orrery run` prints it. */
  readonly around?: readonly string[];
  /** Of a failed check: the command that shows it again. */
  readonly replay?: string;
}

export interface ScenarioResult {
  readonly file: string;
  /** The name, with the values that a matrix has chosen. */
  readonly title: string;
  readonly seed: number;
  readonly passed: boolean;
  readonly checks: readonly CheckOutcome[];
  /** Why it could not be played, or not to its end. */
  readonly error?: string;
  /** Whether the error is one of the file, which was not played at all. */
  readonly invalid?: boolean;
  readonly writes: number;
  /** Virtual seconds played. */
  readonly seconds: number;
  readonly wallMs: number;
}
