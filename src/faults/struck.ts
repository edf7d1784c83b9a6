/** What faults do to one request, event or bookmark. */
import type { Millis } from '#clock';
import type { Failure } from './errors.ts';
import type { Effect, WatchEffect } from './fault.ts';
import type { InForce } from './in-force.ts';

/** What a request that was struck gets. */
export interface Struck {
  /** ms of the machine's time, before anything else. */
  readonly latencyMs: number;
  /** In place of the answer. */
  readonly failure?: Failure;
  /** The request is carried out, and only its answer is lost. */
  readonly isApplied: boolean;
  /** A get or a list is answered as it was at this revision. */
  readonly at?: number;
  /** The answer arrives at this rate. */
  readonly bytesPerSecond?: number;
  /** The text of a warning that the answer has. */
  readonly warning?: string;
  /** The connection breaks: in place of the answer, or in the middle of it. */
  readonly connection?: 'reset' | 'cut';
  /** The faults that struck it: `storm: TooManyRequests`. */
  readonly by: readonly string[];
}

/** What an event, a bookmark or the stream of a watch gets. */
export interface Hit<E extends Effect = WatchEffect> {
  readonly effect: E;
  /** The fault by which it was struck. */
  readonly fault: InForce;
}

/** The same with what was drawn. */
export interface WatchHit extends Hit {
  /** How much later events come, virtual ms. */
  readonly ms: Millis;
}

/** What holds back an event. */
export interface Lagging {
  /** Whether the replica does not have it yet. */
  isBehind(): boolean;
  /** When it will have it, virtual ms; absent: with later writes. */
  readonly until?: Millis;
}
