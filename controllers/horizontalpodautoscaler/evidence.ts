/** What a reconcile knew beyond the store, which its status writes carry. */
import type { Memory } from './memory.ts';
import type { ScaleState } from './plan.ts';
import { plainReading, type PlainReading, type Reading } from './readings.ts';

/** The inputs of a reconcile. */
export interface Evidence {
  /** From before the reconcile. */
  readonly memory: Memory;
  /** Of the spec's metrics, in order; empty when they were not read. */
  readonly readings: readonly Reading[];
  /** Autoscalers that select the same pods, if there are several. */
  readonly rivals: readonly string[];
  /** Why the target could not be rescaled, if it was to be. */
  readonly refusal: string | undefined;
  /** Of the target, where it cannot be derived again from what is stored. */
  readonly scale?: ScaleState | undefined;
  /** Why there is none there. */
  readonly missing?: Missing | undefined;
}

/** Why there is no target. */
export interface Missing {
  readonly doing: string;
  readonly message: string;
}

/** The same as plain data. */
export interface PlainEvidence {
  readonly memory: Memory;
  readonly readings: readonly PlainReading[];
  readonly rivals?: readonly string[];
  readonly refusal?: string;
  readonly scale?: ScaleState;
  readonly missing?: Missing;
}

export function plainEvidence({
  memory,
  readings,
  rivals,
  refusal,
  scale,
  missing,
}: Evidence): PlainEvidence {
  return {
    memory,
    readings: readings.map(plainReading),
    ...(rivals.length > 0 && { rivals }),
    ...(refusal !== undefined && { refusal }),
    ...(scale !== undefined && { scale }),
    ...(missing !== undefined && { missing }),
  };
}
