import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyMergePatch,
  mergeJson,
  mergePatcher,
  withoutNulls,
} from '../../../../src/api/patch/merge.ts';
import { deepFreeze, node } from './objects.ts';

describe('merge patch', () => {
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue());

  /** In a list that takes an object's place nulls stay, but are left out when it comes again. */
  const withoutNullsInLists = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return withoutNulls(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, withoutNullsInLists(field)]),
    );
  };

  test('does all at the first time, and then answers the very target', () => {
    fc.assert(
      fc.property(object, object.map(withoutNullsInLists), (target, patch) => {
        const once = mergeJson(deepFreeze(target), deepFreeze(patch));
        expect(mergeJson(once, patch)).toBe(once);
      }),
    );
  });

  test('drops null fields within lists, and keeps null elements', () => {
    expect(mergeJson({}, { list: [null, { a: null, b: [{ c: null }] }] })).toEqual({
      list: [null, { b: [{}] }],
    });
  });
});

describe('a list in the place of', () => {
  const list = [null, { a: null }];

  test('an object keeps its null fields', () => {
    expect(mergeJson({ x: { y: 1 } }, { x: list })).toEqual({ x: list });
  });

  test.each([1, 'x', null, [], undefined])('%j loses them', (old) => {
    expect(mergeJson({ x: old }, { x: list })).toEqual({ x: [null, {}] });
  });

  test('the document loses them', () => {
    expect(applyMergePatch({ y: 1 }, list)).toEqual([null, {}]);
  });
});

test.each([null, 1, [], {}])('no document is complained of before the patch %j', (patch) => {
  expect(() => applyMergePatch(null, patch)).toThrow('Invalid JSON Document');
});

describe('the API', () => {
  test.each([1, 'x', null, true])('refuses %j with 400', (patch) => {
    expect(() => mergePatcher(node, patch)).toThrow(
      expect.objectContaining({ code: 400, message: 'Invalid JSON Patch' }),
    );
  });

  test('refuses a list as the outcome with 422', () => {
    expect(() => mergePatcher(node, [1])).toThrow(expect.objectContaining({ code: 422 }));
  });
});
