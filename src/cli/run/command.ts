/** `orrery run` on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { releaseOption } from '../release-option.ts';
import { parseMebibytes, parseSeed, parseSetting } from '../parse.ts';
import type { RunCommandOptions } from './options.ts';

export function addRun(program: Command): void {
  program
    .command('run')
    .description('Play a scenario to its end and show how status evolves.')
    .argument(
      '<file>',
      'scenario file (YAML), one of `orrery list`, - for standard input, or a run record to play again',
    )
    .option('--set <name=value>', 'value of a variable; may be given several times', parseSetting)
    .addOption(allowOutsideOption())
    .addOption(releaseOption())
    .option('--seed <number>', "seed of chance (default: the scenario's, or 1)", parseSeed)
    .addOption(
      new Option('--speed <factor>', 'max, or how many times as fast as the wall clock: 1x, 60x')
        .default('max')
        .argParser(parseSpeed),
    )
    .option('--until <time>', "where to end: 90s, 2h, or a time (default: the scenario's end)")
    .option('--from-snapshot <run>', 'begin with the state of another run: my.run, or my.run@90s')
    .option(
      '--force-version',
      'with --from-snapshot: continue the state of any release, not only of this one and the one before',
    )
    .option(
      '--fork-at <time>',
      'let --set and --step hold from here only (90s, or a time), and compare the two futures',
    )
    .option(
      '--step <yaml>',
      'with --fork-at: a step of the other future, at that time; may be given several times',
      (step: string, before: readonly string[] = []) => [...before, step],
    )
    .addOption(
      new Option('-o, --output <form>', 'text, or the run record as json')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option(
      '-v, --verbose',
      'show every write, and what the run has cost (default: steps, checks, and what no other object controls)',
    )
    .option('--record <file>', 'save the run record, for orrery why, get and diff')
    .option(
      '--report <file>',
      'save a report: the page of the run, in one HTML file that opens from disk',
    )
    .addOption(
      new Option(
        '--history <MiB>',
        'writes kept for --record, --report, --fork-at and -o json (default: a quarter of the heap limit)',
      ).argParser(parseMebibytes),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery run daemonset/rolling-update
  orrery run daemonset/rolling-update -v        # every write: pods, bindings, the kubelets
  orrery run daemonset/rolling-update --speed 10x --until 1m
  orrery run my.yaml --set nodes=10 --seed 7 --record my.run
  orrery run my.yaml --report my.html
  generate | orrery run -
  orrery run my.run                             # again: the same seed, values and texts
  orrery run what-then.yaml --from-snapshot my.run@90s     # at the release of that run, or the next one
  orrery run my.yaml --fork-at 90s --set replicas=5
  orrery run my.yaml --fork-at 90s --step '{ scale: { kind: Deployment, name: web, replicas: 8 } }'
  orrery run my.yaml -o json | jq .checks

Pods with restart policy Never or OnFailure end 5 s after their start, unless sim/run-seconds or a rule says otherwise.

Exit status: 0 all checks held (with --fork-at: in both futures), 1 a check or step failed, 2 wrong usage or scenario,
3 virtual time could not move on, 4 there is no room for what is to be kept, 70 a defect of the program.`,
    )
    .action(async (file: string, options: RunCommandOptions) => {
      const { run } = await import('./run.ts');
      process.exitCode = await run(file, options);
    });
}

function parseSpeed(text: string): RunCommandOptions['speed'] {
  if (text === 'max') return 'max';
  const factor = /^(\d+(?:\.\d+)?)x?$/.exec(text)?.[1];
  if (factor === undefined || Number(factor) <= 0) {
    throw new InvalidArgumentError('Expected max, or a factor such as 1x, 60x or 0.5x.');
  }
  return Number(factor);
}
