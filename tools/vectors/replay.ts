import { readFileSync } from 'node:fs';
import type { TestCase, VectorFile } from './runner.ts';

/** The outcome of one vector file; `failures` names each failing case by its index in the file. */
export interface Replay {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly note: string | undefined;
}

/** Replays all cases of a file. Throws when the file can't be read as a JSON array of cases. */
export function replayFile(path: string, file: VectorFile): Replay {
  const cases = readCases(path);
  const failures: string[] = [];
  cases.forEach((testCase, index) => {
    const mismatch = replayCase(file, testCase);
    if (mismatch !== undefined) failures.push(`[${index}] ${mismatch}`);
  });
  return { passed: cases.length - failures.length, failures, note: file.note?.(cases) };
}

/** Replays one case; a throw of the code under test is a mismatch like any other. */
export function replayCase(file: VectorFile, testCase: TestCase): string | undefined {
  try {
    return file.run(testCase);
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Reads the cases of a vector file. */
export function readCases(path: string): readonly TestCase[] {
  const cases: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(cases)) throw new Error('not a JSON array of cases');
  return cases as TestCase[];
}
