/** Durations and times of expressions, in nanoseconds. */
import { parseGoDuration, readInstant, formatTime } from '#values';

const perSecond = 1_000_000_000n;

/** Of a duration such as `1h2m3.5s`; undefined for other texts. */
export function readDuration(text: string): bigint | undefined {
  try {
    const ms = parseGoDuration(text);
    const whole = Math.floor(ms);
    return BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1e6));
  } catch {
    return undefined;
  }
}

/** Since 1970, of a time in RFC 3339; undefined for other texts. */
export function readTimestamp(text: string): bigint | undefined {
  try {
    const { seconds, fraction } = readInstant(text, 'any');
    return BigInt(seconds) * perSecond + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  } catch {
    return undefined;
  }
}

/** `2011-08-18T18:03:37.01Z` */
export function formatTimestamp(nanos: bigint): string {
  const seconds = floorDivide(nanos, perSecond);
  const whole = formatTime(Number(seconds) * 1000).slice(0, -1);
  return `${whole}${fractionOf(nanos - seconds * perSecond)}Z`;
}

/** Seconds, such as `3723.004s`. */
export function formatDuration(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / perSecond}${fractionOf(size % perSecond)}s`;
}

/** With its point, without zeros at the end. */
function fractionOf(nanos: bigint): string {
  const digits = String(nanos)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  return digits === '' ? '' : `.${digits}`;
}

export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}
