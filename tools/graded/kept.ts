/** Results that are kept in the cache, for rows of clients that are not graded again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Graded } from './page.ts';

export function keep(cache: string, suite: string, result: Graded): void {
  mkdirSync(join(cache, 'results', suite), { recursive: true });
  writeFileSync(fileOf(cache, suite, result.name), JSON.stringify(result));
}

/** A text: why there is none. */
export function kept(cache: string, suite: string, name: string): Graded | string {
  const file = fileOf(cache, suite, name);
  if (!existsSync(file)) return 'the cache has no result of it';
  return JSON.parse(readFileSync(file, 'utf8')) as Graded;
}

function fileOf(cache: string, suite: string, name: string): string {
  return join(cache, 'results', suite, `${name}.json`);
}
