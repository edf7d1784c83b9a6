/** The checker finds what no single copy of the data could have answered. */
import { expect, it } from 'vitest';
import { unexplained, type Call, type Did } from './checker.ts';

const at = (began: number, ended: number, did: Did): Call => ({ key: 'x', began, ended, ...did });
const write = (expected: number, mark: string | undefined, revision?: number): Did => ({
  ...{ expected, mark, revision },
});
const read = (revision: number, mark: string): Did => ({ read: { revision, mark } });
const none: Did = { read: undefined };

const cases: readonly (readonly [string, boolean, readonly Call[]])[] = [
  ['a read after a write', true, [at(1, 2, write(0, 'a', 5)), at(3, 4, read(5, 'a'))]],
  ['nothing after a write', false, [at(1, 2, write(0, 'a', 5)), at(3, 4, none)]],
  ['nothing beside a write', true, [at(1, 4, write(0, 'a', 5)), at(2, 3, none)]],
  [
    'a write that is seen before it ends',
    true,
    [at(1, 4, write(0, 'a', 5)), at(2, 3, read(5, 'a'))],
  ],
  [
    'a write that is seen, and then not',
    false,
    [at(1, 6, write(0, 'a', 5)), at(2, 3, read(5, 'a')), at(4, 5, none)],
  ],
  [
    'a stale read',
    false,
    [at(1, 2, write(0, 'a', 5)), at(3, 4, write(5, 'b', 6)), at(5, 6, read(5, 'a'))],
  ],
  ['two winners', false, [at(1, 4, write(0, 'a', 5)), at(2, 3, write(0, 'b', 6))]],
  ['one of two', true, [at(1, 4, write(0, 'a', 5)), at(2, 3, write(0, 'b'))]],
  ['a refusal without a reason', false, [at(1, 2, write(0, 'a'))]],
  ['a read of what no client wrote', false, [at(1, 2, write(0, 'a', 5)), at(3, 4, read(5, 'b'))]],
  [
    'one that comes again after a deletion',
    true,
    [
      ...[at(1, 2, write(0, 'a', 5)), at(3, 4, write(5, undefined, 6)), at(5, 6, none)],
      ...[at(7, 8, write(0, 'b', 7)), at(9, 10, read(7, 'b'))],
    ],
  ],
  ['a revision that falls', false, [at(1, 2, write(0, 'a', 5)), at(3, 4, write(5, 'b', 4))]],
];

it.each(cases)('%s: %s', (_, isPossible, calls) => {
  expect(unexplained(calls)).toEqual(isPossible ? [] : ['x']);
});

it('looks at each key by itself', () => {
  const other = { ...at(1, 2, none), key: 'y' };
  expect(unexplained([at(1, 2, write(0, 'a', 5)), at(3, 4, none), other])).toEqual(['x']);
});
