import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HoldCounts } from '../../../src/clock/hold-counts.ts';

const limit = 5;
const each = fc.constantFrom('a', 'b', 'c', undefined);

describe('counts of holds', () => {
  it('find who comes too often, at once, and however the names alternate', () => {
    fc.assert(
      fc.property(fc.array(each, { maxLength: 200 }), (steps) => {
        const counts = new HoldCounts(limit);
        const came: Record<string, number> = {};
        let objects = 0;
        for (const name of steps) {
          if (name === undefined) {
            objects++;
            counts.addObject();
            continue;
          }
          came[name] = (came[name] ?? 0) + 1;
          expect(counts.add(name)).toBe(came[name] > limit + 4 * objects);
        }
      }),
    );
  });

  it('rank who came most often first, then by name', () => {
    const counts = new HoldCounts(1);
    for (const name of ['b', 'a', 'c', 'c', 'c']) counts.add(name);
    expect(counts.ranking()).toEqual([
      { name: 'c', count: 3 },
      { name: 'a', count: 1 },
      { name: 'b', count: 1 },
    ]);
  });

  it('are reset when time moves', () => {
    const counts = new HoldCounts(1);
    expect([counts.add('a'), counts.add('a')]).toEqual([false, true]);
    counts.clear();
    expect([counts.add('a'), counts.ranking()]).toEqual([false, [{ name: 'a', count: 1 }]]);
  });
});
