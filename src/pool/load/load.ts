/**
 * The notation of loads: how a demand goes up and down in virtual time. A load is a pure function,
 * so the same time always gives the same amount.
 *
 *     500m
 *     step from=500m to=2 at=600
 *     ramp from=500m to=2 at=600 over=300
 *     sine mean=2 amplitude=1500m period=3600 phase=900
 *     daily low=500m high=4 peak=14:00
 *     points 0,500m 60,2 120,1          (points step ...: each value holds until the next)
 */
import { cosineOfTurns, sineOfTurns, type Millis } from '#clock';
import { formatTime, parseQuantity, parseTime } from '#values';

/**
 * The demand at `now`, in the unit of the quantities it was written in (cores, bytes), never
 * negative. Times in its text count from `origin`, unless it says from when (`since=TIME`).
 */
export type Load = (now: Millis, origin: Millis) => number;

/** Invalid text of a load. The message says what is wrong, and what would be right. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** The demand this many ms after the origin. */
type Curve = (elapsed: Millis) => number;

const DAY_MS: Millis = 86_400_000;

/** By the name that their text begins with. */
const curves: ReadonlyMap<string, (words: Words) => Curve> = new Map([
  ['step', stepCurve],
  ['ramp', rampCurve],
  ['sine', sineCurve],
  ['points', pointsCurve],
]);

/** Reads the text of a load. @throws {LoadError} */
export function parseLoad(text: string): Load {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  if (/^[-+.\d]/.test(name) && rest.length === 0) {
    const constant = quantity(name);
    return () => constant;
  }
  const words = new Words(rest);
  if (name === 'daily') return daily(words);
  const curve = curves.get(name)?.(words);
  if (curve === undefined) {
    throw new LoadError(
      `${JSON.stringify(text)} is not a load: expected a quantity such as 500m, or ` +
        `${[...curves.keys(), 'daily'].join(', ')} with its values`,
    );
  }
  const since = words.optional('since', instant);
  words.end(name);
  return (now, origin) => Math.max(0, curve(now - (since ?? origin)));
}

/**
 * Returns the text with its times counted from a moment, where it has times and does not say from
 * when.
 */
export function loadFrom(text: string, since: Millis): string {
  const [name = ''] = text.trim().split(/\s+/);
  return curves.has(name) && !text.includes('since=') ? `${text} since=${formatTime(since)}` : text;
}

/** One value, and from a moment on another. */
function stepCurve(words: Words): Curve {
  const from = words.required('from', quantity);
  const to = words.required('to', quantity);
  const at = words.required('at', milliseconds);
  return (elapsed) => (elapsed < at ? from : to);
}

/** From one value to another in a straight line. */
function rampCurve(words: Words): Curve {
  const from = words.required('from', quantity);
  const to = words.required('to', quantity);
  const at = words.optional('at', milliseconds) ?? 0;
  const over = words.required('over', positiveMilliseconds);
  return (elapsed) => from + (to - from) * Math.min(1, Math.max(0, (elapsed - at) / over));
}

/** Around a mean; at the mean and going up at the phase. */
function sineCurve(words: Words): Curve {
  const mean = words.required('mean', quantity);
  const amplitude = words.required('amplitude', quantity);
  const period = words.required('period', positiveMilliseconds);
  const phase = words.optional('phase', milliseconds) ?? 0;
  return (elapsed) => mean + amplitude * sineOfTurns((elapsed - phase) / period);
}

/** Between low and high once a day, by the clock (UTC): high at the peak, low half a day apart. */
function daily(words: Words): Load {
  const low = words.required('low', quantity);
  const high = words.required('high', quantity);
  const peak = words.optional('peak', timeOfDay) ?? DAY_MS / 2;
  words.end('daily');
  return (now) => {
    const nearness = (1 + cosineOfTurns((now - peak) / DAY_MS)) / 2;
    return low + (high - low) * nearness;
  };
}

interface Point {
  readonly at: Millis;
  readonly value: number;
}

