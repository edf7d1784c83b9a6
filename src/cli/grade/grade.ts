/** `orrery grade`: plays cases against a client and prints its report card. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { machineWall } from '#clock';
import {
  CaseError,
  gradeAll,
  probe,
  ProbeError,
  readLibrary,
  type CaseLibrary,
  type GradeCase,
  type Subject,
} from '#grade';
import { CheckFailedError } from '#kit';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import { packageFolder } from '../package.ts';
import { askedRelease } from '../release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { annotations } from './annotations.ts';
import { baselineIn, worseThan } from './baseline.ts';
import { setupOf, type SetupOptions } from './setup.ts';
import { junitOf } from './junit.ts';
import { listText, listed } from './list.ts';
import { progressOn } from './progress.ts';
import { reportLines } from './text.ts';

export interface GradeOptions extends SetupOptions, ReleaseOptions {
  readonly list: boolean;
  readonly case?: readonly string[];
  readonly suite: 'quick' | 'full';
  readonly resource?: string;
  readonly nodes: number;
  readonly jobs?: number;
  readonly junit?: string;
  readonly baseline?: string;
  readonly output: 'text' | 'json' | 'github';
}

/** What shells report about a program that Ctrl-C has ended. */
const stopped = 130;

/** Clients mostly wait, so more cases than cores run at once. */
const jobsPerCore = 4;

/** Resolves with the exit code. @throws {UsageError} */
export async function grade(command: readonly string[], options: GradeOptions): Promise<number> {
  const library = libraryOf(join(packageFolder(), 'cases'));
  const cases = chosen(library, options);
  const style = styleFor(process.stdout, process.env);
  if (options.list) {
    if (options.output === 'json') printData(`${JSON.stringify(listed(cases), undefined, 2)}\n`);
    else printText(`${listText(library.families, cases, style)}\n`);
    return exitCodes.ok;
  }
  if (command.length === 0) {
    throw new UsageError('expected the command of a client: orrery grade -- node my-informer.js');
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(stopped));
  const { setup, expectations } = setupOf(options);
  const before = options.baseline === undefined ? undefined : baselineIn(options.baseline);
  const release = askedRelease(options);
  const kubernetes = release && `1.${release.minor}`;
  const stage = { command, setup, nodes: options.nodes, kubernetes };
  const expected = options.resource === undefined ? {} : { resource: options.resource };
  const progress = progressOn(process.stderr, cases.length);
  progress.say('a first run, which nothing disturbs');
  const subject = await subjectOf(stage, { ...expectations, ...expected }).finally(progress.clear);
  const began = machineWall.now();
  const jobs = options.jobs ?? availableParallelism() * jobsPerCore;
  const results = await gradeAll(cases, { ...stage, subject, expectations }, jobs, progress.count);
  progress.clear();
  const card = { client: command, subject, wallMs: machineWall.now() - began, results };
  const worse = before === undefined ? undefined : worseThan(before, results);
  if (options.output === 'json') printData(`${JSON.stringify(card, undefined, 2)}\n`);
  else if (options.output === 'github') printText(annotations(worse ?? results));
  else printText(`${reportLines(card, library.families, style, worse).join('\n')}\n`);
  if (options.junit !== undefined) await save(options.junit, junitOf(results));
  const counted = worse ?? results;
  return counted.some(({ verdict }) => verdict === 'fail') ? exitCodes.checksFailed : exitCodes.ok;
}

async function subjectOf(...[stage, options]: Parameters<typeof probe>): Promise<Subject> {
  try {
    return await probe(stage, options);
  } catch (error) {
    if (error instanceof ProbeError) throw new UsageError(error.message);
    if (error instanceof CheckFailedError) throw new UsageError(`--setup: ${error.message}`);
    throw error;
  }
}

function libraryOf(folder: string): CaseLibrary {
  try {
    return readLibrary(folder);
  } catch (error) {
    if (error instanceof CaseError) throw new UsageError(error.message);
    throw error;
  }
}

/** Returns the cases that are asked for. @throws {UsageError} when there is none */
function chosen(
  { cases }: CaseLibrary,
  { case: names, suite }: GradeOptions,
): readonly GradeCase[] {
  const isNamed = ({ id, number, title }: GradeCase): boolean =>
    names?.some((name) => number === name || id.includes(name) || title.includes(name)) ?? true;
  const found = cases.filter((each) => (suite === 'full' || each.isQuick) && isNamed(each));
  if (found.length > 0) return found;
  throw new UsageError(`no case of the ${suite} suite has "${names?.join('" or "')}" in it`);
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
  }
}
