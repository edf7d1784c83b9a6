import type { CheckMark } from '#record';

/** A step failed, or what a check asked for did not happen in time. */
export class CheckFailedError extends Error {
  override readonly name = 'CheckFailedError';
  /** What had to happen, in words. */
  readonly expected: string;
  /** What was found, in words. */
  readonly found: string;
  /** What it may have waited for. */
  readonly hint: string | undefined;

  constructor(
    { summary, expected, actual }: Pick<CheckMark, 'summary' | 'expected' | 'actual'>,
    hint?: string,
  ) {
    const hinted = hint === undefined ? '' : `\n  hint:     ${hint}`;
    super(`${summary}\n  expected: ${expected}\n  found:    ${actual}${hinted}`);
    this.hint = hint;
    this.expected = expected;
    this.found = actual;
  }
}
