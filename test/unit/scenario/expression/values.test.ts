/** Values of expressions one by one: what is equal, what comes first, what can be calculated, how they are shown. */
import { describe, expect, it } from 'vitest';
import { parseQuantity, parseTime } from '#values';
import { Cost } from '../../../../src/scenario/expression/cost.ts';
import {
  calculate,
  compare,
  equal,
  Instant,
  isTrue,
  show,
  Span,
} from '../../../../src/scenario/expression/values.ts';

const noon = parseTime('2026-01-01T12:00:00Z');
const at = (ms: number): Instant => new Instant(noon + ms);
const span = (ms: number): Span => new Span(ms);
const quantity = (text: string) => parseQuantity(text);
const never = new Instant(NaN);

describe('two values are equal', () => {
  it.each<[string, unknown, unknown]>([
    ['the same texts', 'a', 'a'],
    ['nothing and null', undefined, null],
    ['nothing and a time that never was', undefined, never],
    ['an absent number', undefined, 0],
    ['an absent text', '', null],
    ['an absent truth', null, false],
    ['an absent list', [], undefined],
    ['an absent quantity', quantity('0'), undefined],
    ['an absent duration', undefined, span(0)],
    ['quantities of different forms', quantity('1000m'), quantity('1')],
    ['a quantity and its text', quantity('1Gi'), '1024Mi'],
    ['a number and a quantity', 2, quantity('2')],
    ['a time and its text', at(0), '2026-01-01T12:00:00Z'],
    ['a duration and its text', '1m30s', span(90_000)],
    ['lists', [1, [2]], [1, [2]]],
    ['maps in another order', { a: 1, b: [2] }, { b: [2], a: 1 }],
    ['a map with an absent zero', { a: 0 }, { a: null }],
  ])('%s', (_, a, b) => {
    expect(equal(a, b, new Cost())).toBe(true);
    expect(equal(b, a, new Cost())).toBe(true);
  });

  it.each<[string, unknown, unknown]>([
    ['texts', 'a', 'b'],
    ['a number and its text', 1, '1'],
    ['an absent value and 1', undefined, 1],
    ['an absent value and a text', undefined, 'a'],
    ['an absent value and a list with something', undefined, [0]],
    ['an absent value and a map', undefined, {}],
    ['an absent time and another', never, at(0)],
    ['times', at(0), at(1)],
    ['a time and a duration of as many ms', new Instant(5), span(5)],
    ['a time and a text that is none', at(0), 'noon'],
    ['a quantity and a text that is none', quantity('1'), 'one'],
    ['a list and one that begins with it', [1], [1, 2]],
    ['lists in another order', [1, 2], [2, 1]],
    ['a list and a map', [], {}],
    ['a map and one with more', { a: 1 }, { a: 1, b: 2 }],
    ['maps with other keys', { a: 0 }, { b: 0 }],
    ['maps with one other value', { a: 1, b: 1 }, { a: 1, b: 2 }],
    ['a map and a text', { a: 1 }, 'a'],
  ])('but not %s', (_, a, b) => {
    expect(equal(a, b, new Cost())).toBe(false);
    expect(equal(b, a, new Cost())).toBe(false);
  });
});

describe('of two values', () => {
  it.each<[string, unknown, unknown]>([
    ['numbers', 1, 2],
    ['texts', 'a', 'b'],
    ['times', at(0), at(1)],
    ['a time and a text', at(0), '2026-01-01T12:00:01Z'],
    ['durations', span(1), span(2)],
    ['quantities', quantity('900m'), quantity('1')],
    ['a quantity and a number', quantity('900m'), 1],
    ['an absent number and a positive one', undefined, 1],
    ['a negative number and an absent one', -1, undefined],
    ['an absent duration and one', undefined, span(1)],
    ['an absent text and one', null, 'a'],
  ])('the lesser comes first: %s', (_, a, b) => {
    expect(compare(a, b, new Cost())).toBeLessThan(0);
    expect(compare(b, a, new Cost())).toBeGreaterThan(0);
    expect(compare(a, a, new Cost())).toBe(0);
  });

  it('absent ones are alike, and a time that never was has no order', () => {
    expect(compare(undefined, null, new Cost())).toBe(0);
    for (const absent of [undefined, never]) {
      expect(compare(absent, at(0), new Cost())).toBeNaN();
      expect(compare(at(0), absent, new Cost())).toBeNaN();
    }
  });

  it.each<[unknown, unknown, string]>([
    [1, 'a', '1 and "a" cannot be compared'],
    [[1], [2], '[1] and [2] cannot be compared'],
    [true, false, 'true and false cannot be compared'],
    [at(0), span(1), '2026-01-01T12:00:00Z and 1ms cannot be compared'],
    [undefined, { a: 1 }, 'nothing and {"a":1} cannot be compared'],
  ])('%j and %j have no order', (a, b, message) => {
    expect(() => compare(a, b, new Cost())).toThrow(message);
  });

  it('long texts cost more', () => {
    const spent = (a: unknown, b: unknown): number => {
      const cost = new Cost();
      equal(a, b, cost);
      return cost.spent;
    };
    expect(spent(1, 2)).toBe(1);
    expect(spent('a'.repeat(20), 'b'.repeat(50))).toBe(3);
  });
});

