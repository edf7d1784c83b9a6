/** Spans of time, as people write them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationOf, durationText } from '#clock';

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['1m30s', 90_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['1h0m1s', 3_601_000],
    ['1d', 86_400_000],
    ['-1m1s', -61_000],
    ['0.0004s', 0],
    ['0.0006s', 1],
    [3, 3000],
    [0.25, 250],
    [-1, -1000],
  ])('%j is %d ms', (value, ms) => {
    expect(durationOf(value)).toBe(ms);
  });

  it.each(['', '5', 's', '1 s', '1m 30s', '1w', '+1s', '1s-', '--1s', '.5s', NaN, Infinity, null])(
    '%j is none',
    (value) => {
      expect(durationOf(value)).toBeUndefined();
    },
  );
});

describe('a text', () => {
  it.each([
    [0, '0s'],
    [999, '999ms'],
    [1000, '1s'],
    [90_500, '1m30s500ms'],
    [3_600_000, '1h'],
    [90_061_001, '25h1m1s1ms'],
  ])('%d ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('reads as what it was written for', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 12 }), (ms) => {
        expect(durationOf(durationText(ms))).toBe(ms);
      }),
    );
  });
});
