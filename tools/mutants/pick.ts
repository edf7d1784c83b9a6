/** Chooses which mutations are tried. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '#clock';
import { diffOf, lineOf, type Mutation } from './mutation.ts';
import type { Outcome } from './score.ts';
import { mutationsOf } from './sites.ts';

/** Generated types, and the notation of schemas, which is data. */
const leftOut = /^src\/types\/|^src\/kinds\/schemas\/|\.api\.ts$/;

/** A folder, a file, or one line of a file. */
export interface Target {
  readonly path: string;
  readonly line?: number;
}

/** @throws {Error} when there is no such path */
export function targetIn(root: string, text: string): Target {
  const [, path, line] = /^(?:\.\/)?(.*?)\/?(?::(\d+))?$/.exec(text)!;
  if (!/^(src|controllers)(\/|$)/.test(path!)) {
    throw new Error(`${text}: expected a path in src or controllers, such as src/store`);
  }
  if (!statSync(join(root, path!), { throwIfNoEntry: false })) {
    throw new Error(`${text}: there is no such file or folder`);
  }
  return line === undefined ? { path: path! } : { path: path!, line: Number(line) };
}

/** Every mutation of the target's files. */
export function mutationsIn(root: string, { path, line }: Target): Mutation[] {
  return filesIn(root, path).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = mutationsOf(file, text);
    return line === undefined ? found : found.filter((one) => lineOf(text, one) === line);
  });
}

/** What survived in an earlier run, by its report as JSON, wherever it stands now. */
export function survivorsIn(root: string, report: string): Mutation[] {
  const { outcomes } = JSON.parse(report) as { readonly outcomes: readonly Outcome[] };
  return outcomes
    .filter(({ state }) => state === 'survived')
    .flatMap(({ file, operator, diff, line }) => {
      const text = readFileSync(join(root, file), 'utf8');
      const distance = (one: Mutation): number => Math.abs(lineOf(text, one) - line);
      return mutationsOf(file, text)
        .filter((one) => one.operator === operator && diffOf(text, one) === diff)
        .sort((a, b) => distance(a) - distance(b))
        .slice(0, 1);
    });
}

/** This many of them by the seed, in the order they had; all when there are fewer. */
export function sampleOf<T>(all: readonly T[], size: number, seed: number): T[] {
  const order = all.map((_, index) => index);
  const chosen = new Random(seed).stream('mutants').shuffle(order).slice(0, size);
  return chosen.sort((a, b) => a - b).map((index) => all[index]!);
}

function filesIn(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !leftOut.test(file))
    .sort();
}
