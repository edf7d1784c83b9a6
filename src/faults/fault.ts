/** A fault: which requests it strikes, which of them, for how long, and what happens to them. */
import type { Millis } from '#clock';
import type { ErrorName } from './errors.ts';
import type { Match } from './match.ts';

export interface Fault {
  /** As it is written. Absent: the faults number themselves. */
  readonly name?: string;
  readonly match: Match;
  readonly effect: Effect;
  /** It strikes from this matching request on, counted from 1. */
  readonly from: number;
  /** From there on, every second of them, every third... */
  readonly every: number;
  /** How likely it strikes each of those, above 0 and up to 1. */
  readonly chance: number;
  /** It ends after this many strikes; Infinity: by time, or when it is lifted. */
  readonly times: number;
  /** It ends after this long, virtual ms; Infinity: by strikes, or when it is lifted. */
  readonly forMs: Millis;
}

/** What happens to a request. */
export interface Effect {
  readonly error: ErrorName;
  /** In place of the error's own. */
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** The request is carried out, and only its answer is lost. */
  readonly isApplied: boolean;
}
