/** The rooms of the house, and what their files import. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Who may import whom. A room is a folder of src/; all controllers together are one. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/machine': [],
  'src/clock': ['#machine'],
  'src/kinds': ['#machine'],
  'src/request': ['#kinds'],
  'src/faults': ['#request', '#clock', '#kinds'],
  'src/lockstep': ['#clock'],
  'src/store': ['#clock', '#kinds'],
  'src/durable': ['#store', '#clock', '#kinds'],
  'src/etcd': ['#store', '#clock', '#kinds'],
  'src/api': ['#store', '#request', '#clock', '#kinds'],
  'src/server': ['#api', '#faults', '#lockstep', '#request', '#clock', '#kinds', '#machine'],
  'src/client': ['#api', '#request', '#clock', '#kinds', '#machine'],
  'src/remote': ['#request', '#clock', '#kinds'],
  'src/webhooks': ['#api', '#clock', '#kinds'],
  'src/runtime': ['#request', '#clock', '#kinds', '#machine'],
  'src/pool': ['#runtime', '#clock', '#kinds', '#machine'],
  'src/record': ['#runtime', '#store', '#clock', '#kinds'],
  'src/scenario': ['#runtime', '#pool', '#record', '#faults', '#clock', '#kinds', '#machine'],
  'src/run': [
    '#controllers',
    '#simulator',
    '#scenario',
    '#record',
    '#faults',
    '#runtime',
    '#pool',
    '#store',
    '#clock',
    '#kinds',
  ],
  'src/view': ['#controllers', '#pool', '#record', '#runtime', '#store', '#clock', '#kinds'],
  'src/lesson': ['#record', '#clock', '#kinds'],
  'src/kit': [
    '#machine',
    '#lockstep',
    '#run',
    '#scenario',
    '#server',
    '#remote',
    '#record',
    '#faults',
    '#runtime',
    '#pool',
    '#controllers',
    '#durable',
    '#clock',
    '#kinds',
  ],
  'src/grade': ['#scenario', '#kit', '#machine', '#clock', '#kinds'],
  controllers: ['#runtime', '#clock', '#kinds', '#machine'],
};

/** The TypeScript files of a folder, seen from the root. */
export function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** What was read of files: no file changes while tests run. */
const known = new Map<string, readonly string[]>();

/** What a file imports, types included, as it is written. */
export function importsOf(file: string): readonly string[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  const text = readFileSync(join(root, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path!);
  known.set(file, found);
  return found;
}
