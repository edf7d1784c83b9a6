/** What a reconcile knew beyond the store, which its status writes carry. */
import type { Memory } from './memory.ts';
import { plainReading, type PlainReading, type Reading } from './readings.ts';

/** The inputs of a reconcile. */
export interface Evidence {
  /** From before the reconcile. */
  readonly memory: Memory;
  /** Of the spec's metrics, in order; empty when they were not read. */
  readonly readings: readonly Reading[];
  /** Why the target could not be rescaled, if it was to be. */
  readonly refusal: string | undefined;
}

/** The same as plain data. */
export interface PlainEvidence {
  readonly memory: Memory;
  readonly readings: readonly PlainReading[];
  readonly refusal?: string;
}

export function plainEvidence({ memory, readings, refusal }: Evidence): PlainEvidence {
  const plain = { memory, readings: readings.map(plainReading) };
  return refusal === undefined ? plain : { ...plain, refusal };
}
