import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatGoDuration, parseGoDuration } from '../../../../src/values/time/go-duration.ts';

describe('durations', () => {
  it.each([
    ['0s', 0],
    ['1ns', 1e-6],
    ['1.5µs', 0.0015],
    ['300ms', 300],
    ['2.5ms', 2.5],
    ['1s', 1000],
    ['1.005s', 1005],
    ['-1.5s', -1500],
    ['1m0s', 60_000],
    ['1h30m0s', 5_400_000],
    ['100h0m0.001s', 360_000_001],
  ])('%s is %d ms', (text, ms) => {
    expect(parseGoDuration(text)).toBe(ms);
    expect(formatGoDuration(ms)).toBe(text);
  });

  it.each([
    ['0', 0],
    ['+5s', 5000],
    ['1.h', 3_600_000],
    ['.5m', 30_000],
    ['1h1h', 7_200_000],
    ['3us', 0.003],
    ['-0s', 0],
    ['0.3333333333333333333h', 1_200_000],
    ['0.00000000000000000001h', 0],
    ['9223372036.854775807s', 9223372036854.775],
    ['-9223372036.854775808s', -9223372036854.775],
  ])('reads %s as %d ms', (text, ms) => {
    expect(parseGoDuration(text)).toBe(ms);
  });

  it.each([
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['.s', 'time: invalid duration ".s"'],
    ['s', 'time: invalid duration "s"'],
    ['5', 'time: missing unit in duration "5"'],
    ['1h5', 'time: missing unit in duration "1h5"'],
    ['1d', 'time: unknown unit "d" in duration "1d"'],
    ['1 s', 'time: unknown unit " s" in duration "1 s"'],
    ['9223372037s', 'time: invalid duration "9223372037s"'],
    ['9223372036.854775808s', 'time: invalid duration "9223372036.854775808s"'],
    ['2562047h60m', 'time: invalid duration "2562047h60m"'],
    ['9223372036854775809', 'time: invalid duration "9223372036854775809"'],
    ['1\u20acs', 'time: unknown unit "\\xe2\\x82\\xacs" in duration "1\\xe2\\x82\\xacs"'],
    ['1\t"', 'time: unknown unit "\\x09\\"" in duration "1\\x09\\""'],
  ])('refuses %j', (text, message) => {
    expect(() => parseGoDuration(text)).toThrow(message);
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (ms) => {
        expect(parseGoDuration(formatGoDuration(ms))).toBe(ms);
      }),
    );
  });
});
