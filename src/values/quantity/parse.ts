import { compareDecimals, isFar, roundAwayFromZero, type Decimal } from './decimal.ts';
import {
  commonSuffix,
  meaningOfSuffix,
  type QuantityFormat,
  type SuffixMeaning,
} from './format.ts';

/** A parsed quantity, before it becomes a value. */
export interface ParsedQuantity extends Decimal {
  readonly format: QuantityFormat;
  /**
   * Whether Kubernetes holds the amount as a big decimal rather than as a scaled 64-bit integer.
   * Both are exact, but the two round negative amounts differently.
   */
  readonly wide: boolean;
  /** The text itself, if it is close enough to canonical to be written back unchanged. */
  readonly text: string | undefined;
}

interface QuantityText {
  readonly text: string;
  readonly negative: boolean;
  /** Digits before the point without leading zeros, at least `0`. */
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: SuffixMeaning;
}

const malformed =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const unknownSuffix = "unable to parse quantity's suffix";
const noNumber = 'unable to parse numeric part of quantity';

/** Runs of digits match as a whole, so that backtracking never splits them. */
const pattern =
  /^([+-]?)0*(?!0)([0-9]*)(?![0-9])(?:\.([0-9]*)(?![0-9]))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;

/** The finest step, one billionth. */
const finestExponent = -9;
/** This many digits always fit a 64-bit integer. */
const shortDigits = 18;
/** Kubernetes allows exponents up to 2^31, at the cost of memory; this is enough for any real amount. */
const largestExponent = 100_000;
/** The same for digits: the time to convert them grows faster than their number. */
const mostDigits = 10_000;

const largestBinary: Decimal = { unscaled: 2n ** 63n - 1n, exponent: 0 };
const one: Decimal = { unscaled: 1n, exponent: 0 };

/** Parses a quantity; throws an Error with the message of the API server. */
export function readQuantity(text: string): ParsedQuantity {
  const parts = split(text);
  return isShort(parts) ? readShort(parts) : readWide(parts);
}

function split(text: string): QuantityText {
  return splitPlain(text) ?? splitByPattern(text);
}

/** Digits and a suffix, the most common form; undefined for anything else. */
function splitPlain(text: string): QuantityText | undefined {
  let length = 0;
  while (isDigit(text.charCodeAt(length))) length++;
  if (length === 0 || text.startsWith('0')) return undefined;
  const suffix = commonSuffix(text.slice(length));
  if (suffix === undefined || length > shortDigits) return undefined;
  return { text, negative: false, whole: text.slice(0, length), fraction: '', suffix };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function splitByPattern(text: string): QuantityText {
  const match = text === '' ? null : pattern.exec(text);
  if (match === null) throw new Error(malformed);
  const suffix = meaningOfSuffix(match[4]!);
  if (suffix === undefined) throw new Error(unknownSuffix);
  if (Math.abs(suffix.exponent) > largestExponent || text.length > mostDigits)
    throw new Error(noNumber);
  return {
    text,
    negative: match[1] === '-',
    whole: match[2] || '0',
    fraction: match[3] ?? '',
    suffix,
  };
}

function isShort({ whole, fraction, suffix }: QuantityText): boolean {
  if (suffix.base === 10) {
    const digits = whole.length + fraction.length;
    return digits <= shortDigits && suffix.exponent - fraction.length >= finestExponent;
  }
  // Three decimal digits per ten bits, out of fourteen.
  return fraction === '' && whole.length + (suffix.exponent / 10) * 3 <= 14;
}

function readShort(parts: QuantityText): ParsedQuantity {
  const { negative, fraction, suffix } = parts;
  const digits = parts.whole + fraction;
  const magnitude = BigInt(digits) * multiplier(suffix);
  const exponent = suffix.base === 10 ? suffix.exponent - fraction.length : 0;
  return {
    unscaled: negative ? -magnitude : magnitude,
    exponent,
    format: suffix.format,
    wide: false,
    text: isKept(digits, exponent, suffix) ? parts.text : undefined,
  };
}

/** A quick test for texts that Kubernetes keeps unchanged, such as `+5`, `1.250` and `1e3`. */
function isKept(digits: string, exponent: number, { base }: SuffixMeaning): boolean {
  if (base === 2) return Number(digits) % 8 !== 0;
  return exponent % 3 === 0 && !digits.startsWith('0') && !digits.endsWith('000');
}

function readWide(parts: QuantityText): ParsedQuantity {
  const { negative, whole, fraction, suffix, text } = parts;
  if (!/^[+-]?\.?[0-9]/.test(text)) throw new Error(noNumber);
  const exact: Decimal = {
    unscaled: BigInt(whole + fraction) * multiplier(suffix),
    exponent: (suffix.base === 10 ? suffix.exponent : 0) - fraction.length,
  };
  const isHuge = exact.exponent > 0 && isFar(exact.exponent - finestExponent);
  let amount = isHuge ? exact : roundAwayFromZero(exact, finestExponent);
  let format = suffix.format;
  if (format === 'BinarySI') {
    if (compareDecimals(amount, largestBinary) > 0) amount = largestBinary;
    if (amount.unscaled > 0n && compareDecimals(amount, one) < 0) format = 'DecimalSI';
  }
  const unscaled = negative ? -amount.unscaled : amount.unscaled;
  return { unscaled, exponent: amount.exponent, format, wide: true, text: undefined };
}

function multiplier({ base, exponent }: SuffixMeaning): bigint {
  return base === 2 ? 1n << BigInt(exponent) : 1n;
}
