#!/usr/bin/env node
/** The `orrery` command. */
import * as nodeModule from 'node:module';
import { Command, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { addClock } from './clock/command.ts';
import { addCompletion } from './completion/command.ts';
import { addControllers } from './controllers/command.ts';
import { addDiff } from './diff/command.ts';
import { addForecast } from './forecast/command.ts';
import { addGet } from './get/command.ts';
import { addImport } from './import/command.ts';
import { addInit } from './init/command.ts';
import { addRun } from './run/command.ts';
import { addLint } from './lint/command.ts';
import { addServe } from './serve/command.ts';
import { addTest } from './test/command.ts';
import { addWhy } from './why/command.ts';

// From Node 22 on, what a command loads stays compiled for the next start.
(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();

const program = new Command('orrery')
  .description('A clockwork Kubernetes control plane: run a scenario and watch status evolve.')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) });

addRun(program);
addTest(program);
addServe(program);
addClock(program);
addControllers(program);
addGet(program);
addDiff(program);
addWhy(program);
addForecast(program);
addInit(program);
addImport(program);
addCompletion(program);
addLint(program);

// Whoever reads the output may have seen enough: `orrery run ... | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

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
