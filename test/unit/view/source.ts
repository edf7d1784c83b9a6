import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../scenarios');

/** The text of a scenario of the library. */
export function sourceOf(name: string): string {
  return readFileSync(join(folder, `${name}.yaml`), 'utf8');
}
