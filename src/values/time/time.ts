/**
 * Instants in the API's text form. Everywhere else an instant is a number: milliseconds since
 * 1970-01-01 UTC.
 */
import { dateOfDay, weekdayOfDay } from './civil.ts';
import { readInstant, readPlainInstant } from './parse.ts';

const msPerSecond = 1000;
const secondsPerDay = 86_400;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = [
  ...(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'] as const),
  ...(['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const),
] as const;

/** A `Time`: RFC 3339 in UTC with whole seconds, `2026-11-20T20:11:00Z`; fractions are cut off. */
export function formatTime(ms: number): string {
  const seconds = Math.floor(ms / msPerSecond);
  if (seconds !== latest.seconds) latest = { seconds, text: `${dateAndTime(seconds)}Z` };
  return latest.text;
}

/** What was written last: all that happens at an instant has one text. */
let latest = { seconds: NaN, text: '' };

/**
 * A `MicroTime`: RFC 3339 in UTC with exactly six digits, `2026-11-20T20:11:00.000000Z`. A fraction
 * of `ms` counts, to the nearest microsecond.
 */
export function formatMicroTime(ms: number): string {
  let seconds = Math.floor(ms / msPerSecond);
  let micros = Math.round((ms - seconds * msPerSecond) * 1000);
  if (micros === 1_000_000) [seconds, micros] = [seconds + 1, 0];
  return `${dateAndTime(seconds)}.${String(micros).padStart(6, '0')}Z`;
}

/** As in audit lines and annotations: `Fri, 20 Nov 2026 20:11:00 +0000`, Go's RFC1123Z. */
export function formatRfc1123(ms: number): string {
  const seconds = Math.floor(ms / msPerSecond);
  const dayNumber = Math.floor(seconds / secondsPerDay);
  const { year, month, day } = dateOfDay(dayNumber);
  const weekday = weekdays[weekdayOfDay(dayNumber)]!;
  const clock = timeOfDay(seconds - dayNumber * secondsPerDay);
  return `${weekday}, ${two(day)} ${months[month - 1]!} ${four(year)} ${clock} +0000`;
}

/**
 * Reads a `Time` as the API server does: RFC 3339, any offset, any fraction of a second (cut to whole
 * milliseconds). Throws an Error with Go's message, such as
 * `parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"`.
 */
export function parseTime(text: string): number {
  const plain = readPlainInstant(text);
  if (plain !== undefined) return plain * msPerSecond;
  const { seconds, fraction } = readInstant(text, 'any');
  return seconds * msPerSecond + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/**
 * A `Time` in UTC with the fraction of its second as far as Go reads it, to nanoseconds, and
 * without trailing zeros: `2026-11-20T20:11:00.5Z`. Throws like {@link parseTime}.
 */
export function formatExactTime(text: string): string {
  const { seconds, fraction } = readInstant(text, 'any');
  const digits = /^[0-9]*[1-9]/.exec(fraction.slice(0, 9));
  return `${dateAndTime(seconds)}${digits === null ? '' : `.${digits[0]}`}Z`;
}

/**
 * Parses a `MicroTime`, which must have six digits after the second. Microseconds stay as a
 * fraction of the milliseconds, precise enough to print the same text again. Throws like {@link
 * parseTime}.
 */
export function parseMicroTime(text: string): number {
  const { seconds, fraction } = readInstant(text, 'micro');
  return seconds * msPerSecond + Number(fraction) / 1000;
}

/**
 * The time since an instant as `kubectl get` shows ages: `119s`, `3m20s`, `63m`, `3h5m`, `30h`, `2d3h`,
 * `300d`, `6y325d`. `<unknown>` without an instant.
 */
export function formatAge(sinceMs: number | undefined, nowMs: number): string {
  return sinceMs === undefined ? '<unknown>' : formatHumanDuration(nowMs - sinceMs);
}

/**
 * A duration in its two largest units, like {@link formatAge}. Two seconds or more below zero are
 * `<invalid>`; less counts as 0.
 */
export function formatHumanDuration(ms: number): string {
  const seconds = Math.trunc(ms / msPerSecond);
  if (seconds < -1) return '<invalid>';
  if (seconds < 120) return `${Math.max(seconds, 0)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return inTwoUnits(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return inTwoUnits(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return inTwoUnits(days, 'd', hours % 24, 'h');
  if (days < 2 * 365) return `${days}d`;
  const years = Math.floor(days / 365);
  return years < 8 ? inTwoUnits(years, 'y', days % 365, 'd') : `${years}y`;
}

function inTwoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

function dateAndTime(seconds: number): string {
  const dayNumber = Math.floor(seconds / secondsPerDay);
  const { year, month, day } = dateOfDay(dayNumber);
  const clock = timeOfDay(seconds - dayNumber * secondsPerDay);
  return `${four(year)}-${two(month)}-${two(day)}T${clock}`;
}

function timeOfDay(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${two(hours)}:${two(minutes - hours * 60)}:${two(seconds - minutes * 60)}`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

function four(number: number): string {
  return number >= 1000 ? String(number) : String(number).padStart(4, '0');
}
