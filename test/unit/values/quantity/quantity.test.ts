import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { milliOf, unitsOf } from '../../../../src/values/quantity/numbers.ts';
import {
  ExactQuantity,
  parseQuantity,
  parseQuantityJson,
  quantityOf,
} from '../../../../src/values/quantity/quantity.ts';

const suffix = fc.constantFrom(
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'E-6', 'e0'],
);
const digits = fc.stringMatching(/^[0-9]{1,6}(\.[0-9]{1,5})?$/);
const positiveText = fc.tuple(digits, suffix).map(([number, unit]) => number + unit);
const text = fc
  .tuple(fc.constantFrom('', '-', '+'), positiveText)
  .map(([sign, amount]) => sign + amount);

describe('parse and print', () => {
  it('prints what it parses again to the same text and amount', () => {
    fc.assert(
      fc.property(text, (input) => {
        const printed = parseQuantity(input).toString();
        const again = parseQuantity(printed);
        expect(again.cmp(parseQuantity(input))).toBe(0);
        expect(again.toString()).toBe(printed);
      }),
    );
  });

  it('reads digits and a suffix as it reads the same with a sign', () => {
    fc.assert(
      fc.property(positiveText, (input) => {
        const [plain, signed] = [parseQuantity(input), parseQuantity(`+${input}`)];
        const { unscaled, exponent, format } = signed;
        expect(plain).toMatchObject({ unscaled, exponent, format });
        expect(signed.toString()).toBe(
          signed.toString() === `+${input}` ? `+${plain.toString()}` : plain.toString(),
        );
      }),
    );
  });

  it('reads numbers in the form that JSON gives them', () => {
    expect(parseQuantity(1.5).toString()).toBe('1500m');
    expect(parseQuantity(1e21).toString()).toBe('1e+21');
  });

  it('writes itself into JSON', () => {
    expect(JSON.stringify({ cpu: parseQuantity('0.5') })).toBe('{"cpu":"500m"}');
  });

  it('takes null for an absent quantity', () => {
    expect(parseQuantityJson('null')).toMatchObject({ unscaled: 0n, format: '' });
  });

  it.each([
    ['', /must match the regular expression/],
    ['1e100001', 'unable to parse numeric part of quantity'],
    ['.e-10', 'unable to parse numeric part of quantity'],
    ['1e9223372036854775808', "unable to parse quantity's suffix"],
  ])('refuses %j', (input, message) => {
    expect(() => parseQuantity(input)).toThrow(message);
  });
});

describe('arithmetic', () => {
  it('sums up many as if one were added to another', () => {
    const seen = (sum: ExactQuantity) => [sum.toString(), sum.format, sum.value(), sum.exponent];
    const many = fc.array(fc.oneof(text, fc.constantFrom('0', '0Ki', '-1', '9E', '-9E')));
    fc.assert(
      fc.property(many, (inputs) => {
        const amounts = inputs.map(parseQuantity);
        const sum = amounts.reduce((before, amount) => before.add(amount), quantityOf(0));
        expect(seen(ExactQuantity.sumOf(amounts))).toEqual(seen(sum));
      }),
    );
  });

  it('undoes an addition by a subtraction', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [parseQuantity(left), parseQuantity(right)];
        expect(a.add(b).sub(b).cmp(a)).toBe(0);
      }),
    );
  });

  it('orders as the sign of the difference', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [parseQuantity(left), parseQuantity(right)];
        expect(a.cmp(b)).toBe(a.sub(b).sign());
      }),
    );
  });

  it('leaves its operands alone', () => {
    const [a, b] = [parseQuantity('1Gi'), parseQuantity('512Mi')];
    expect(a.add(b).toString()).toBe('1536Mi');
    expect([a.toString(), b.toString()]).toEqual(['1Gi', '512Mi']);
  });

  it('makes quantities from numbers', () => {
    expect(quantityOf(250, -3).toString()).toBe('250m');
    expect(quantityOf(2n ** 64n).value()).toBeUndefined();
    expect(quantityOf(2048, 0, 'BinarySI').toString()).toBe('2Ki');
  });

  it.each([
    ['1u', '1m'],
    ['1.0001', '1001m'],
    ['-1.0001', '-1001m'],
    ['+1500m', '+1500m'],
    ['1.1Ki', '1126400m'],
  ])('rounds %s up to %s in resource lists', (input, rounded) => {
    expect(parseQuantity(input).roundUpToMilli().toString()).toBe(rounded);
  });
});

