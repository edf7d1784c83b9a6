/** Operators on values of all types: each computes for the types it has, within their bounds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, divide, modulo, multiply, negate, subtract } from '../../../src/cel/arithmetic.ts';
import type { Meter } from '../../../src/cel/meter.ts';
import { Unsigned } from '../../../src/cel/syntax.ts';
import {
  CelError,
  CelList,
  Duration,
  noOverload,
  Timestamp,
  type Value,
} from '../../../src/cel/values.ts';

const meter = { step: () => undefined } as unknown as Meter;

/** A value of each type; its name stands for the type. */
const samples: Readonly<Record<string, Value>> = {
  int: 7n,
  uint: new Unsigned(7n),
  double: 7.5,
  text: 'a',
  bytes: Uint8Array.of(1),
  bool: true,
  none: null as unknown as Value,
  list: CelList.of([1n]),
  duration: new Duration(7n),
  time: new Timestamp(7n),
};

type Operator = (a: Value, b: Value, meter: Meter) => Value;
const operators: Readonly<Record<string, readonly [Operator, readonly string[]]>> = {
  '+': [
    add,
    [
      ...['int int', 'uint uint', 'double double', 'text text', 'bytes bytes', 'list list'],
      ...['duration duration', 'duration time', 'time duration'],
    ],
  ],
  '-': [
    subtract,
    [
      ...['int int', 'uint uint', 'double double'],
      ...['duration duration', 'time time', 'time duration'],
    ],
  ],
  '*': [multiply, ['int int', 'uint uint', 'double double']],
  '/': [divide, ['int int', 'uint uint', 'double double']],
  '%': [modulo, ['int int', 'uint uint']],
};

describe.each(Object.entries(operators))('%s', (_, [operator, pairs]) => {
  it('computes for its types, and for no others', () => {
    const computed: string[] = [];
    for (const [left, a] of Object.entries(samples)) {
      for (const [right, b] of Object.entries(samples)) {
        const found = operator(a, b, meter);
        if (found !== noOverload) computed.push(`${left} ${right}`);
      }
    }
    expect(computed.sort()).toEqual([...pairs].sort());
  });
});

describe('a minus', () => {
  it('negates signed numbers only', () => {
    const negated = Object.entries(samples).filter(([, value]) => negate(value) !== noOverload);
    expect(negated.map(([name]) => name)).toEqual(['int', 'double']);
    expect([negate(7n), negate(7.5), negate(0n)]).toEqual([-7n, -7.5, 0n]);
  });
});

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;
const mostUnsigned = 2n ** 64n - 1n;
const edges = (from: bigint, to: bigint) =>
  fc.oneof(
    fc.bigInt({ min: from, max: to }),
    fc.bigInt({ min: from, max: from + 3n }),
    fc.bigInt({ min: to - 3n, max: to }),
    fc.bigInt({ min: 0n, max: 3n }),
  );

type Exact = (a: bigint, b: bigint) => bigint;
const exact: readonly (readonly [string, Operator, Exact])[] = [
  ['+', add, (a, b) => a + b],
  ['-', subtract, (a, b) => a - b],
  ['*', multiply, (a, b) => a * b],
  ['/', divide, (a, b) => a / b],
  ['%', modulo, (a, b) => a % b],
];
const byZero: Readonly<Record<string, string>> = {
  '/': 'division by zero',
  '%': 'modulus by zero',
};

describe.each(exact)('whole numbers under %s', (name, operator, compute) => {
  const expected = (a: bigint, b: bigint, from: bigint, to: bigint, overflow: string) => {
    if (b === 0n && byZero[name] !== undefined) return byZero[name];
    const result = compute(a, b);
    return result < from || result > to ? overflow : result;
  };
  const shown = (value: Value): unknown => {
    if (value instanceof CelError) return value.message;
    return value instanceof Unsigned ? value.value : value;
  };

  it('are exact, or an error', () => {
    fc.assert(
      fc.property(edges(least, most), edges(least, most), (a, b) => {
        expect(shown(operator(a, b, meter))).toBe(expected(a, b, least, most, 'integer overflow'));
      }),
    );
  });

  it('are exact without a sign, or an error', () => {
    fc.assert(
      fc.property(edges(0n, mostUnsigned), edges(0n, mostUnsigned), (a, b) => {
        expect(shown(operator(new Unsigned(a), new Unsigned(b), meter))).toBe(
          expected(a, b, 0n, mostUnsigned, 'unsigned integer overflow'),
        );
      }),
    );
  });
});

describe('times and durations', () => {
  const nanos = (value: Value): unknown =>
    value instanceof CelError ? value.message : (value as Duration | Timestamp).nanos;
  const firstTime = -62_135_596_800n * 1_000_000_000n;
  const lastTime = 253_402_300_800n * 1_000_000_000n - 1n;

  it('have bounds', () => {
    const one = new Duration(1n);
    expect(nanos(add(new Duration(most - 1n), one, meter))).toBe(most);
    expect(nanos(add(new Duration(most), one, meter))).toBe('integer overflow');
    expect(nanos(subtract(new Duration(least), one))).toBe('integer overflow');
    expect(nanos(subtract(new Duration(least + 1n), one))).toBe(least);
    expect(nanos(add(new Timestamp(lastTime - 1n), one, meter))).toBe(lastTime);
    expect(nanos(add(one, new Timestamp(lastTime), meter))).toBe('timestamp overflow');
    expect(nanos(subtract(new Timestamp(firstTime + 1n), one))).toBe(firstTime);
    expect(nanos(subtract(new Timestamp(firstTime), one))).toBe('timestamp overflow');
    expect(nanos(subtract(new Timestamp(5n), new Timestamp(7n)))).toBe(-2n);
    expect(nanos(subtract(new Timestamp(5n), new Duration(7n)))).toBe(-2n);
    expect(nanos(add(new Timestamp(5n), new Duration(7n), meter))).toBe(12n);
    expect(nanos(add(new Duration(5n), new Timestamp(7n), meter))).toBe(12n);
    expect(nanos(add(new Duration(5n), new Duration(7n), meter))).toBe(12n);
  });
});

describe('lists that are joined', () => {
  const joined = (a: CelList, b: CelList): unknown => [...(add(a, b, meter) as CelList)];
  it('keep all items, and as sets each once', () => {
    const plain = [CelList.of([1n, 2n]), CelList.of([2n, 3n])] as const;
    expect(joined(...plain)).toEqual([1n, 2n, 2n, 3n]);
    const [a, b] = [CelList.of([1n, 2n], 'set'), CelList.of([2n, 3n], 'set')];
    expect(joined(a, b)).toEqual([1n, 2n, 3n]);
  });
});
