/** The rooms of the house, and what their files import. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Who may import whom. A room is a folder of src/; all controllers together are one. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/machine': [],
  'src/clock': ['#machine'],
  'src/types': [],
  'src/values': ['#types', '#machine'],
  'src/schema': ['#values', '#types'],
  'src/grammar': [],
  'src/cel': ['#grammar', '#schema', '#values', '#types'],
  'src/kinds': ['#schema', '#values', '#types', '#machine'],
  'src/custom': ['#kinds', '#cel', '#schema', '#values', '#types'],
  'src/policies': ['#kinds', '#cel', '#values', '#types'],
  'src/catalog': ['#policies', '#custom', '#kinds', '#values', '#types'],
  'src/request': ['#catalog', '#kinds', '#values', '#types'],
  'src/forms': ['#clock', '#values'],
  'src/faults': ['#forms', '#request', '#clock', '#catalog', '#kinds', '#values'],
  'src/lockstep': ['#clock'],
  'src/store': ['#clock', '#values'],
  'src/durable': ['#store', '#clock', '#values'],
  'src/etcd': ['#store', '#clock', '#catalog', '#kinds', '#schema', '#values', '#types'],
  'src/api': [
    '#store',
    '#request',
    '#clock',
    '#catalog',
    '#policies',
    '#custom',
    '#kinds',
    '#schema',
    '#values',
    '#types',
  ],
  'src/server': [
    '#api',
    '#faults',
    '#lockstep',
    '#request',
    '#clock',
    '#catalog',
    '#kinds',
    '#schema',
    '#values',
    '#types',
    '#machine',
  ],
  'src/client': ['#api', '#request', '#clock', '#catalog', '#kinds', '#values', '#machine'],
  'src/remote': ['#request', '#clock', '#catalog', '#kinds', '#schema', '#values', '#types'],
  'src/webhooks': ['#api', '#remote', '#clock', '#kinds', '#values'],
  'src/runtime': ['#request', '#clock', '#catalog', '#kinds', '#values', '#types', '#machine'],
  'src/pool': ['#forms', '#runtime', '#clock', '#kinds', '#values', '#types', '#machine'],
  'src/record': [
    '#runtime',
    '#store',
    '#clock',
    '#catalog',
    '#custom',
    '#kinds',
    '#schema',
    '#values',
    '#types',
  ],
  'src/accounts': ['#controllers', '#pool'],
  'src/scenario': [
    '#forms',
    '#runtime',
    '#pool',
    '#record',
    '#faults',
    '#clock',
    '#catalog',
    '#custom',
    '#kinds',
    '#grammar',
    '#schema',
    '#values',
    '#types',
    '#machine',
  ],
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
    '#catalog',
    '#kinds',
    '#values',
    '#types',
  ],
  'src/view': [
    '#accounts',
    '#controllers',
    '#pool',
    '#record',
    '#runtime',
    '#store',
    '#clock',
    '#catalog',
    '#custom',
    '#kinds',
    '#values',
    '#types',
  ],
  'src/picture': ['#view'],
  'src/lesson': ['#record', '#clock', '#forms', '#catalog', '#kinds', '#values'],
  'src/kit': [
    '#forms',
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
    '#accounts',
    '#controllers',
    '#durable',
    '#clock',
    '#catalog',
    '#custom',
    '#kinds',
    '#values',
    '#types',
  ],
  'src/grade': ['#scenario', '#kit', '#forms', '#machine', '#clock', '#kinds', '#values'],
  controllers: [
    '#runtime',
    '#clock',
    '#catalog',
    '#custom',
    '#policies',
    '#cel',
    '#kinds',
    '#values',
    '#types',
    '#machine',
  ],
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
