import { expect, it } from 'vitest';
import { isSameType, type Type } from '../../../src/cel/types.ts';

const int: Type = { kind: 'int' };
const text: Type = { kind: 'string' };
const list = (items: Type): Type => ({ kind: 'list', items });
const map = (keys: Type, values: Type): Type => ({ kind: 'map', keys, values });
const object = (declared: object): Type => ({ kind: 'object', name: 'o', declared }) as never;
const declared = {};
const free: Type = { kind: 'variable', bound: undefined } as never;
const bound: Type = { kind: 'variable', bound: int } as never;

it.each<[one: Type, other: Type, same: boolean]>([
  [int, int, true],
  [int, { kind: 'int' }, true],
  [int, text, false],
  [list(int), list(int), true],
  [list(int), list(text), false],
  [list(int), int, false],
  [int, list(int), false],
  [list(list(int)), list(list(text)), false],
  [map(text, int), map(text, int), true],
  [map(text, int), map(int, int), false],
  [map(text, int), map(text, text), false],
  [map(text, int), list(int), false],
  [list(int), map(text, int), false],
  [object(declared), object(declared), true],
  [object(declared), object({}), false],
  [object(declared), int, false],
  [free, free, true],
  [free, int, false],
  [int, free, false],
  [bound, int, true],
  [text, bound, false],
])('%j and %j: %s', (one, other, same) => {
  expect(isSameType(one, other)).toBe(same);
});
