import { describe, expect, it } from 'vitest';
import { compared, inTurns } from '../../../bench/against/compare.ts';
import { rowOf } from '../../../bench/against/table.ts';

describe('a comparison in turns', () => {
  it('is the middle of each side, and of the ratios of each turn', () => {
    const turns = [
      { here: 10, there: 20 },
      { here: 100, there: 50 },
      { here: 12, there: 16 },
    ];
    expect(compared(turns)).toMatchObject({ here: 12, there: 20, ratio: 0.75 });
  });

  it('has the ratio of the lower quartiles beside it, which short work of others does not move', () => {
    const turns = [10, 11, 90, 12, 80].map((here) => ({ here, there: 22 }));
    expect(compared(turns).quiet).toBe(0.5);
  });

  it('asks both sides once a turn, and changes who is first', async () => {
    const asked: boolean[] = [];
    const turns = await inTurns(3, (isHere) => {
      asked.push(isHere);
      return Promise.resolve(isHere ? 1 : 2);
    });
    expect(asked).toEqual([true, false, false, true, true, false]);
    expect(turns).toEqual(Array(3).fill({ here: 1, there: 2 }));
  });
});

describe('a row', () => {
  const figures = { here: 1500, there: 3000, ratio: 0.5, quiet: 0.5 };

  it('has times in units that people read', () => {
    const row = rowOf({ of: 'a write', unit: 'us', ...figures });
    expect(row.split(/ {2,}/)).toEqual(['a write', '1.5 ms', '3.0 ms', '0.500', '0.500']);
  });

  it('has what is allocated, where it is measured', () => {
    const row = rowOf({ of: 'a write', unit: 'us', ...figures, allocated: figures });
    expect(row.split(/ {2,}/).slice(-3)).toEqual(['1,500', '3,000', '0.500']);
  });
});