/**
 * Through points in order of time, in straight lines or in steps; before and after them as at the
 * ends.
 */
function pointsCurve(words: Words): Curve {
  const isStepped = words.flag('step');
  if (!isStepped) words.flag('linear');
  words.flag('time,value'); // the header of a CSV file
  const points = words.pairs().map(point);
  points.forEach(({ at }, i) => {
    if (i > 0 && at <= points[i - 1]!.at) throw new LoadError('points must be in order of time');
  });
  if (points.length === 0) throw new LoadError('points are missing: expected TIME,VALUE ...');
  return (elapsed) => {
    const behind = firstBehind(points, elapsed);
    const next = points[behind];
    const last = points[behind - 1];
    if (last === undefined) return next!.value;
    if (next === undefined || isStepped) return last.value;
    return last.value + ((next.value - last.value) * (elapsed - last.at)) / (next.at - last.at);
  };
}

function firstBehind(points: readonly Point[], elapsed: Millis): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.at > elapsed) high = middle;
    else low = middle + 1;
  }
  return low;
}

function point(pair: string): Point {
  const [at, value, ...more] = pair.split(',');
  if (value === undefined || more.length > 0) {
    throw new LoadError(
      `${JSON.stringify(pair)} is not a point: expected TIME,VALUE such as 60,500m`,
    );
  }
  return { at: milliseconds(at!), value: quantity(value) };
}

/** The words after a curve's name: `key=value`, and others. */
class Words {
  readonly #values = new Map<string, string>();
  readonly #others: string[] = [];

  constructor(words: readonly string[]) {
    for (const word of words) {
      const [, key, value] = /^(\w+)=(.+)$/.exec(word) ?? [];
      if (key === undefined) this.#others.push(word);
      else if (this.#values.has(key)) throw new LoadError(`${key} is given twice`);
      else this.#values.set(key, value!);
    }
  }

  required<T>(key: string, read: (text: string) => T): T {
    const value = this.optional(key, read);
    if (value === undefined) throw new LoadError(`${key}=... is missing`);
    return value;
  }

  optional<T>(key: string, read: (text: string) => T): T | undefined {
    const text = this.#values.get(key);
    if (text === undefined) return undefined;
    this.#values.delete(key);
    return read(text);
  }

  /** Whether this word comes next; if so, it is read. */
  flag(word: string): boolean {
    if (this.#others[0] !== word) return false;
    this.#others.shift();
    return true;
  }

  /** All words that are not `key=value`. */
  pairs(): readonly string[] {
    return this.#others.splice(0);
  }

  /** Rejects words that were not read. */
  end(curve: string): void {
    const [other] = [...this.#others, ...this.#values.keys()];
    if (other !== undefined) throw new LoadError(`${curve} takes no ${JSON.stringify(other)}`);
  }
}

function quantity(text: string): number {
  try {
    const { unscaled, exponent } = parseQuantity(text);
    if (unscaled >= 0n) return Number(`${unscaled}e${exponent}`);
  } catch {
    // Reported below, with what would be right.
  }
  throw new LoadError(`${JSON.stringify(text)} is not an amount: expected a quantity such as 500m`);
}

function milliseconds(text: string): Millis {
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  throw new LoadError(`${JSON.stringify(text)} is not a time: expected seconds such as 90`);
}

function positiveMilliseconds(text: string): Millis {
  const ms = milliseconds(text);
  if (ms > 0) return ms;
  throw new LoadError(`${JSON.stringify(text)} is not a duration: expected more than 0 seconds`);
}

function timeOfDay(text: string): Millis {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return (Number(hours) * 60 + Number(minutes)) * 60_000;
  throw new LoadError(`${JSON.stringify(text)} is not a time of day: expected one such as 14:00`);
}

function instant(text: string): Millis {
  try {
    return parseTime(text);
  } catch {
    throw new LoadError(
      `${JSON.stringify(text)} is not a point in time: expected one such as 2026-01-01T00:00:00Z`,
    );
  }
}
