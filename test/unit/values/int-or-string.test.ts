import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaledValue } from '../../../src/values/int-or-string.ts';

describe('scaled values', () => {
  it('never make -0', () => {
    expect(scaledValue('-1%', 10, true)).toBe(0);
    expect(scaledValue('0%', -10, false)).toBe(0);
  });

  it('are quoted in errors when they are invalid', () => {
    expect(() => scaledValue('"\n%', 10, true)).toThrow(
      'invalid value for IntOrString: invalid value "\\"\\n%": strconv.Atoi: parsing "\\"\\n": invalid syntax',
    );
  });

  it('round up and down to neighbours of the exact share', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(10_000), (percent, total) => {
        const [down, up] = [false, true].map((roundUp) =>
          scaledValue(`${percent}%`, total, roundUp),
        ) as [number, number];
        expect(down * 100).toBeLessThanOrEqual(percent * total);
        expect(up * 100).toBeGreaterThanOrEqual(percent * total);
        expect(up - down).toBe((percent * total) % 100 === 0 ? 0 : 1);
      }),
    );
  });
});
