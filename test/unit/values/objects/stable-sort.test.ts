import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stableSorted } from '#values';

describe('stableSorted', () => {
  it('sorts by an order as Array.sort does, equal members in their places', () => {
    const lists = fc.array(fc.record({ rank: fc.nat(20), id: fc.nat() }), { maxLength: 200 });
    fc.assert(
      fc.property(lists, (list) => {
        const by = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;
        expect(stableSorted(list, by)).toEqual([...list].sort(by));
      }),
    );
  });

  it('makes the same of what is not an order', () => {
    // Rock, scissors, paper: each precedes the next in the circle.
    const circle = (a: number, b: number): number => [0, -1, 1][(b - a + 3) % 3]!;
    expect(stableSorted([2, 0, 1, 1, 0, 2], circle)).toMatchInlineSnapshot(`
      [
        2,
        2,
        0,
        0,
        1,
        1,
      ]
    `);
  });
});
