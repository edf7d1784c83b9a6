#!/usr/bin/env node
/** The `orrery` command. */
import * as nodeModule from 'node:module';
import { Command, CommanderError } from 'commander';
import type { RecordFullError } from '#run';
import { exitCodes } from './exit-codes.ts';
import { addClock } from './clock/command.ts';
import { addCompletion } from './completion/command.ts';
import { addControllers } from './controllers/command.ts';
import { addData } from './data/command.ts';
import { addDescribe } from './describe/command.ts';
import { addDiff } from './diff/command.ts';
import { addExplore } from './explore/command.ts';
import { addForecast } from './forecast/command.ts';
import { addGet } from './get/command.ts';
import { addGrade } from './grade/command.ts';
import { addImport } from './import/command.ts';
import { addInit } from './init/command.ts';
import { addRun } from './run/command.ts';
import { addOpen } from './open/command.ts';
import { addLint } from './lint/command.ts';
import { addLessons } from './lessons/command.ts';
import { addList } from './list/command.ts';
import { addServe } from './serve/command.ts';
import { packageVersion } from './package.ts';
import { addTest } from './test/command.ts';
import { addWhy } from './why/command.ts';
import { forTerminal, printError } from './output.ts';

// From Node 22 on, the compiled code of a command is cached for the next start.
(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();

const program = new Command('orrery')
  .description('A clockwork Kubernetes control plane: run a scenario and watch status evolve.')
  .version(packageVersion(), '-V, --version', 'print the version')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(forTerminal(text)) });

addRun(program);
addTest(program);
addServe(program);
addGrade(program);
addExplore(program);
addClock(program);
addControllers(program);
addData(program);
addGet(program);
addDescribe(program);
addDiff(program);
addOpen(program);
addWhy(program);
addForecast(program);
addInit(program);
addImport(program);
addCompletion(program);
addLint(program);
addList(program);
addLessons(program);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the output may close it early: `orrery run ... | head`.
  if (error.code === 'EPIPE') process.exit();
  printError(`orrery: cannot write the output: ${error.message}\n`);
  process.exit(exitCodes.invalid);
});
// There is no output left to report it to.
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await report(error);
}

/** Reports an error; resolves to the exit code. */
async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.invalid;
  if (
    error instanceof Error &&
    ['ScenarioError', 'UsageError', 'QuestionError', 'DataError'].includes(error.name)
  ) {
    printError(`${error.message}\n`);
    return exitCodes.invalid;
  }
  if (error instanceof Error && error.name === 'RecordFullError') {
    const { recordFullText } = await import('./history-size.ts');
    printError(`${recordFullText(error as RecordFullError)}\n`);
    return exitCodes.recordFull;
  }
  if (isOfTheSystem(error)) {
    printError(`orrery: ${error.message}\n`);
    // Open handles, such as a server, must not keep the process alive.
    process.exit(exitCodes.invalid);
  }
  const { sourceStack } = await import('./source-stack.ts');
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printError(`orrery: this is a defect: ${sourceStack(what)}\n`);
  // Open handles, such as a server, must not keep a broken process alive.
  process.exit(exitCodes.internal);
}

/** Errors of the operating system, such as missing permission or a full disk. */
function isOfTheSystem(error: unknown): error is NodeJS.ErrnoException {
  const { code, syscall, errno } = error as NodeJS.ErrnoException;
  return (
    error instanceof Error && code !== undefined && (syscall !== undefined || errno !== undefined)
  );
}
