/** Durations in Go's notation, as in flags and configuration files: `1h30m`, `1.5s`, `300ms`. */
import { hexText, utf8Bytes } from '../text/bytes.ts';

const nanosPerMs = 1_000_000n;

const nanosPerUnit: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', nanosPerMs],
  ['s', 1000n * nanosPerMs],
  ['m', 60_000n * nanosPerMs],
  ['h', 3_600_000n * nanosPerMs],
]);

/** The most common units, exact without big integers. */
const wholeSeconds = /^[0-9]{1,9}s$/;

const termPattern = /([0-9]*)(?:\.([0-9]*))?([^0-9.]*)/y;

/** The largest number in 64 bits, without the sign: the limit of Go's nanoseconds. */
const mostNanos = 1n << 63n;

/**
 * Parses a duration into milliseconds (with a fraction for finer units), such as `1h30m`, `-1.5s`
 * or `0`. Throws an Error with Go's message, such as `time: missing unit in duration "5"`; a
 * duration that does not fit 64 bits of nanoseconds, about 292 years, is invalid.
 */
export function parseGoDuration(text: string): number {
  if (wholeSeconds.test(text)) return Number(text.slice(0, -1)) * 1000;
  const terms = text.replace(/^[+-]/, '');
  if (terms === '0') return 0;
  if (terms === '') throw invalidDuration(text);
  const pattern = new RegExp(termPattern);
  let nanos = 0n;
  while (pattern.lastIndex < terms.length) {
    nanos += readTerm(pattern.exec(terms)!, text);
    if (nanos > mostNanos) throw invalidDuration(text);
  }
  const isNegative = text.startsWith('-');
  if (nanos === mostNanos && !isNegative) throw invalidDuration(text);
  return fromNanos(isNegative ? -nanos : nanos);
}

/**
 * Formats milliseconds as Go prints a duration: `1h30m0s`, `1.5s`, `300ms`, `0s`. Fractions of a
 * millisecond count, to the nearest nanosecond.
 */
export function formatGoDuration(ms: number): string {
  const nanos = toNanos(Math.abs(ms));
  const sign = ms < 0 && nanos > 0n ? '-' : '';
  return sign + (nanos < 1000n * nanosPerMs ? belowOneSecond(Number(nanos)) : inHours(nanos));
}

function readTerm(match: RegExpExecArray, text: string): bigint {
  const [, whole = '', fraction = '', unit = ''] = match;
  if (whole === '' && fraction === '') throw invalidDuration(text);
  const amount = BigInt(whole);
  if (amount > mostNanos) throw invalidDuration(text);
  if (unit === '') throw new Error(`time: missing unit in duration ${quote(text)}`);
  const perUnit = nanosPerUnit.get(unit);
  if (perUnit === undefined) {
    throw new Error(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`);
  }
  return amount * perUnit + fractionOf(fraction, perUnit);
}

/** In floating point, as in Go: a third of an hour with many digits is 20 minutes. */
function fractionOf(digits: string, perUnit: bigint): bigint {
  let [fraction, scale] = [0n, 1];
  for (const digit of digits) {
    const longer = fraction * 10n + BigInt(digit);
    if (longer > mostNanos) break;
    fraction = longer;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(fraction) * (Number(perUnit) / scale)));
}

function invalidDuration(text: string): Error {
  return new Error(`time: invalid duration ${quote(text)}`);
}

/** Quoted as in errors of Go's durations: bytes of anything but printable ASCII in hexadecimal. */
function quote(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&');
  return `"${escaped.replace(/[^ -\x7f]/gu, hexBytes)}"`;
}

function hexBytes(character: string): string {
  return hexText(utf8Bytes(character)).replace(/../g, '\\x$&');
}

function fromNanos(nanos: bigint): number {
  return Number(nanos / nanosPerMs) + Number(nanos % nanosPerMs) / Number(nanosPerMs);
}

function toNanos(ms: number): bigint {
  const whole = Math.floor(ms);
  return BigInt(whole) * nanosPerMs + BigInt(Math.round((ms - whole) * Number(nanosPerMs)));
}

function belowOneSecond(nanos: number): string {
  if (nanos === 0) return '0s';
  if (nanos < 1e3) return `${nanos}ns`;
  return nanos < 1e6 ? `${nanos / 1e3}µs` : `${nanos / 1e6}ms`;
}

function inHours(nanos: bigint): string {
  const seconds = Number(nanos / 1_000_000_000n);
  const digits = String(nanos % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  const rest = `${seconds % 60}${digits && `.${digits}`}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return rest;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}m${rest}` : `${hours}h${minutes % 60}m${rest}`;
}
