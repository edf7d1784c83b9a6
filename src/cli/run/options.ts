import type { Settings } from '#scenario';
import type { OutsideOptions } from '../allow-outside.ts';
import type { ReleaseOptions } from '../release-option.ts';

/** The options of a run on the command line. */
export interface RunCommandOptions extends OutsideOptions, ReleaseOptions {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** `max`, or virtual seconds per wall second. */
  readonly speed: 'max' | number;
  readonly output: 'text' | 'json';
  /** Show every write, and what the run has cost. */
  readonly verbose?: boolean;
  /** Values of variables. */
  readonly set?: Settings;
  /** The end: a duration since the start, or a time. */
  readonly until?: string;
  /** A run whose state it begins with: `my.run`, or `my.run@90s`. */
  readonly fromSnapshot?: string;
  /** It continues the state of any release. */
  readonly forceVersion?: boolean;
  /** File to save the run record in. */
  readonly record?: string;
  /** File to save a report in: one HTML page. */
  readonly report?: string;
  /** The memory limit of the writes that are kept for record, report and JSON, in MiB. */
  readonly history?: number;
  /** Use `set` only from here on, and compare; a duration since the start, or a time. */
  readonly forkAt?: string;
  /** Steps of the forked future, as YAML. */
  readonly step?: readonly string[];
}
