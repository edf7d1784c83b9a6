/** Durations in Go's notation, as in flags and configuration files: `1h30m`, `1.5s`, `300ms`. */

const msPerUnit: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['μs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

const termPattern = /([0-9]*)(?:\.([0-9]*))?([^0-9.]*)/y;
const nanosPerMs = 1e6;

/**
 * Reads a duration into milliseconds (with a fraction below one), such as `1h30m`, `-1.5s` or `0`.
 * Throws an Error with Go's message, such as `time: missing unit in duration "5"`.
 */
export function parseGoDuration(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const terms = text.replace(/^[+-]/, '');
  if (terms === '0') return 0;
  if (terms === '') throw invalidDuration(text);
  const pattern = new RegExp(termPattern);
  let ms = 0;
  while (pattern.lastIndex < terms.length) ms += readTerm(pattern.exec(terms)!, text);
  // Sums of fractions such as 1.005 s are a hair off. `+ 0` makes 0 of -0.
  return (sign * Math.round(ms * nanosPerMs)) / nanosPerMs + 0;
}

/**
 * Writes milliseconds as Go prints a duration: `1h30m0s`, `1.5s`, `300ms`, `0s`. Precise to the
 * nanosecond.
 */
export function formatGoDuration(ms: number): string {
  const nanos = Math.round(Math.abs(ms) * nanosPerMs);
  const sign = ms < 0 && nanos > 0 ? '-' : '';
  if (nanos === 0) return '0s';
  if (nanos < 1e3) return `${sign}${nanos}ns`;
  if (nanos < 1e6) return `${sign}${nanos / 1e3}µs`;
  if (nanos < 1e9) return `${sign}${nanos / 1e6}ms`;
  return sign + inHours(Math.floor(nanos / 1e9), nanos % 1e9);
}

function readTerm(match: RegExpExecArray, text: string): number {
  const [, whole = '', fraction = '', unit = ''] = match;
  if (whole === '' && fraction === '') throw invalidDuration(text);
  if (unit === '') throw new Error(`time: missing unit in duration ${JSON.stringify(text)}`);
  const perUnit = msPerUnit.get(unit);
  if (perUnit !== undefined) return Number(`${whole}.${fraction}`) * perUnit;
  throw new Error(`time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`);
}

function invalidDuration(text: string): Error {
  return new Error(`time: invalid duration ${JSON.stringify(text)}`);
}

function inHours(seconds: number, nanos: number): string {
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60}${fraction}s`;
  if (minutes === 0) return rest;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}m${rest}` : `${hours}h${minutes % 60}m${rest}`;
}
