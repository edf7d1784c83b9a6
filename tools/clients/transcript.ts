/**
 * Transcripts: files of shell lines, each with what it must print. A line begins with
 *
 *     # comment
 *     $ a command, for bash
 *     > a pattern (JavaScript, `^` and `$` at lines) that its stdout must match; `>!` must not
 *     ! a pattern that its stderr must match
 *     = the exit code, 0 by default
 *     ~ asked again until all that is true (for what controllers do in the meantime)
 *     @ 1.26 the first version of the client that has the command, and why
 *     @ -1.30 the last version
 */
import { machineWall } from '#clock';
import { runToEnd, type CommandOptions, type Outcome } from './command.ts';
import type { StepResult } from './suite.ts';

/** A line of a transcript with all that is expected of it. */
export interface TranscriptStep {
  readonly command: string;
  readonly prints: readonly RegExp[];
  readonly hides: readonly RegExp[];
  readonly warns: readonly RegExp[];
  readonly code: number;
  readonly isRepeated: boolean;
  /** Minor versions that have the command. */
  readonly from: number;
  readonly to: number;
}

type Draft = { -readonly [key in keyof TranscriptStep]: TranscriptStep[key] };

/** How long a step that is asked again may take, and the pause in between, ms. */
const patienceMs = 40_000;
const lookAgainMs = 250;

/** Reads a transcript. @throws {Error} with the number of a line that is none of the forms above */
export function parseTranscript(text: string): readonly TranscriptStep[] {
  const steps: Draft[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, mark, rest] = /^(\$|>!|>|!|=|~|@) ?(.*)$/.exec(line) ?? [];
    const step = steps.at(-1);
    if (mark === '$') steps.push(newStep(rest!));
    else if (mark === undefined || step === undefined || !expectation(step, mark, rest!))
      throw new Error(`line ${index + 1}: ${line}\nis neither a command nor what it must print`);
  }
  return steps;
}

function newStep(command: string): Draft {
  return {
    command,
    prints: [],
    hides: [],
    warns: [],
    code: 0,
    isRepeated: false,
    from: 0,
    to: Infinity,
  };
}

function expectation(step: Draft, mark: string, rest: string): boolean {
  switch (mark) {
    case '>':
      step.prints = [...step.prints, new RegExp(rest, 'm')];
      return true;
    case '>!':
      step.hides = [...step.hides, new RegExp(rest, 'm')];
      return true;
    case '!':
      step.warns = [...step.warns, new RegExp(rest, 'm')];
      return true;
    case '=':
      step.code = Number(rest);
      return Number.isInteger(step.code);
    case '~':
      step.isRepeated = true;
      return true;
    default: {
      const [, last, minor] = /^(-?)\d+\.(\d+)/.exec(rest) ?? [];
      if (last === '-') step.to = Number(minor);
      else step.from = Number(minor);
      return minor !== undefined;
    }
  }
}

/** Runs the steps one after the other; a step that fails does not end the transcript. */
export async function perform(
  steps: readonly TranscriptStep[],
  minor: number,
  options: CommandOptions,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    if (minor < step.from) results.push(skipped(step, `it came with 1.${step.from}`));
    else if (minor > step.to) results.push(skipped(step, `it went after 1.${step.to}`));
    else results.push(await take(step, options));
  }
  return results;
}

function skipped({ command }: TranscriptStep, why: string): StepResult {
  return { step: command, outcome: 'skipped', why };
}

async function take(step: TranscriptStep, options: CommandOptions): Promise<StepResult> {
  const deadline = machineWall.now() + patienceMs;
  for (;;) {
    const outcome = await runToEnd('bash', ['-c', step.command], options);
    const why = problemIn(outcome, step);
    if (why === undefined) return { step: step.command, outcome: 'passed' };
    if (!step.isRepeated || machineWall.now() > deadline)
      return { step: step.command, outcome: 'failed', why };
    await machineWall.sleep(lookAgainMs, new AbortController().signal);
  }
}

/** What an outcome lacks of what is expected; nothing where it is as expected. */
export function problemIn(outcome: Outcome, step: TranscriptStep): string | undefined {
  const problems = [
    ...(outcome.code === step.code ? [] : [`code ${outcome.code}, not ${step.code}`]),
    ...missing('stdout', outcome.stdout, step.prints),
    ...missing('stderr', outcome.stderr, step.warns),
    ...step.hides
      .filter((pattern) => pattern.test(outcome.stdout))
      .map((pattern) => `stdout matches ${String(pattern)}`),
  ];
  if (problems.length === 0) return undefined;
  return [...problems, 'stdout:', outcome.stdout.trim(), 'stderr:', outcome.stderr.trim()]
    .filter((line) => line !== '')
    .join('\n');
}

function missing(name: string, text: string, patterns: readonly RegExp[]): readonly string[] {
  return patterns
    .filter((pattern) => !pattern.test(text))
    .map((pattern) => `${name} does not match ${String(pattern)}`);
}
