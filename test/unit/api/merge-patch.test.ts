import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeJson } from '../../../src/api/patch/merge.ts';

/** The examples of RFC 7386, appendix A. */
const examples: readonly [target: unknown, patch: unknown, result: unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

/** These stay when the list takes the place of an object, and go when it then takes that of a list. */
function hasNullFieldsInLists(value: unknown, inList = false): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isList = Array.isArray(value);
  return Object.values(value).some(
    (part) => (inList && !isList && part === null) || hasNullFieldsInLists(part, inList || isList),
  );
}

describe('merge patch', () => {
  test.each(examples)('%j with %j gives %j', (target, patch, result) => {
    expect(mergeJson(target, patch)).toEqual(result);
  });

  const object = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });

  test('leaves its target alone', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const before = JSON.stringify(target);
        mergeJson(target, patch);
        expect(JSON.stringify(target)).toBe(before);
      }),
    );
  });

  test('does all at the first time, but for null fields in a list that replaces an object', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        fc.pre(!hasNullFieldsInLists(patch));
        const once = mergeJson(target, patch);
        expect(mergeJson(once, patch)).toEqual(once);
      }),
    );
  });

  test('answers the very target when nothing changes', () => {
    fc.assert(fc.property(object, (target) => mergeJson(target, {}) === target));
    const target = { a: { b: 1 }, c: 2 };
    expect(mergeJson(target, { a: { b: 1 }, d: null })).toBe(target);
  });

  test('shares what stays', () => {
    const target = { a: { b: 1 }, c: { d: 2 } };
    const merged = mergeJson(target, { c: { d: 3 } }) as typeof target;
    expect(merged.a).toBe(target.a);
  });
});
