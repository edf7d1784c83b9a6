import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { replayFile } from './replay.ts';
import type { VectorFile } from './runner.ts';

/** How many failures of a file are printed in full. */
const shownFailures = 5;

/** Outcome as an exit status: all cases passed, some failed, or something could not be read. */
export type ExitStatus = 0 | 1 | 2;

/** Where the lines of a report go. */
export interface Output {
  /** A line of the report. */
  print(line: string): void;
  /** Why there is no report. */
  complain(message: string): void;
}

class Unreadable extends Error {}

/**
 * Replays every vector file of a directory and prints a line for each, then the total. Files without
 * a runner are named and don't count.
 */
export function replayDirectory(
  directory: string,
  runners: Readonly<Record<string, VectorFile>>,
  output: Output,
): ExitStatus {
  const total = { passed: 0, failed: 0 };
  try {
    for (const name of vectorFiles(directory)) {
      const runner = runners[name];
      if (runner === undefined) {
        output.print(`${name} not covered`);
        continue;
      }
      const { passed, failed } = reportFile(join(directory, name), name, runner, output);
      total.passed += passed;
      total.failed += failed;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    output.complain(error.message);
    return 2;
  }
  output.print(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

function vectorFiles(directory: string): string[] {
  const names = readable(directory, () => readdirSync(directory));
  return names.filter((name) => name.endsWith('.json')).sort();
}

function reportFile(
  path: string,
  name: string,
  runner: VectorFile,
  { print }: Output,
): { passed: number; failed: number } {
  const { passed, failures, note } = readable(path, () => replayFile(path, runner));
  print(`${name} ${passed} passed, ${failures.length} failed`);
  if (note !== undefined) print(`  ${note}`);
  for (const failure of failures.slice(0, shownFailures)) print(`  ${name}${failure}`);
  if (failures.length > shownFailures) print(`  and ${failures.length - shownFailures} more`);
  return { passed, failed: failures.length };
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Unreadable(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}
