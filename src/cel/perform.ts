import type { Meter } from './meter.ts';
import type { Value } from './values.ts';

/** What a call does with its arguments, which are there. */
export type Perform = (args: readonly Value[], meter: Meter) => Value;
