import { expect, it } from 'vitest';
import { changedFields } from '../../../../src/api/admission/webhooks/changed-fields.ts';

const shared = { a: 1 };

it.each<[what: string, before: unknown, after: unknown, fields: readonly string[]]>([
  ['nothing', { shared, b: [1] }, { shared, b: [1] }, []],
  ['a value, a new field and a lost one', { a: 1, b: 2 }, { a: 2, c: 3 }, ['a', 'c', 'b']],
  ['inside', { a: { b: [{ c: 1 }, 2] } }, { a: { b: [{ c: 2 }, 2, 3] } }, ['a.b[0].c', 'a.b[2]']],
  ['another type', { a: [1] }, { a: { 0: 1 } }, ['a']],
  ['keys with dots', { a: {} }, { a: { 'b.c/d': 1 } }, ["a['b.c/d']"]],
])('names what differs: %s', (_, before, after, fields) => {
  expect(changedFields(before, after)).toEqual(fields);
});

it('names no more than the first 200', () => {
  const after = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]));
  expect(changedFields({}, after)).toHaveLength(200);
});
