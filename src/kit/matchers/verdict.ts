/** What a matcher found, and how a failed test prints it. */
import { timeText } from '#record';

/** The result of a matcher, for any test runner. */
export interface Verdict {
  readonly pass: boolean;
  /** What was asked for, in words: `DaemonSet default/agent to reach status {"numberReady":3}`. */
  readonly about: string;
  readonly expected: string;
  readonly found: string;
  /** What it may have waited for. */
  readonly hint?: string | undefined;
  /** Why it is as it was found: the causal chain, in lines; empty where nothing is known. */
  readonly chain: readonly string[];
  readonly seed: number;
  /** Virtual time since the cluster's start, ms: when it was decided. */
  readonly atMs: number;
}

/** How a test is run. */
export interface TestRun {
  /** The test asks for the opposite. */
  readonly isNot?: boolean;
  /** The command that runs this test again. */
  readonly replay?: string;
}

/** Returns the message of a failure: expected, found, why, and what plays it again. */
export function verdictText(verdict: Verdict, { isNot = false, replay }: TestRun = {}): string {
  const { about, expected, found, hint, chain, seed, atMs } = verdict;
  const when = `seed ${seed}, ${timeText(atMs)} of virtual time`;
  return [
    `expected ${isNot ? 'not ' : ''}${about}`,
    '',
    `  expected: ${isNot ? 'not ' : ''}${expected}`,
    `  found:    ${found}`,
    ...(hint === undefined ? [] : [`  hint:     ${hint}`]),
    ...(chain.length === 0 ? [] : ['', 'why:', ...chain.map((line) => `  ${line}`.trimEnd())]),
    '',
    `replay: ${replay ?? 'run this test again'}  (${when})`,
  ].join('\n');
}

/** Returns a command with a text in single quotes, for a shell. */
export function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a regular expression that matches this text only. */
export function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
