/** `orrery diff`: compares two runs. */
import { compareRuns } from '#record';
import type { Settings } from '#scenario';
import type { OutsideOptions } from '../allow-outside.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { exitCodes } from '../exit-codes.ts';
import { openPast } from '../past/open.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { comparisonText } from './text.ts';
import { printData, printText } from '../output.ts';

export interface DiffOptions extends OutsideOptions, ReleaseOptions {
  readonly seed?: number;
  readonly otherSeed?: number;
  /** Values of the left scenario's variables. */
  readonly set?: Settings;
  /** Values of the right scenario's variables; for the same file, in addition to `set`. */
  readonly otherSet?: Settings;
  readonly output: 'text' | 'json';
}

/** Prints the comparison; resolves with the exit code: 1 when the runs differ. @throws {UsageError} */
export async function diffRuns(
  leftFile: string,
  rightFile: string | undefined,
  { seed, otherSeed = seed, set, otherSet, allowOutside, kubernetes, output }: DiffOptions,
): Promise<number> {
  if (rightFile === undefined && otherSeed === seed && otherSet === undefined) {
    throw new UsageError(
      'expected a second run, or another seed or value for the same: --other-seed 2, --other-set NAME=VALUE',
    );
  }
  const left = await openPast({ run: leftFile, seed, set, allowOutside, kubernetes });
  const rightSet = rightFile === undefined ? { ...set, ...otherSet } : otherSet;
  const right = await openPast({
    run: rightFile ?? leftFile,
    seed: otherSeed,
    set: rightSet,
    allowOutside,
    kubernetes,
  });
  const comparison = compareRuns(left, right);
  if (output === 'json') {
    printData(`${JSON.stringify(comparison, undefined, 2)}\n`);
  } else {
    const name = (file: string, { head }: typeof left): string => `${file} (seed ${head.seed})`;
    const sides = { left: name(leftFile, left), right: name(rightFile ?? leftFile, right) };
    const style = styleFor(process.stdout, process.env);
    const lines = comparisonText({ comparison, left, right, sides }, style);
    printText(`${lines.join('\n')}\n`);
  }
  const isSame = comparison.first === undefined && comparison.checks.length === 0;
  return isSame ? exitCodes.ok : exitCodes.checksFailed;
}
