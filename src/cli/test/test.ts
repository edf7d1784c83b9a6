/** `orrery test`: plays scenarios in parallel and prints a summary. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { readTextFile } from '#machine';
import { isMarkedSlow } from '#scenario';
import { exitCodes } from '../exit-codes.ts';
import { filesInside } from '../scenario-files.ts';
import { scenarioFile } from '../scenario-input.ts';
import { matcherOf } from './filter.ts';
import { countOn } from './progress.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { inParallel } from './parallel.ts';
import { matrixLines } from './matrix.ts';
import { releasesIn } from './releases.ts';
import { junitXml } from './junit.ts';
import { testFile, type PlayOptions } from './one.ts';
import type { ScenarioResult } from './result.ts';
import { resultLines, skippedLine, summaryLine } from './text.ts';
import { printData, printText } from '../output.ts';

export interface TestOptions extends PlayOptions {
  readonly jobs?: number;
  /** Also the slow ones in folders. */
  readonly all?: boolean;
  readonly junit?: string;
  /** A text, or /a regular expression/, that file or title must have. */
  readonly filter?: string;
  /** Every `of`th file, from the `part`th on. */
  readonly shard?: { readonly part: number; readonly of: number };
  /** Failures and the summary only. */
  readonly quiet?: boolean;
  readonly watch?: boolean;
  readonly output: 'text' | 'json' | 'jsonl';
}

/** Plays all files; resolves with the exit code. @throws {UsageError} when there is nothing to play */
export async function test(names: readonly string[], options: TestOptions): Promise<number> {
  const { files, skipped } = chosen(await filesOf(names, options.all === true), options);
  const jobs = Math.min(options.jobs ?? availableParallelism(), files.length);
  const releases = releasesIn(options.kubernetes);
  const isMatrix = releases !== undefined && releases.length > 1;
  const played = files.length * (releases?.length ?? 1);
  const results = new Map<string, ScenarioResult[]>();
  const { output } = options;
  const style = styleFor(process.stdout, process.env);
  const print = (text: string): void => printText(`${text}\n`);
  const progress = output === 'text' ? countOn(process.stderr) : undefined;
  const take = (result: ScenarioResult): void => {
    const those = results.get(result.file);
    if (those === undefined) results.set(result.file, [result]);
    else those.push(result);
    progress?.clear();
    const isShown = !isMatrix && (options.quiet !== true || !result.passed);
    if (output === 'text' && isShown) resultLines(result, style).forEach(print);
    progress?.report([...results.values()].flat().length, played);
    if (output === 'jsonl') printData(`${JSON.stringify(result)}\n`);
  };
  for (const file of options.quiet === true ? [] : skipped)
    if (output === 'text') print(skippedLine(file, style));
  for (const kubernetes of releases ?? [undefined]) {
    const how = { ...options, kubernetes };
    if (jobs > 1) await inParallel(files, jobs, how, take);
    else for (const file of files) for await (const result of testFile(file, how)) take(result);
  }
  progress?.clear();
  // In the order of the files, whichever finishes first.
  const all = files.flatMap((file) => results.get(file) ?? []);
  if (all.length === 0 && options.filter !== undefined && output !== 'jsonl') {
    throw new UsageError(`no scenario has "${options.filter}" in its file or title`);
  }
  if (output === 'json') printData(`${JSON.stringify(all, undefined, 2)}\n`);
  if (output === 'text' && isMatrix) matrixLines(all, releases, style).forEach(print);
  if (output === 'text') print(summaryLine(all, style));
  if (options.junit !== undefined) await save(options.junit, junitXml(all));
  if (all.some(({ invalid }) => invalid === true)) return exitCodes.invalid;
  return all.every(({ passed }) => passed) ? exitCodes.ok : exitCodes.checksFailed;
}

/** Returns the part of the files that is asked for. @throws {UsageError} when there is none */
function chosen({ files, skipped }: TestFiles, { filter, shard }: TestOptions): TestFiles {
  if (filter !== undefined) matcherOf(filter);
  const part = shard && files.filter((_, i) => i % shard.of === shard.part - 1);
  return { files: part ?? files, skipped };
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
  }
}

interface TestFiles {
  readonly files: readonly string[];
  /** Skipped because it is slow. */
  readonly skipped: readonly string[];
}

/**
 * Returns the files named, and those in the folders named, in order; of the latter the slow ones only
 * on request.
 */
async function filesOf(names: readonly string[], all: boolean): Promise<TestFiles> {
  const files = new Set<string>();
  const skipped = new Set<string>();
  for (const name of names) {
    const inside = await filesInside(name);
    // A missing file is reported like any other that cannot be played.
    for (const file of inside ?? [scenarioFile(name)]) {
      const skip = inside !== undefined && !all && isSlow(file);
      (skip ? skipped : files).add(file);
    }
  }
  for (const file of files) skipped.delete(file);
  if (files.size > 0) return { files: [...files], skipped: [...skipped] };
  const where = names.join(', ');
  throw new UsageError(
    skipped.size === 0
      ? `there are no scenarios (.yaml) in ${where}`
      : `all scenarios in ${where} are slow; --all plays them too`,
  );
}

/** Scenarios are smaller. */
const MOST_BYTES = 1_048_576;

/** A file that cannot be read is reported when it is played. */
function isSlow(file: string): boolean {
  try {
    return isMarkedSlow(readTextFile(file, MOST_BYTES, 'scenario'));
  } catch {
    return false;
  }
}
