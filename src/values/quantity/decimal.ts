/**
 * Exact decimal arithmetic for quantities: an amount is `unscaled` times ten to the `exponent`.
 * Plain functions on big integers; {@link ExactQuantity} adds formats and rounding.
 */
export interface Decimal {
  readonly unscaled: bigint;
  readonly exponent: number;
}

const powersOfTen: readonly bigint[] = Array.from(
  { length: 64 },
  (_, power) => 10n ** BigInt(power),
);

/** Ten to the power, which must not be negative. */
export function powerOfTen(power: number): bigint {
  return powersOfTen[power] ?? 10n ** BigInt(power);
}

/**
 * Whether exponents are so far apart that aligning the amounts should be avoided: the work would
 * grow with the value of a short text, not with its length.
 */
export function isFar(exponents: number): boolean {
  return Math.abs(exponents) >= powersOfTen.length;
}

/** The magnitude of an amount, from its sign and the place of its first digit. */
function orderOf({ unscaled, exponent }: Decimal): number {
  // More than the magnitude of any amount, so that negative ones are below zero.
  const places = firstPlace({ unscaled, exponent }) + 2 ** 40;
  return Number(signOf(unscaled)) * places;
}

function digitsOf(unscaled: bigint): number {
  return (unscaled < 0n ? -unscaled : unscaled).toString().length;
}

function signOf(unscaled: bigint): bigint {
  if (unscaled === 0n) return 0n;
  return unscaled < 0n ? -1n : 1n;
}

/** Converts an amount to an exponent that is not above its own, so without loss. */
export function unscaledAt(amount: Decimal, exponent: number): bigint {
  if (amount.exponent === exponent) return amount.unscaled;
  return amount.unscaled * powerOfTen(amount.exponent - exponent);
}

/** Digits of a sum of amounts that are far apart; digits below are dropped. */
const mostDigits = 1000;

/** Sum of two amounts, at the finer of the two exponents. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (isFar(a.exponent - b.exponent)) return addFar(a, b);
  const exponent = Math.min(a.exponent, b.exponent);
  return { unscaled: unscaledAt(a, exponent) + unscaledAt(b, exponent), exponent };
}

/** A short text can mean an amount of 100,000 digits, but a sum needs no more than these. */
function addFar(a: Decimal, b: Decimal): Decimal {
  if (a.unscaled === 0n) return b;
  if (b.unscaled === 0n) return a;
  const larger = firstPlace(a) > firstPlace(b) ? a : b;
  const finest = Math.min(a.exponent, b.exponent);
  const last = Math.min(firstPlace(larger) - mostDigits, larger.exponent);
  const exponent = Math.max(finest, last);
  return { unscaled: cutAt(a, exponent) + cutAt(b, exponent), exponent };
}

/** Converts an amount to any exponent, dropping lost digits. */
function cutAt(amount: Decimal, exponent: number): bigint {
  if (amount.exponent >= exponent) return unscaledAt(amount, exponent);
  if (firstPlace(amount) <= exponent) return 0n;
  return amount.unscaled / powerOfTen(exponent - amount.exponent);
}

/** The place of the first digit. */
function firstPlace({ unscaled, exponent }: Decimal): number {
  return digitsOf(unscaled) + exponent;
}

/** -1, 0 or 1 as a is below, equal to or above b. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (isFar(a.exponent - b.exponent)) {
    const [left, right] = [orderOf(a), orderOf(b)];
    if (left !== right) return left < right ? -1 : 1;
  }
  const exponent = Math.min(a.exponent, b.exponent);
  const [left, right] = [unscaledAt(a, exponent), unscaledAt(b, exponent)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Converts an amount to any exponent; lost digits round the magnitude up. */
export function roundAwayFromZero(amount: Decimal, exponent: number): Decimal {
  if (amount.exponent >= exponent) return { unscaled: unscaledAt(amount, exponent), exponent };
  const power = exponent - amount.exponent;
  if (isFar(power) && digitsOf(amount.unscaled) <= power) {
    return { unscaled: signOf(amount.unscaled), exponent };
  }
  const divisor = powerOfTen(power);
  const whole = amount.unscaled / divisor;
  if (whole * divisor === amount.unscaled) return { unscaled: whole, exponent };
  return { unscaled: amount.unscaled < 0n ? whole - 1n : whole + 1n, exponent };
}

/** The amount as an integer, or undefined when it has a fraction. */
export function asInteger(amount: Decimal): bigint | undefined {
  if (amount.exponent >= 0) return unscaledAt(amount, 0);
  const divisor = powerOfTen(-amount.exponent);
  return amount.unscaled % divisor === 0n ? amount.unscaled / divisor : undefined;
}

/** Whether a 64-bit signed integer can hold the number. */
export function fitsInt64(value: bigint): boolean {
  return value >= -0x8000_0000_0000_0000n && value <= 0x7fff_ffff_ffff_ffffn;
}
