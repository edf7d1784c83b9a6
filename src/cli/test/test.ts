/** `orrery test`: plays scenarios side by side and sums up. */
import { readdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { inParallel } from './parallel.ts';
import { junitXml } from './junit.ts';
import { testFile, type PlayOptions } from './one.ts';
import type { ScenarioResult } from './result.ts';
import { resultLines, summaryLine } from './text.ts';

export interface TestOptions extends PlayOptions {
  readonly jobs?: number;
  readonly junit?: string;
  readonly output: 'text' | 'json' | 'jsonl';
}

/** Plays all files; resolves with the exit code. @throws {UsageError} when there is nothing to play */
export async function test(names: readonly string[], options: TestOptions): Promise<number> {
  const files = await filesOf(names);
  const jobs = Math.min(options.jobs ?? availableParallelism(), files.length);
  const results = new Map<string, ScenarioResult[]>();
  const { output } = options;
  const style = styleFor(process.stdout, process.env);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const take = (result: ScenarioResult): void => {
    const those = results.get(result.file);
    if (those === undefined) results.set(result.file, [result]);
    else those.push(result);
    if (output === 'text') resultLines(result, style).forEach(print);
    if (output === 'jsonl') print(JSON.stringify(result));
  };
  if (jobs > 1) await inParallel(files, jobs, options, take);
  else for (const file of files) for await (const result of testFile(file, options)) take(result);
  // Told in the order of the files, whatever came first.
  const all = files.flatMap((file) => results.get(file) ?? []);
  if (output === 'json') print(JSON.stringify(all, undefined, 2));
  if (output === 'text') print(summaryLine(all, style));
  if (options.junit !== undefined) await save(options.junit, junitXml(all));
  if (all.some(({ invalid }) => invalid === true)) return exitCodes.invalid;
  return all.every(({ passed }) => passed) ? exitCodes.ok : exitCodes.checksFailed;
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
  }
}

/** The files named, and those in the folders named, in order. */
async function filesOf(names: readonly string[]): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const name of names) for (const file of await filesBelow(name)) files.add(file);
  if (files.size > 0) return [...files];
  throw new UsageError(`there are no scenarios (.yaml) in ${names.join(', ')}`);
}

async function filesBelow(name: string): Promise<readonly string[]> {
  const found = await stat(name).catch(() => undefined);
  // A file that does not exist is told like any other that cannot be played.
  if (found?.isDirectory() !== true) return [name];
  const entries = await readdir(name, { recursive: true });
  return entries
    .filter((entry) => /\.ya?ml$/.test(entry))
    .sort()
    .map((entry) => join(name, entry));
}
