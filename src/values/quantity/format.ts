import { asInteger, compareDecimals, type Decimal } from './decimal.ts';

/**
 * The family of suffixes of a quantity: `k M G`, `Ki Mi Gi` or `e3 e6 e9`. The empty one is that of
 * a quantity that was never given (JSON `null`).
 */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent' | '';

/** The meaning of a suffix: `base` to the `exponent`. */
export interface SuffixMeaning {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

const smallestDecimal = -9;
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const oneKi: Decimal = { unscaled: 1024n, exponent: 0 };

const suffixMeanings: ReadonlyMap<string, SuffixMeaning> = new Map([
  ...binarySuffixes.map((suffix, index): [string, SuffixMeaning] => [
    suffix,
    { base: 2, exponent: index * 10, format: 'BinarySI' },
  ]),
  // After the binary ones: the empty suffix is a decimal one.
  ...decimalSuffixes.map((suffix, index): [string, SuffixMeaning] => [
    suffix,
    { base: 10, exponent: smallestDecimal + index * 3, format: 'DecimalSI' },
  ]),
]);

/** Looks up a suffix, including exponents such as `e3` and `E-6`; undefined for an unknown one. */
export function meaningOfSuffix(suffix: string): SuffixMeaning | undefined {
  return commonSuffix(suffix) ?? meaningOfExponent(suffix);
}

/** A suffix other than an exponent. */
export function commonSuffix(suffix: string): SuffixMeaning | undefined {
  return suffixMeanings.get(suffix);
}

function meaningOfExponent(suffix: string): SuffixMeaning | undefined {
  if (!/^[eE][+-]?[0-9]+$/.test(suffix)) return undefined;
  const digits = suffix.slice(suffix[1] === '+' ? 2 : 1);
  const exponent = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
  if (exponent < int64.min || exponent > int64.max) return undefined;
  // Kubernetes keeps the low 32 bits of an exponent.
  return { base: 10, exponent: Number(BigInt.asIntN(32, exponent)), format: 'DecimalExponent' };
}

/**
 * The canonical text of an amount: no fraction, and the largest suffix of the family that leaves an
 * integer. Binary suffixes are replaced with decimal ones below 1024 and for fractions. Amounts
 * beyond the largest suffix lose their scale (10^21 is written `1`), as in Kubernetes.
 */
export function canonicalText(amount: Decimal, format: QuantityFormat): string {
  if (amount.unscaled === 0n) return '0';
  if (format !== 'BinarySI') return decimalText(amount, format);
  const integer = isBelowOneKi(amount) ? undefined : asInteger(amount);
  return integer === undefined ? decimalText(amount, 'DecimalSI') : binaryText(integer);
}

function isBelowOneKi({ unscaled, exponent }: Decimal): boolean {
  return compareDecimals({ unscaled: unscaled < 0n ? -unscaled : unscaled, exponent }, oneKi) < 0;
}

function decimalText(amount: Decimal, format: QuantityFormat): string {
  const digits = amount.unscaled.toString();
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  const bareExponent = amount.exponent + digits.length - end;
  const zeros = ((bareExponent % 3) + 3) % 3;
  const exponent = bareExponent - zeros;
  return digits.slice(0, end) + '0'.repeat(zeros) + decimalSuffix(exponent, format);
}

function decimalSuffix(exponent: number, format: QuantityFormat): string {
  if (format === 'DecimalSI') return decimalSuffixes[(exponent - smallestDecimal) / 3] ?? '';
  return exponent === 0 ? '' : `e${exponent}`;
}

function binaryText(integer: bigint): string {
  let [mantissa, power] = [integer, 0];
  while (mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    power++;
  }
  return mantissa.toString() + (binarySuffixes[power] ?? '');
}
