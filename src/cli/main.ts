#!/usr/bin/env node
/** The `orrery` command. */
import * as nodeModule from 'node:module';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { parseSeed } from './parse.ts';
import type { RunCommandOptions } from './run.ts';
import { addClock } from './clock/command.ts';
import { addControllers } from './controllers/command.ts';
import { addGet } from './get/command.ts';
import { addServe } from './serve/command.ts';
import { addWhy } from './why/command.ts';

// From Node 22 on, what a command loads stays compiled for the next start.
(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();

const program = new Command('orrery')
  .description('A clockwork Kubernetes control plane: run a scenario and watch status evolve.')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) });

program
  .command('run')
  .description('Play a scenario to its end and show how status evolves.')
  .argument('<file>', 'scenario file (YAML)')
  .addOption(
    new Option('--seed <number>', "seed of chance (default: the scenario's, or 1)").argParser(
      parseSeed,
    ),
  )
  .addOption(
    new Option('--speed <factor>', 'max, or how many times as fast as the wall clock: 1x, 60x')
      .default('max')
      .argParser(parseSpeed),
  )
  .addOption(
    new Option('-o, --output <form>', 'text, or the run record as json')
      .choices(['text', 'json'])
      .default('text'),
  )
  .option('--record <file>', 'save the run record, for orrery why, get and diff')
  .addHelpText(
    'after',
    `
Examples:
  orrery run scenarios/daemonset/rolling-update.yaml
  orrery run scenarios/daemonset/rolling-update.yaml --speed 10x
  orrery run my.yaml --seed 7 --record my.run
  orrery run my.yaml -o json | jq .checks

Exit status: 0 all checks held, 1 a check or step failed, 2 wrong usage or scenario,
3 virtual time could not move on, 70 a defect of the program.`,
  )
  .action(async (file: string, options: RunCommandOptions) => {
    // Loaded by the command that is called: each starts without waiting for the others.
    const { run } = await import('./run.ts');
    process.exitCode = await run(file, options);
  });

addServe(program);
addClock(program);
addControllers(program);
addGet(program);
addWhy(program);

function parseSpeed(text: string): RunCommandOptions['speed'] {
  if (text === 'max') return 'max';
  const factor = /^(\d+(?:\.\d+)?)x?$/.exec(text)?.[1];
  if (factor === undefined || Number(factor) <= 0) {
    throw new InvalidArgumentError('Expected max, or a factor such as 1x, 60x or 0.5x.');
  }
  return Number(factor);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await report(error);
}

/** Says what is wrong; resolves to the exit code. */
async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.invalid;
  if (error instanceof Error && ['ScenarioError', 'UsageError'].includes(error.name)) {
    process.stderr.write(`${error.message}\n`);
    return exitCodes.invalid;
  }
  const { sourceStack } = await import('./source-stack.ts');
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`orrery: this is a defect: ${sourceStack(what)}\n`);
  // What is still open, such as a server, must not keep a broken process alive.
  process.exit(exitCodes.internal);
}
