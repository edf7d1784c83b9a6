/** Which values are too large to be written in one go. */
import { describe, expect, it } from 'vitest';
import { Sizes } from '../../../../src/server/encode/sizes.ts';

const list = (length: number): readonly number[] => Array.from({ length }, () => 1);

describe('a value', () => {
  it.each<[string, unknown, boolean]>([
    ['a number', 5, false],
    ['null', null, false],
    ['a text of nearly 10,000 fields', 'x'.repeat(16 * 9999 - 1), false],
    ['a text of 10,000 fields', 'x'.repeat(16 * 9999), true],
    // Each element counts twice: its place and its value.
    ['a list of 4,999 numbers', list(4999), false],
    ['a list of 5,000 numbers', list(5000), true],
    ['a map of 4,000 fields', Object.fromEntries(list(4000).map((_, i) => [`f${i}`, 1])), false],
    ['a map of 5,000 fields', Object.fromEntries(list(5000).map((_, i) => [`f${i}`, 1])), true],
    ['a map with a long name', { ['x'.repeat(160_000)]: 1 }, true],
    ['a map with a large value', { a: 1, b: { c: list(5000) } }, true],
    ['a list with a large value', [1, [list(5000)]], true],
    ['a list of lists that are not large', [list(2000), list(2000)], false],
    ['a list of lists that are large together', [list(2600), list(2600)], true],
  ])('%s is large: %s', (_, value, isLarge) => {
    const sizes = new Sizes();
    expect(sizes.isLarge(value)).toBe(isLarge);
    expect(sizes.isLarge(value)).toBe(isLarge);
  });
});

describe('values', () => {
  const runsOf = (...values: readonly unknown[]): readonly unknown[] =>
    [...new Sizes().runsOf(values.keys(), (index) => values[index])].map((run) =>
      'small' in run ? run.small : run.large,
    );
  const large = list(5000);
  const half = list(2500);

  it('are written together until they are large, and large ones alone', () => {
    expect(runsOf()).toEqual([]);
    expect(runsOf(1, 2)).toEqual([[0, 1]]);
    expect(runsOf(large)).toEqual([0]);
    expect(runsOf(1, large, large, 2, 3)).toEqual([[0], 1, 2, [3, 4]]);
    expect(runsOf(half, half, half, half, half)).toEqual([[0, 1], [2, 3], [4]]);
  });
});
