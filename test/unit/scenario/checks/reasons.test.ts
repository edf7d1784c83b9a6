import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isKnownReason } from '../../../../src/scenario/checks/conditions/reasons.ts';

const root = resolve(import.meta.dirname, '../../../..');
const WRITTEN =
  /'(?:Normal|Warning)', '([A-Z]\w+)'|\b(?:normal|warning)\('([A-Z]\w+)'|\breason: '([A-Z]\w+)'/g;

it.each(['controllers', 'src/pool'])('every reason that %s writes is known', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const unknown = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(root, folder, file), 'utf8').matchAll(WRITTEN)])
    .map(([, ...groups]) => groups.find((group) => group !== undefined)!)
    .filter((reason) => !isKnownReason(reason));
  expect([...new Set(unknown)]).toEqual([]);
});
