#!/usr/bin/env node
/** The `orrery` command. */
import * as nodeModule from 'node:module';
import { CommanderError } from 'commander';
import type { RecordFullError } from '#run';
import { exitCodes } from './exit-codes.ts';
import { problemOfNode } from './node-version.ts';
import { printError } from './output.ts';
import { makeProgram } from './program.ts';

// From Node 22 on, the compiled code of a command is cached for the next start.
(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the output may close it early: `orrery run ... | head`.
  if (error.code === 'EPIPE') process.exit();
  printError(`orrery: cannot write the output: ${error.message}\n`);
  process.exit(exitCodes.invalid);
});
// There is no output left to report it to.
process.stderr.on('error', () => undefined);

const tooOld = problemOfNode(process.versions.node);
if (tooOld !== undefined) {
  printError(`${tooOld}\n`);
  process.exit(exitCodes.invalid);
}
try {
  await makeProgram(process.argv[2]).parseAsync();
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
