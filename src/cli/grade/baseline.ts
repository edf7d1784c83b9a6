/** A report card from before, and what got worse since. */
import type { CaseResult, Verdict } from '#grade';
import { EncodingError, FileError, readTextFile } from '#machine';
import { UsageError } from '../usage-error.ts';

/** Verdicts by the names of cases. */
export type Baseline = ReadonlyMap<string, Verdict>;

const MOST_BYTES = 64 * 1_048_576;

/** @throws {UsageError} for a file that `orrery grade -o json` has not written */
export function baselineIn(file: string): Baseline {
  const expected = 'expected what `orrery grade -o json` prints';
  try {
    const { results } = JSON.parse(readTextFile(file, MOST_BYTES, 'baseline')) as {
      readonly results: readonly Pick<CaseResult, 'id' | 'verdict'>[];
    };
    return new Map(results.map(({ id, verdict }) => [id, verdict]));
  } catch (error) {
    const isOfFile = error instanceof FileError || error instanceof EncodingError;
    throw new UsageError(`--baseline ${file}: ${isOfFile ? error.message : expected}`);
  }
}

/** Returns what fails now, and did not before. */
export function worseThan(before: Baseline, results: readonly CaseResult[]): readonly CaseResult[] {
  return results.filter(({ id, verdict }) => verdict === 'fail' && before.get(id) !== 'fail');
}
