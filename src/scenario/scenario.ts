/** A scenario, checked and ready to run. */
import type { Millis } from '#clock';
import type { NodeGroup } from './shape/node-group.ts';
import type { Step } from './step.ts';

export interface Scenario {
  /** Path of the file, as it was given. */
  readonly file: string;
  readonly name: string;
  readonly description?: string;
  /** Seed of chance; the command line overrides it. */
  readonly seed?: number;
  /** Virtual time at which it starts, ms. */
  readonly startMs: Millis;
  /** How long it runs, virtual ms. */
  readonly untilMs: Millis;
  readonly nodes: readonly NodeGroup[];
  /** In order of time, then of the file. */
  readonly steps: readonly Step[];
}
