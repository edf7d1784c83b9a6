import type { Settings } from '#scenario';
import type { OutsideOptions } from '../allow-outside.ts';

/** What the command line says of a run. */
export interface RunCommandOptions extends OutsideOptions {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** `max`, or virtual seconds per second of the wall. */
  readonly speed: 'max' | number;
  readonly output: 'text' | 'json';
  /** Values of variables. */
  readonly set?: Settings;
  /** Where to end: a duration since the start, or a time. */
  readonly until?: string;
  /** A run whose state it begins with: `my.run`, or `my.run@90s`. */
  readonly fromSnapshot?: string;
  /** File to save the run record in. */
  readonly record?: string;
  /** File to save a report in: one HTML page. */
  readonly report?: string;
  /** What the writes kept for record, report and JSON may take, in MiB. */
  readonly history?: number;
  /** Go on with `set` from here only, and compare; a duration since the start, or a time. */
  readonly forkAt?: string;
}
