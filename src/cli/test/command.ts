/** `orrery test` on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { parseSeed, parseSetting } from '../parse.ts';
import type { TestOptions } from './test.ts';

export function addTest(program: Command): void {
  program
    .command('test')
    .description('Play scenarios and tell which of their checks hold.')
    .argument('<files...>', 'scenario files, folders of them, or names and topics of `orrery list`')
    .option('--set <name=value>', 'value of a variable; may be given several times', parseSetting)
    .addOption(allowOutsideOption())
    .option('--seed <number>', "seed of chance (default: each scenario's, or 1)", parseSeed)
    .option('-j, --jobs <number>', 'how many at once (default: one for each core)', parseJobs)
    .option('--all', 'also those of folders that are slow (slow: true)')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .addOption(
      new Option('-o, --output <form>', 'text, json, or jsonl: a line for each scenario as it ends')
        .choices(['text', 'json', 'jsonl'])
        .default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery test scenarios
  orrery test scenarios --all
  orrery test my.yaml other.yaml --jobs 4
  orrery test cronjob --junit reports/scenarios.xml

Exit status: 0 all checks held, 1 a check or step failed, 2 a file cannot be played.`,
    )
    .action(async (files: readonly string[], options: TestOptions) => {
      const { test } = await import('./test.ts');
      process.exitCode = await test(files, options);
    });
}

function parseJobs(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of jobs, such as 4.');
}
