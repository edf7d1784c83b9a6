/** Quantities such as `1Gi` and `100m`. */
import { ExactQuantity, parseQuantity } from '#values';
import type { Perform } from '../perform.ts';
import { CelError, noOverload, type Value } from '../values.ts';
import { Opaque } from './opaque.ts';

export const quantityFunctions: readonly (readonly [string, Perform])[] = [
  ['quantity', ([text]) => (typeof text === 'string' ? quantityValue(text) : noOverload)],
  [
    'isQuantity',
    ([text]) =>
      typeof text === 'string' ? !(quantityValue(text) instanceof CelError) : noOverload,
  ],
  ['sign', ([input]) => ofQuantity(input, (one) => BigInt(one.sign()))],
  ['isInteger', ([input]) => ofQuantity(input, (one) => wholeOf(one) !== undefined)],
  [
    'asInteger',
    ([input]) =>
      ofQuantity(input, (one) => wholeOf(one) ?? new CelError('cannot convert value to integer')),
  ],
  [
    'asApproximateFloat',
    ([input]) => ofQuantity(input, (one) => Number(one.unscaled) * 10 ** one.exponent),
  ],
  ['add', (args) => combined(args, (one, other) => one.add(other))],
  ['sub', (args) => combined(args, (one, other) => one.sub(other))],
];

/** How a quantity compares with another; undefined for values of other types. */
export function compareQuantities(a: Value, b: Value): number | undefined {
  const [one, other] = [heldBy(a), heldBy(b)];
  return one === undefined || other === undefined ? undefined : one.cmp(other);
}

/** Returns a quantity as expressions have it, or an error for what is none. */
export function quantityValue(text: string): Value {
  try {
    return opaqueQuantity(parseQuantity(text));
  } catch (error) {
    return new CelError((error as Error).message);
  }
}

function opaqueQuantity(quantity: ExactQuantity): Value {
  const { unscaled, exponent } = quantity;
  return new Opaque('quantity', quantity, decimalText(unscaled, exponent));
}

/** Equal amounts have the same text. */
function decimalText(unscaled: bigint, exponent: number): string {
  if (unscaled === 0n) return '0';
  let [digits, power] = [unscaled, exponent];
  for (; digits % 10n === 0n; digits /= 10n) power++;
  return `${digits}e${power}`;
}

function heldBy(value: Value | undefined): ExactQuantity | undefined {
  return value instanceof Opaque && value.held instanceof ExactQuantity ? value.held : undefined;
}

function ofQuantity(input: Value | undefined, compute: (one: ExactQuantity) => Value): Value {
  const held = heldBy(input);
  return held === undefined ? noOverload : compute(held);
}

function combined(
  [input, other]: readonly Value[],
  compute: (one: ExactQuantity, other: ExactQuantity) => ExactQuantity,
): Value {
  const amount = typeof other === 'bigint' ? parseQuantity(String(other)) : heldBy(other);
  return amount === undefined
    ? noOverload
    : ofQuantity(input, (one) => opaqueQuantity(compute(one, amount)));
}

function wholeOf(quantity: ExactQuantity): bigint | undefined {
  const { unscaled, exponent } = quantity;
  if (exponent < 0 && unscaled % 10n ** BigInt(-exponent) !== 0n) return undefined;
  return quantity.value();
}
