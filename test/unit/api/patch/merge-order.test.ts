import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedOrder } from '../../../../src/api/patch/merge-order.ts';

const merged = (live: readonly string[], applied: readonly string[]): readonly string[] =>
  mergedOrder(
    live.map((item) => applied.indexOf(item)),
    applied.map((item) => live.indexOf(item)),
  ).map((from) => live[from.live] ?? applied[from.applied]!);

const listOf = (text: string): readonly string[] => [...text];

test.each<[live: string, applied: string, order: string]>([
  ['', 'ab', 'ab'],
  ['ab', '', 'ab'],
  ['ab', 'ba', 'ba'],
  ['a', 'xa', 'xa'],
  ['a', 'ax', 'ax'],
  ['ab', 'xb', 'axb'],
  ['abc', 'ca', 'bca'],
  ['abcd', 'dxb', 'acdxb'],
  ['aab', 'ax', 'axb'],
  ['axa', 'ya', 'yax'],
])('%j with %j applied is %j', (live, applied, order) => {
  expect(merged(listOf(live), listOf(applied)).join('')).toBe(order);
});

test('all elements are there once, those that are applied in their order', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
  fc.assert(
    fc.property(list, list, (live, applied) => {
      const order = merged(live, applied);
      expect([...order].sort()).toEqual([...new Set([...live, ...applied])].sort());
      expect(order.filter((item) => applied.includes(item))).toEqual(applied);
      const kept = live.filter((item) => !applied.includes(item));
      expect(order.filter((item) => !applied.includes(item))).toEqual(kept);
    }),
  );
});
