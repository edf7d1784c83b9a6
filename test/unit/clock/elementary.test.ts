import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryExponent, cosineOfTurns, naturalLog, sineOfTurns } from '#clock';

const positive = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
const turns = fc.double({ min: -1000, max: 1000, noNaN: true });

describe('elementary functions', () => {
  it('are those of Math, but for the last bits', () => {
    fc.assert(
      fc.property(positive, turns, (x, t) => {
        const log = Math.log(x);
        expect(Math.abs(naturalLog(x) - log)).toBeLessThanOrEqual(4e-16 + 4e-16 * Math.abs(log));
        const part = t - Math.floor(t);
        expect(cosineOfTurns(t)).toBeCloseTo(Math.cos(2 * Math.PI * part), 14);
        expect(sineOfTurns(t)).toBeCloseTo(Math.sin(2 * Math.PI * part), 14);
      }),
      { numRuns: 2000 },
    );
  });

  it('are exact where the result is', () => {
    expect(naturalLog(1)).toBe(0);
    expect([0, 0.25, 0.5, 0.75, 1].map(cosineOfTurns)).toEqual([1, -0, -1, 0, 1]);
    expect([0, 0.25, 0.5].map(sineOfTurns)).toEqual([0, 1, -0]);
    // A quarter of a turn less is rounded here.
    expect(sineOfTurns(-15.860429908412849)).toBe(sineOfTurns(-15.860429908412849 + 16));
  });

  it('give bits that stand here, on every machine', () => {
    const seen = [0.1, 0.3, 0.7, 12345.678].map((x) => [naturalLog(x), cosineOfTurns(x)]);
    expect(seen).toMatchInlineSnapshot(`
      [
        [
          -2.3025850929940455,
          0.8090169943749475,
        ],
        [
          -1.203972804325936,
          -0.30901699437494734,
        ],
        [
          -0.3566749439387324,
          -0.3090169943749477,
        ],
        [
          9.421061321291832,
          -0.43711576665159074,
        ],
      ]
    `);
  });

  it('know the exponent of every number', () => {
    fc.assert(
      fc.property(positive, (x) => {
        const exponent = binaryExponent(x);
        expect(2 ** exponent <= x && x < 2 ** (exponent + 1)).toBe(true);
      }),
    );
  });
});
