import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applied, diff, pathText, type FieldChange } from '#record';

describe('diff', () => {
  it.each([
    ['nothing', { a: 1 }, { a: 1 }, []],
    ['a value', { a: 1 }, { a: 2 }, ['a 1 2']],
    ['an added field', {}, { a: { b: 1 } }, ['a undefined {"b":1}']],
    ['a removed field', { a: 1 }, {}, ['a 1 undefined']],
    ['a list item', { a: [1, 2] }, { a: [1, 3, 4] }, ['a[1] 2 3', 'a[2] undefined 4']],
    ['a type', { a: [1] }, { a: { b: 1 } }, ['a [1] {"b":1}']],
    [
      'bookkeeping',
      { metadata: { resourceVersion: '1' } },
      { metadata: { resourceVersion: '2' } },
      [],
    ],
    ['a field named as an inherited one', { constructor: 1 }, {}, ['constructor 1 undefined']],
    ['a field named __proto__', JSON.parse('{"__proto__":1}'), {}, ['__proto__ 1 undefined']],
    ['order', { z: 1, a: 1 }, { b: 1, a: 2 }, ['b undefined 1', 'a 1 2', 'z 1 undefined']],
  ])('tells %s', (_, before, after, expected) => {
    const text = ({ path, from, to }: FieldChange): string =>
      `${pathText(path)} ${JSON.stringify(from)} ${JSON.stringify(to)}`;
    expect(diff(before, after).map(text)).toEqual(expected);
  });

  it('leads from one object to the other', () => {
    const map = fc.dictionary(
      fc.constantFrom('a', 'b', '__proto__', 'constructor'),
      fc.jsonValue({ maxDepth: 3 }),
    );
    fc.assert(
      fc.property(map, map, (before, after) => {
        const untouched = JSON.stringify(before);
        expect(applied(before, diff(before, after))).toEqual(after);
        expect(JSON.stringify(before)).toBe(untouched);
      }),
    );
  });

  it('says nothing of shared subtrees', () => {
    const trap = Object.defineProperty({}, 'field', {
      enumerable: true,
      get: () => expect.unreachable('a shared subtree was looked at'),
    });
    expect(diff({ spec: trap, a: 1 }, { spec: trap, a: 1 })).toEqual([]);
  });
});
