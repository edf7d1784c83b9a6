/**
 * Replays recorded vectors: `node dist/tools/vectors/main.js DIR`. Prints a line a file and a total;
 * exits with 0 when all cases pass, 1 when some fail, 2 when DIR or a file in it can't be read.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { replayFile } from './replay.ts';
import { runners } from './runners.ts';

/** How many failures of a file are told in full. */
const shownFailures = 5;

class UsageError extends Error {}

function vectorFiles(directory: string | undefined): string[] {
  if (directory === undefined) throw new UsageError('usage: vectors DIR');
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    throw new UsageError(`cannot read the directory ${directory}: ${(error as Error).message}`);
  }
}

function replay(directory: string, name: string): { passed: number; failed: number } {
  const runner = runners[name];
  if (runner === undefined) {
    console.log(`${name} not covered`);
    return { passed: 0, failed: 0 };
  }
  const { passed, failures, note } = readable(name, () =>
    replayFile(join(directory, name), runner),
  );
  console.log(`${name} ${passed} passed, ${failures.length} failed`);
  if (note !== undefined) console.log(`  ${note}`);
  for (const failure of failures.slice(0, shownFailures)) console.log(`  ${name}${failure}`);
  if (failures.length > shownFailures) {
    console.log(`  and ${failures.length - shownFailures} more`);
  }
  return { passed, failed: failures.length };
}

function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`cannot read ${name}: ${(error as Error).message}`);
  }
}

function main(directory: string | undefined): number {
  const total = { passed: 0, failed: 0 };
  for (const name of vectorFiles(directory)) {
    const { passed, failed } = replay(directory!, name);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

try {
  process.exitCode = main(process.argv[2]);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
