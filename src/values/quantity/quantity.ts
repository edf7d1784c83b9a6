import {
  addDecimals,
  compareDecimals,
  fitsInt64,
  isFar,
  powerOfTen,
  roundAwayFromZero,
  type Decimal,
} from './decimal.ts';
import { canonicalText, type QuantityFormat } from './format.ts';
import { readQuantity, type ParsedQuantity } from './parse.ts';

export type { QuantityFormat } from './format.ts';

const milliExponent = -3;
/** Powers of ten below this one fit a 64-bit integer. */
const int64Powers = 19;
/**
 * Powers of ten by which Kubernetes multiplies scaled 64-bit integers in one step: too large
 * results wrap around. For other powers it multiplies digit by digit, and too large results become
 * zero.
 */
const wrappingPowers: readonly number[] = [1, 2, 3, 6, 9];

/**
 * An amount of a resource, as `resource.Quantity` of Kubernetes: exact, with a family of suffixes to
 * be written in. An immutable value. Its amount is `unscaled` times ten to the `exponent`. (Objects
 * hold quantities as text, the type `Quantity`.)
 */
export class ExactQuantity implements Decimal {
  readonly unscaled: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  readonly #wide: boolean;
  /** The written form; made on first use. */
  #text: string | undefined;

  /** Takes the parser's result; use {@link parseQuantity} or {@link quantityOf}. */
  constructor(parsed: ParsedQuantity) {
    this.unscaled = parsed.unscaled;
    this.exponent = parsed.exponent;
    this.format = parsed.format;
    this.#wide = parsed.wide;
    this.#text = parsed.text;
  }

  /** The sum of all amounts, as {@link add} would compute it one by one, starting from zero. */
  static sumOf(amounts: readonly ExactQuantity[]): ExactQuantity {
    let sum: Decimal = { unscaled: 0n, exponent: 0 };
    let format: QuantityFormat = 'DecimalSI';
    let wide = false;
    for (const amount of amounts) {
      if (sum.unscaled === 0n) format = amount.format;
      wide ||= amount.#wide;
      if (!wide && amount.unscaled === 0n) continue;
      sum = !wide && sum.unscaled === 0n ? amount : addDecimals(sum, amount);
      wide ||= !fitsInt64(sum.unscaled);
    }
    const { unscaled, exponent } = sum;
    return new ExactQuantity({ unscaled, exponent, format, wide, text: undefined });
  }

  /** The sum. Has the format of this quantity, or of the other one when this is zero. */
  add(other: ExactQuantity): ExactQuantity {
    return this.#plus(other, other.unscaled);
  }

  /** The difference; its format is chosen as in {@link add}. */
  sub(other: ExactQuantity): ExactQuantity {
    return this.#plus(other, -other.unscaled);
  }

  /** -1, 0 or 1 as this amount is below, equal to or above the other. */
  cmp(other: ExactQuantity): -1 | 0 | 1 {
    return compareDecimals(this, other);
  }

  /** -1, 0 or 1 as the amount is negative, zero or positive. */
  sign(): -1 | 0 | 1 {
    if (this.unscaled === 0n) return 0;
    return this.unscaled < 0n ? -1 : 1;
  }

  isZero(): boolean {
    return this.unscaled === 0n;
  }

  /**
   * The amount in whole units, fractions rounded up; undefined beyond 64 bits. Negative fractions
   * round as in Kubernetes: away from zero for short texts, irregularly for long ones.
   */
  value(): bigint | undefined {
    return this.#scaledTo(0);
  }

  /** The amount in thousandths; rounding and range as for {@link value}. */
  milliValue(): bigint | undefined {
    return this.#scaledTo(milliExponent);
  }

  /** Like {@link value}, but amounts beyond 64 bits overflow as in Kubernetes' integers. */
  overflowingValue(): bigint {
    return this.#scaledTo(0) ?? this.#overflowingAt(0);
  }

  /** Like {@link milliValue}, but amounts beyond 64 bits overflow as in Kubernetes' integers. */
  overflowingMilliValue(): bigint {
    return this.#scaledTo(milliExponent) ?? this.#overflowingAt(milliExponent);
  }

  /**
   * This quantity without digits finer than a thousandth, which round away from zero. Kubernetes
   * stores all resource lists (requests, limits, capacity, quotas) like this.
   */
  roundUpToMilli(): ExactQuantity {
    if (this.exponent >= milliExponent) return this;
    return this.#with(roundAwayFromZero(this, milliExponent), this.format, this.#wide);
  }

