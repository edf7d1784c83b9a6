/** `orrery test` on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { releaseOption } from '../release-option.ts';
import { parseSeed, parseSetting } from '../parse.ts';
import type { TestOptions } from './test.ts';

export function addTest(program: Command): void {
  program
    .command('test')
    .description('Play scenarios and tell which of their checks hold.')
    .argument('<files...>', 'scenario files, folders of them, or names and topics of `orrery list`')
    .option('--set <name=value>', 'value of a variable; may be given several times', parseSetting)
    .addOption(allowOutsideOption())
    .addOption(
      releaseOption(
        'the release of Kubernetes, such as 1.34, or several: 1.30,1.34 or 1.24..1.37, side by side',
      ),
    )
    .option('--seed <number>', "seed of chance (default: each scenario's, or 1)", parseSeed)
    .option('-j, --jobs <number>', 'how many at once (default: one for each core)', parseJobs)
    .option('--all', 'also those of folders that are slow (slow: true)')
    .option(
      '--filter <text>',
      'only scenarios with this text, or /regular expression/, in file or title',
    )
    .addOption(
      new Option('--shard <part>', 'only a part of the files, such as 1/4: every fourth').argParser(
        parseShard,
      ),
    )
    .option('--quiet', 'print failures and the summary only')
    .option('--watch', 'test again whenever a file of the named folders changes, until Ctrl-C')
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
  orrery test scenarios --filter rollout --quiet
  orrery test scenarios --shard 1/4             # on one of four machines of a CI
  orrery test my.yaml --watch
  orrery test scenarios --kubernetes 1.24..1.37  # a table: scenario by release
  orrery test cronjob --junit reports/scenarios.xml

Exit status: 0 all checks held, 1 a check or step failed, 2 a file cannot be played.`,
    )
    .action(async (files: readonly string[], options: TestOptions) => {
      if (options.watch === true) {
        const { watchAndTest } = await import('./watch.ts');
        return await watchAndTest(files, options);
      }
      const { test } = await import('./test.ts');
      process.exitCode = await test(files, options);
    });
}

function parseJobs(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of jobs, such as 4.');
}

function parseShard(text: string): NonNullable<TestOptions['shard']> {
  const [, part = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (part >= 1 && part <= of) return { part, of };
  throw new InvalidArgumentError('Expected a part of a whole, such as 1/4.');
}
