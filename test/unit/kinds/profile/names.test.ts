/** Names that code asks a profile for stand in one of the tables, and the tables have no others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { gateNames } from '#kinds';
import { behaviours } from '../../../../src/kinds/profile/behaviours.ts';
import { gatesOf } from '../../../../src/kinds/profile/gates.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** The sources of what runs, without the tables. */
const sources = ['src', 'controllers']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !/profile\/[\w-]*(behaviours|gates)/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** `enabled('X')` and `isSince(errors, 'X')`. */
const asked = [...sources.matchAll(/(?:enabled|isSince)\([^()]*?'([A-Z]\w+)',?\s*\)/g)].map(
  ([, name]) => name!,
);

it('knows each gate and behaviour that code asks for', () => {
  const known = gatesOf(24);
  expect(asked.length).toBeGreaterThan(100);
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
});

it('has no behaviour that nothing asks for', () => {
  const mentioned = new Set(sources.match(/\b[A-Z]\w+\b/g));
  expect(Object.keys(behaviours).filter((name) => !mentioned.has(name))).toEqual([]);
});

it('names each gate that code asks for among those with an effect', () => {
  const gates = [...new Set(asked)].filter((name) => !Object.hasOwn(behaviours, name));
  expect(gates.filter((name) => !gateNames.includes(name))).toEqual([]);
});
