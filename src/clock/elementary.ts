/**
 * Logarithm, sine and cosine from sums, products and quotients, whose last bit is the same on every
 * machine. That of Math.log, Math.sin and Math.cos is not: it differs between JavaScript engines, and
 * the same seed must give the same run in all of them.
 */

/** Series end where a term no longer changes the sum. */
const LOG_TERMS = 13;
const TURN_TERMS = 10;

const bits = new DataView(new ArrayBuffer(8));

/**
 * Returns the whole binary exponent of a positive number, as `Math.floor(Math.log2(x))` without
 * rounding.
 */
export function binaryExponent(x: number): number {
  bits.setFloat64(0, x);
  return ((bits.getUint16(0) >> 4) & 0x7ff) - 1023;
}

/** Returns the natural logarithm of a positive number that is not tiny (2^-1022 or more). */
export function naturalLog(x: number): number {
  let exponent = binaryExponent(x);
  let part = x / 2 ** exponent; // from 1 to 2; powers of two are exact
  if (part > Math.SQRT2) {
    part /= 2;
    exponent += 1;
  }
  const s = (part - 1) / (part + 1);
  let sum = 0;
  for (let term = LOG_TERMS; term >= 0; term--) sum = sum * s * s + 1 / (2 * term + 1);
  return exponent * Math.LN2 + 2 * s * sum;
}

/** Returns the sine of an angle in turns: 0.25 is a right angle. */
export function sineOfTurns(turns: number): number {
  // Whole turns first: then nothing is rounded.
  return cosineOfTurns(turns - Math.floor(turns) - 0.25);
}

/** Returns the cosine of an angle in turns. */
export function cosineOfTurns(turns: number): number {
  const eighths = (turns - Math.floor(turns)) * 8;
  const quarter = Math.floor((eighths + 1) / 2);
  const angle = ((eighths - 2 * quarter) * Math.PI) / 4; // from -45 to 45 degrees
  switch (quarter % 4) {
    case 0:
      return series(angle, 0);
    case 1:
      return -series(angle, 1);
    case 2:
      return -series(angle, 0);
    default:
      return series(angle, 1);
  }
}

/** Returns the cosine (from power 0 on) or the sine (from power 1 on) of a small angle. */
function series(angle: number, first: 0 | 1): number {
  let sum = 1;
  for (let term = TURN_TERMS; term > 0; term--) {
    const power = 2 * term + first;
    sum = 1 - (sum * angle * angle) / (power * (power - 1));
  }
  return first === 0 ? sum : sum * angle;
}
