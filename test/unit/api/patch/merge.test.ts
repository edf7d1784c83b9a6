import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeJson, mergePatcher } from '../../../../src/api/patch/merge.ts';
import { deepFreeze, node } from './objects.ts';

describe('merge patch', () => {
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue());

  test('does all at the first time, and then answers the very target', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
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