describe('a calculation', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['+', 2, 3, 5],
    ['-', 2, 3, -1],
    ['*', 2, 3, 6],
    ['/', 3, 2, 1.5],
    ['%', 7, 4, 3],
    ['+', undefined, 3, 3],
    ['-', 3, undefined, 3],
    ['+', undefined, undefined, 0],
    ['+', 'a', 'b', 'ab'],
    ['+', undefined, 'b', 'b'],
    ['+', [1], [2], [1, 2]],
    ['+', undefined, [2], [2]],
    ['-', at(5), at(2), span(3)],
    ['+', at(5), span(2), at(7)],
    ['+', span(2), at(5), at(7)],
    ['-', at(5), span(2), at(3)],
    ['+', span(5), span(2), span(7)],
    ['-', span(5), span(2), span(3)],
    ['-', undefined, span(2), span(-2)],
    ['*', span(5), 2, span(10)],
    ['/', span(5), 2, span(2.5)],
  ])('%s of %j and %j', (sign, a, b, expected) => {
    expect(calculate(sign, a, b, new Cost())).toEqual(expected);
  });

  it('of quantities is a quantity', () => {
    const sum = calculate('+', quantity('1'), quantity('500m'), new Cost());
    const rest = calculate('-', quantity('1'), quantity('250m'), new Cost());
    expect([show(sum), show(rest)]).toEqual(['1500m', '750m']);
  });

  it.each<[string, unknown, unknown, string]>([
    ['/', 1, 0, '1 / 0 has no value'],
    ['%', 1, 0, '1 % 0 has no value'],
    ['-', 'a', 'b', '"a" - "b" has no value'],
    ['-', [1], [1], '[1] - [1] has no value'],
    ['+', 1, 'a', '1 + "a" has no value'],
    ['*', quantity('1'), quantity('2'), '1 * 2 has no value'],
    ['+', at(0), at(0), 'has no value'],
    ['-', span(1), at(0), 'has no value'],
    ['*', span(1), span(1), 'has no value'],
    ['*', at(0), span(1), 'has no value'],
    ['/', span(1), 0, '1ms / 0 has no value'],
    ['+', span(1), 1, '1ms + 1 has no value'],
    ['*', undefined, 'a', 'nothing * "a" has no value'],
  ])('%s has none of %j and %j', (sign, a, b, message) => {
    expect(() => calculate(sign, a, b, new Cost())).toThrow(message);
  });
});

describe('a value in words', () => {
  it.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'nothing'],
    [never, 'nothing'],
    [span(NaN), 'unknown'],
    [at(0), '2026-01-01T12:00:00Z'],
    [span(90_000), '1m30s'],
    [quantity('1Gi'), '1Gi'],
    ['a"', '"a\\""'],
    [true, 'true'],
    [[], '[]'],
    [{}, '{}'],
    [[undefined, null, span(1000)], '[null,null,1s]'],
    [{ a: 1, b: undefined, c: { d: ['x'] } }, '{"a":1,"c":{"d":["x"]}}'],
  ])('%j', (value, text) => {
    expect(show(value)).toBe(text);
  });

  it('that would be long is cut to its limit', () => {
    expect(show('x'.repeat(78))).toBe(`"${'x'.repeat(78)}"`);
    expect(show('x'.repeat(79))).toBe(`"${'x'.repeat(76)}...`);
    expect(show(['abc', 'def', 'ghi'], 10)).toBe('["abc",...');
  });

  it('is true, false or refused', () => {
    expect([true, false, undefined, null, never].map(isTrue)).toEqual([
      ...[true, false, false, false, false],
    ]);
    expect(() => isTrue(1)).toThrow('expected true or false, found 1');
  });
});
