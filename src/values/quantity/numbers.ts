/** Quantities as plain numbers, for arithmetic over every pod in schedulers and pools. */
import { parseQuantity } from './quantity.ts';

/** Character codes of the first and the last digit. */
const zero = 48;
const nine = 57;

/** How many thousandths one unit with this suffix has; finer suffixes use the exact method. */
const milliPerUnit: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['', 1e3],
  ['k', 1e6],
  ['M', 1e9],
  ['G', 1e12],
  ['Ki', 2 ** 10 * 1e3],
  ['Mi', 2 ** 20 * 1e3],
  ['Gi', 2 ** 30 * 1e3],
  ['Ti', 2 ** 40 * 1e3],
]);

/**
 * A quantity in thousandths (millicores of CPU), fractions rounded up. Precise up to 2^53; beyond
 * that the nearest number. Throws like {@link parseQuantity} for an invalid quantity.
 */
export function milliOf(text: string): number {
  return plainMilli(text) ?? roundedUp(text, -3);
}

/**
 * A quantity in whole units (bytes of memory, counts), fractions rounded up. Precision and errors
 * as for {@link milliOf}.
 */
export function unitsOf(text: string): number {
  const milli = plainMilli(text);
  return milli === undefined ? roundedUp(text, 0) : Math.ceil(milli / 1000);
}

/** How many billionths and millionths make a thousandth: CPU usage is written in them. */
const finerPerMilli: ReadonlyMap<string, number> = new Map([
  ['n', 1e6],
  ['u', 1e3],
]);

/** The common case, digits and a common suffix; undefined for anything else. */
function plainMilli(text: string): number | undefined {
  let amount = 0;
  let index = 0;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < zero || code > nine) break;
    amount = amount * 10 + (code - zero);
  }
  if (index === 0) return undefined;
  const suffix = text.slice(index);
  const perUnit = milliPerUnit.get(suffix);
  if (perUnit === undefined) return roundedToMilli(amount, finerPerMilli.get(suffix));
  const milli = amount * perUnit;
  return Number.isSafeInteger(milli) ? milli : undefined;
}

/** Rounded up, with integer arithmetic: a quotient might lose the last digits. */
function roundedToMilli(amount: number, perMilli: number | undefined): number | undefined {
  if (perMilli === undefined || !Number.isSafeInteger(amount)) return undefined;
  const rest = amount % perMilli;
  return (amount - rest) / perMilli + (rest > 0 ? 1 : 0);
}

/** The exact method: rounds toward positive infinity, negative amounts included. */
function roundedUp(text: string, exponent: number): number {
  const quantity = parseQuantity(text);
  const shift = quantity.exponent - exponent;
  if (shift >= 0) return Number(`${quantity.unscaled}e${shift}`);
  const divisor = 10n ** BigInt(-shift);
  const whole = quantity.unscaled / divisor;
  const rest = quantity.unscaled % divisor;
  return Number(rest > 0n ? whole + 1n : whole);
}
