/**
 * Transcripts: files of shell lines, each with what it must print. A line begins with
 *
 *     # comment
 *     $ a command, for bash; KUBERNETES in its environment is the minor release of the server
 *     > a pattern (JavaScript, `^` and `$` at lines) that its stdout must match; `>!` must not
 *     ! a pattern that its stderr must match
 *     = the exit code, 0 by default
 *     ~ asked again until all that is true (for what controllers do in the meantime)
 *     @ 1.26 the first version of the client that has the command, and why
 *     @ -1.30 the last version
 *     @ server 1.27 the first release of the server that has what the command asks for; `server -1.30` the last
 */
import { cpSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { machineWall } from '#clock';
import { runToEnd, type CommandOptions, type Outcome } from './command.ts';
import type { Stage, StepResult } from './suite.ts';

/** A line of a transcript with all that is expected of it. */
export interface TranscriptStep {
  readonly command: string;
  readonly prints: readonly RegExp[];
  readonly hides: readonly RegExp[];
  readonly warns: readonly RegExp[];
  readonly code: number;
  readonly isRepeated: boolean;
  /** The first version that has the command, and the last; any, where it is not said. */
  readonly from?: string;
  readonly to?: string;
  /** The same of the server. */
  readonly serverFrom?: string;
  readonly serverTo?: string;
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
      const [, server, last, version] = /^(server )?(-?)(\d+\.\d+)(?: |$)/.exec(rest) ?? [];
      if (version === undefined) return false;
      if (server !== undefined) step[last === '-' ? 'serverTo' : 'serverFrom'] = version;
      else step[last === '-' ? 'to' : 'from'] = version;
      return true;
    }
  }
}

/**
 * Plays transcripts of a client, one after the other: in its folder, with copies of its files.
 *
 * @param names of the files in the client's sources, without `.steps`
 * @param files folder in the client's sources; what is in it is copied
 * @param bin folder of the client's programs
 * @param version as for {@link perform}
 */
export function play(
  { env, folder, sources, kubernetes }: Stage,
  names: readonly string[],
  {
    files,
    bin,
    version,
  }: { readonly files?: string; readonly bin: string; readonly version: string },
): Promise<readonly StepResult[]> {
  if (files !== undefined) cpSync(join(sources, files), folder, { recursive: true });
  const steps = names.flatMap((name) =>
    parseTranscript(readFileSync(join(sources, `${name}.steps`), 'utf8')),
  );
  const path = `${bin}${delimiter}${env['PATH']}`;
  return perform(
    steps,
    { client: version, server: kubernetes },
    { cwd: folder, env: { ...env, PATH: path, KUBERNETES: kubernetes } },
  );
}

/**
 * Runs the steps one after the other; a step that fails does not end the transcript.
 *
 * @param versions steps of others are skipped
 */
async function perform(
  steps: readonly TranscriptStep[],
  versions: Versions,
  options: CommandOptions,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    const why = reasonToSkip(step, versions);
    if (why === undefined) results.push(await take(step, options));
    else results.push({ step: step.command, outcome: 'skipped', why });
  }
  return results;
}

/** The versions of a client and of its server, such as 1.24. */
export interface Versions {
  readonly client: string;
  readonly server: string;
}

/** Says why a client does not take a step against a server; nothing where it does. */
export function reasonToSkip(
  { from, to, serverFrom, serverTo }: TranscriptStep,
  { client, server }: Versions,
): string | undefined {
  if (isBefore(client, from)) return `it came with ${from}`;
  if (isBefore(to, client)) return `it went after ${to}`;
  if (isBefore(server, serverFrom)) return `servers have it since ${serverFrom}`;
  return isBefore(serverTo, server) ? `servers had it until ${serverTo}` : undefined;
}

/** Whether a version comes before another; none comes before one that is not there. */
function isBefore(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
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
