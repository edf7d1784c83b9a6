import type { CheckMark } from '#record';

/** A step failed, or what a check asked for did not happen in time. */
export class CheckFailedError extends Error {
  override readonly name = 'CheckFailedError';
  /** What had to happen, in words. */
  readonly expected: string;
  /** What was found, in words. */
  readonly found: string;

  constructor({ summary, expected, actual }: Pick<CheckMark, 'summary' | 'expected' | 'actual'>) {
    super(`${summary}\n  expected: ${expected}\n  found:    ${actual}`);
    this.expected = expected;
    this.found = actual;
  }
}