describe('amounts with more digits than 64 bits hold', () => {
  it.each([
    ['10Ei', '9223372036854775807', 'BinarySI'],
    ['-10Ei', '-9223372036854775807', 'BinarySI'],
    ['7Ei', '7Ei', 'BinarySI'],
    ['0.0009765625Ki', '1', 'BinarySI'],
    ['0.0009765624Ki', '999999898n', 'DecimalSI'],
    ['0.5Ki', '512', 'BinarySI'],
    ['0.0005Ki', '512m', 'DecimalSI'],
    ['-0.0005Ki', '-512m', 'DecimalSI'],
    ['0.0000000001', '1n', 'DecimalSI'],
    ['-0.0000000001', '-1n', 'DecimalSI'],
  ])('%s is %s, %s', (input, printed, format) => {
    const quantity = parseQuantity(input);
    expect([quantity.toString(), quantity.format]).toEqual([printed, format]);
  });
});

describe('plain numbers', () => {
  it.each([
    ['-1.5', -1500, -1],
    ['-0.0015', -1, 0],
    ['0.0015', 2, 1],
    ['0.001', 1, 1],
    ['0.0', 0, 0],
    ['1.000', 1000, 1],
    ['0', 0, 0],
    ['100m', 100, 1],
    ['1', 1000, 1],
    ['1.5', 1500, 2],
    ['2k', 2_000_000, 2000],
    ['64Mi', 67_108_864_000, 67_108_864],
    ['1u', 1, 1],
    ['2000u', 2, 1],
    ['333333333n', 334, 1],
    ['1000000n', 1, 1],
    ['9000000000000001n', 9_000_000_001, 9_000_001],
    ['-1500m', -1500, -1],
    ['1e3', 1_000_000, 1000],
    ['8Ti', 8 * 2 ** 40 * 1000, 8 * 2 ** 40],
    ['9007199254740993', 9_007_199_254_740_993_000, 9_007_199_254_740_992],
    ['1E', 1e21, 1e18],
  ])('%s is %d thousandths and %d units', (input, milli, units) => {
    expect(milliOf(input)).toBe(milli);
    expect(unitsOf(input)).toBe(units);
  });

  it('agrees with the exact values', () => {
    fc.assert(
      fc.property(positiveText, (input) => {
        const quantity = parseQuantity(input);
        fc.pre(quantity.milliValue() !== undefined);
        expect(milliOf(input)).toBe(Number(quantity.milliValue()));
        expect(unitsOf(input)).toBe(Number(quantity.value()));
      }),
    );
  });

  it('rejects what is not a quantity', () => {
    expect(() => milliOf('1K')).toThrow("unable to parse quantity's suffix");
    expect(() => unitsOf('')).toThrow(/must match the regular expression/);
  });
});

describe('what Go keeps of amounts beyond 64 bits', () => {
  it.each([
    ['1500m', 1500n, 2n],
    ['9223372036854776', -9_223_372_036_854_775_616n, 9_223_372_036_854_776n],
    ['9223372036854776k', 192_000n, -9_223_372_036_854_775_616n],
    ['12345678901234567890', 4_807_115_922_877_858_896n, -6_101_065_172_474_983_726n],
    ['18446744073709551616', 0n, 0n],
    ['1Ei', -9_223_372_036_854_775_808n, 1_152_921_504_606_846_976n],
    ['10E', 0n, 0n],
    ['99e15', 0n, 99_000_000_000_000_000n],
    ['1e9999', 0n, 0n],
    ['12345678901234567890e9990', 0n, 0n],
  ])('%s: %d thousandths, %d units', (input, milli, units) => {
    const quantity = parseQuantity(input);
    expect(quantity.overflowingMilliValue()).toBe(milli);
    expect(quantity.overflowingValue()).toBe(units);
  });
});
