/** `orrery diff` on the command line. */
import { Option, type Command } from 'commander';
import { parseSeed } from '../parse.ts';
import type { DiffOptions } from './diff.ts';

export function addDiff(program: Command): void {
  program
    .command('diff')
    .description('Compare two runs: the first difference with its cause, and how they end.')
    .argument('<left>', 'run record, or a scenario to play')
    .argument('[right]', 'the other one (default: the same, with another seed)')
    .option('--seed <number>', 'seed of the left scenario', parseSeed)
    .option('--other-seed <number>', 'seed of the right scenario (default: --seed)', parseSeed)
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery diff before.run after.run
  orrery diff my.yaml --seed 1 --other-seed 2
  orrery diff good.yaml bad.yaml -o json

Exit status: 0 they did the same, 1 they differ, 2 wrong usage.`,
    )
    .action(async (left: string, right: string | undefined, options: DiffOptions) => {
      const { diffRuns } = await import('./diff.ts');
      process.exitCode = await diffRuns(left, right, options);
    });
}
