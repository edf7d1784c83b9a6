/** Options of the commands that show the past of a run. */
import type { Command } from 'commander';
import { allowOutsideOption, type OutsideOptions } from '../allow-outside.ts';
import { releaseOption, type ReleaseOptions } from '../release-option.ts';
import type { Settings } from '#scenario';
import { parseSeed, parseSetting } from '../parse.ts';

/** The run, and the moment of it. */
export interface PastCommandOptions extends OutsideOptions, ReleaseOptions {
  /** Absent: that of a running server. */
  readonly run?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly seed?: number;
  /** Values of a scenario's variables. */
  readonly set?: Settings;
  readonly at?: string;
}

export function addPastOptions(command: Command): Command {
  return command
    .option(
      '--run <file>',
      'run record (orrery run --record), or a scenario to play: a file, or one of `orrery list` (default: a running server)',
    )
    .option('--kubeconfig <file>', 'without --run: how to reach the server (default: $KUBECONFIG)')
    .option('--context <name>', 'context of the kubeconfig (default: its current one)')
    .option(
      '--seed <number>',
      "seed of chance; a record is played again with another one (default: the scenario's, or 1)",
      parseSeed,
    )
    .option(
      '--set <name=value>',
      'for a scenario: value of a variable; may be given several times',
      parseSetting,
    )
    .addOption(allowOutsideOption())
    .addOption(releaseOption())
    .option(
      '--at <time>',
      'moment: 90s after the start, a time, or rev:218 (default: the end, or now)',
    );
}
