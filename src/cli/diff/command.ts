/** `orrery diff` on the command line. */
import { Option, type Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { releaseOption } from '../release-option.ts';
import { parseSeed, parseSetting } from '../parse.ts';
import type { DiffOptions } from './diff.ts';

export function addDiff(program: Command): void {
  program
    .command('diff')
    .description(
      'Compare two runs: the first difference with its cause, how they end, and their checks.',
    )
    .argument('<left>', 'run record, or a scenario to play')
    .argument('[right]', 'the other one (default: the same, with another seed or value)')
    .option('--seed <number>', 'seed of the left scenario', parseSeed)
    .option('--other-seed <number>', 'seed of the right scenario (default: --seed)', parseSeed)
    .option('--set <name=value>', 'value of a variable of the left scenario', parseSetting)
    .option(
      '--other-set <name=value>',
      'value of a variable of the right scenario; each may be given several times',
      parseSetting,
    )
    .addOption(allowOutsideOption())
    .addOption(releaseOption())
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery diff before.run after.run
  orrery diff my.run --other-seed 2             # plays the scenario of the record again
  orrery diff my.yaml --seed 1 --other-seed 2
  orrery diff my.yaml --set replicas=3 --other-set replicas=5
  orrery diff good.yaml bad.yaml -o json

Exit status: 0 they did the same, and so did their checks, 1 they differ, 2 wrong usage.`,
    )
    .action(async (left: string, right: string | undefined, options: DiffOptions) => {
      const { diffRuns } = await import('./diff.ts');
      process.exitCode = await diffRuns(left, right, options);
    });
}