  /** The text that the API writes: the canonical one, or the parsed one if it is close to that. */
  toString(): string {
    return (this.#text ??= canonicalText(this, this.format));
  }

  toJSON(): string {
    return this.toString();
  }

  #plus(other: ExactQuantity, unscaled: bigint): ExactQuantity {
    const format = this.isZero() ? other.format : this.format;
    const wide = this.#wide || other.#wide;
    const addend = { unscaled, exponent: other.exponent };
    if (!wide && unscaled === 0n) return this.#with(this, format, wide);
    if (!wide && this.isZero()) return this.#with(addend, format, wide);
    const sum = addDecimals(this, addend);
    return this.#with(sum, format, wide || !fitsInt64(sum.unscaled));
  }

  #with({ unscaled, exponent }: Decimal, format: QuantityFormat, wide: boolean): ExactQuantity {
    return new ExactQuantity({ unscaled, exponent, format, wide, text: undefined });
  }

  #scaledTo(exponent: number): bigint | undefined {
    if (this.unscaled !== 0n && this.exponent > exponent && isFar(this.exponent - exponent))
      return undefined;
    const exact = roundAwayFromZero(this, exponent).unscaled;
    if (!fitsInt64(exact)) return undefined;
    if (!this.#wide || exact >= 0n || this.exponent >= exponent) return exact;
    return wideNegative(this.unscaled, exponent - this.exponent);
  }

  /** Only for amounts that do not fit. */
  #overflowingAt(exponent: number): bigint {
    const power = this.exponent - exponent;
    // A multiple of such a power of ten has only zeros in its low 64 bits.
    if (power > 0 && isFar(power)) return 0n;
    if (!this.#wide && !wrappingPowers.includes(power)) return 0n;
    return BigInt.asIntN(64, roundAwayFromZero(this, exponent).unscaled);
  }
}

/**
 * How Kubernetes scales a negative big decimal down by a power of ten: it takes the low 64 bits,
 * rounds toward zero, and adds one for a remainder; only if the divisor itself is too large does it
 * round up correctly.
 */
function wideNegative(unscaled: bigint, power: number): bigint {
  const divisor = powerOfTen(power);
  const dividend = power < int64Powers ? BigInt.asIntN(64, unscaled) : unscaled;
  const quotient = dividend / divisor;
  return power < int64Powers && dividend % divisor !== 0n ? quotient + 1n : quotient;
}

/**
 * Parses a quantity. A number is read in its JSON form, so a request's `1e3` without quotes needs
 * {@link parseQuantityJson} to be distinguished from `1000`. Throws an Error with the message of
 * the API server.
 */
export function parseQuantity(text: string | number): ExactQuantity {
  return new ExactQuantity(readQuantity(typeof text === 'number' ? String(text) : text));
}

/**
 * Parses the raw JSON text of a quantity: a string (blanks around the amount are allowed), a
 * number, or `null` for none, which is zero without a format. Throws like {@link parseQuantity}.
 */
export function parseQuantityJson(raw: string): ExactQuantity {
  if (raw === 'null') return quantityOf(0, 0, '');
  const quoted = raw.length >= 2 && raw.startsWith('"') && raw.endsWith('"');
  return parseQuantity((quoted ? raw.slice(1, -1) : raw).trim());
}

/**
 * A quantity from a number: `unscaled` times ten to the `exponent`, so `quantityOf(250, -3)` is 250m.
 * The number must be an integer.
 */
export function quantityOf(
  unscaled: number | bigint,
  exponent = 0,
  format: QuantityFormat = 'DecimalSI',
): ExactQuantity {
  const amount = BigInt(unscaled);
  return new ExactQuantity({
    unscaled: amount,
    exponent,
    format,
    wide: !fitsInt64(amount),
    text: undefined,
  });
}

/**
 * The amount of a resource as resource lists hold it, see {@link ExactQuantity.roundUpToMilli}:
 * only these suffixes can be finer than a thousandth.
 */
export function roundResource(amount: string): string {
  const isFine = amount.endsWith('n') || amount.endsWith('u');
  return isFine ? parseQuantity(amount).roundUpToMilli().toString() : amount;
}
