/** What was read of a metric, before anything is made of it. */
import type { Samples } from './samples.ts';

export type Reading =
  | { readonly samples: Samples }
  /** A number for all pods together, in thousandths. */
  | { readonly total: number }
  /** Why there is nothing. */
  | { readonly failure: string };

/** The samples of a reading. Throws an Error `DOING: FAILURE` when there are none. */
export function samplesOf(reading: Reading, doing: string): Samples {
  if ('samples' in reading) return reading.samples;
  throw new Error(failureText(reading, doing));
}

/** The total of a reading. Throws an Error `DOING: FAILURE` when there is none. */
export function totalOf(reading: Reading, doing: string): number {
  if ('total' in reading) return reading.total;
  throw new Error(failureText(reading, doing));
}

/** As plain data; samples by pod: value, timestamp, window. */
export type PlainReading =
  | { readonly samples: readonly (readonly [string, number, number, number])[] }
  | Exclude<Reading, { readonly samples: Samples }>;

export function plainReading(reading: Reading): PlainReading {
  if (!('samples' in reading)) return reading;
  const samples = [...reading.samples].map(
    ([pod, { value, timestamp, windowMs }]) => [pod, value, timestamp, windowMs] as const,
  );
  return { samples };
}

export function readingOf(plain: PlainReading): Reading {
  if (!('samples' in plain)) return plain;
  const samples = plain.samples.map(
    ([pod, value, timestamp, windowMs]) => [pod, { value, timestamp, windowMs }] as const,
  );
  return { samples: new Map(samples) };
}

function failureText(reading: Reading, doing: string): string {
  return `${doing}${'failure' in reading ? reading.failure : 'not measured'}`;
}
