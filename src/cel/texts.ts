/** The functions about texts. Places and lengths are in code points. */
import type { Regex } from '#values';
import { longestText } from './arithmetic.ts';
import type { Meter } from './meter.ts';
import { CelError, CelList, noOverload, type Value } from './values.ts';

type TextFunction = (text: string, args: readonly Value[], meter: Meter) => Value;

export const textFunctions: Readonly<Record<string, TextFunction>> = {
  contains: (text, [part]) => (typeof part === 'string' ? text.includes(part) : noOverload),
  startsWith: (text, [part]) => (typeof part === 'string' ? text.startsWith(part) : noOverload),
  endsWith: (text, [part]) => (typeof part === 'string' ? text.endsWith(part) : noOverload),
  charAt,
  indexOf,
  lastIndexOf,
  lowerAscii: (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  upperAscii: (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  trim: (text) => text.trim(),
  substring,
  replace,
  split,
};

const isAscii = (text: string): boolean => !/[\ud800-\udfff]/.test(text);

/** The text as a list of its code points, or itself where these are as long as its code units. */
function pointsOf(text: string): string | readonly string[] {
  return isAscii(text) ? text : Array.from(text);
}

function outOfRange(index: bigint): CelError {
  return new CelError(`index out of range: ${index}`);
}

function charAt(text: string, [index]: readonly Value[]): Value {
  if (typeof index !== 'bigint') return noOverload;
  const points = pointsOf(text);
  if (index < 0n || index > points.length) return outOfRange(index);
  return points[Number(index)] ?? '';
}

function indexOf(text: string, [part, from = 0n]: readonly Value[]): Value {
  if (typeof part !== 'string' || typeof from !== 'bigint') return noOverload;
  const points = pointsOf(text);
  if (from < 0n || from > points.length) return outOfRange(from);
  const start = unitsBefore(points, Number(from));
  const found = text.indexOf(part, start);
  return BigInt(found < 0 ? -1 : pointsBefore(text, found));
}

function lastIndexOf(text: string, [part, from]: readonly Value[]): Value {
  if (typeof part !== 'string') return noOverload;
  const points = pointsOf(text);
  const last = from ?? BigInt(points.length);
  if (typeof last !== 'bigint') return noOverload;
  if (last < 0n || last > points.length) return outOfRange(last);
  const found = text.lastIndexOf(part, unitsBefore(points, Number(last)));
  return BigInt(found < 0 ? -1 : pointsBefore(text, found));
}

function unitsBefore(points: string | readonly string[], count: number): number {
  return typeof points === 'string' ? count : points.slice(0, count).join('').length;
}

function pointsBefore(text: string, units: number): number {
  return pointsOf(text.slice(0, units)).length;
}

function substring(text: string, [from, to]: readonly Value[]): Value {
  const points = pointsOf(text);
  const end = to ?? BigInt(points.length);
  if (typeof from !== 'bigint' || typeof end !== 'bigint') return noOverload;
  if (from < 0n || from > points.length) return outOfRange(from);
  if (end < 0n || end > points.length) return outOfRange(end);
  if (from > end) {
    return new CelError(`invalid substring range. start: ${from}, end: ${end}`);
  }
  const part = points.slice(Number(from), Number(end));
  return typeof part === 'string' ? part : part.join('');
}

function replace(text: string, [part, by, most = -1n]: readonly Value[], meter: Meter): Value {
  if (typeof part !== 'string' || typeof by !== 'string' || typeof most !== 'bigint') {
    return noOverload;
  }
  const pieces = splitAt(text, part, most < 0n ? Infinity : Number(most) + 1);
  // Between an empty part and each character, and at both ends.
  const isEmpty = part === '' && (most < 0n || most > 0n);
  const count = isEmpty
    ? Math.min(pieces.length + 1, most < 0n ? Infinity : Number(most))
    : pieces.length - 1;
  if (text.length + count * by.length > longestText) meter.step(Infinity);
  meter.step(pieces.length);
  if (!isEmpty) return pieces.join(by);
  const points = Array.from(text);
  let result = '';
  for (let index = 0; index <= points.length; index++) {
    result += (index < count ? by : '') + (points[index] ?? '');
  }
  return result;
}

function split(text: string, [by, most = -1n]: readonly Value[], meter: Meter): Value {
  if (typeof by !== 'string' || typeof most !== 'bigint') return noOverload;
  const pieces = splitAt(text, by, most < 0n ? Infinity : Number(most));
  meter.step(pieces.length);
  return CelList.of([...pieces]);
}

/** @param most how many pieces at most: the last one is the rest */
function splitAt(text: string, by: string, most: number): readonly string[] {
  if (most === 0) return [];
  const all = by === '' ? Array.from(text) : text.split(by);
  if (all.length <= most) return all;
  return [...all.slice(0, most - 1), all.slice(most - 1).join(by)];
}

/** The texts of a list in one. */
export function joinTexts(list: CelList, by: Value, meter: Meter): Value {
  if (typeof by !== 'string') return noOverload;
  const texts: string[] = [];
  let length = 0;
  for (const item of list) {
    if (typeof item !== 'string') return noOverload;
    length += item.length + by.length;
    if (length > longestText) meter.step(Infinity);
    texts.push(item);
  }
  meter.step(texts.length);
  return texts.join(by);
}

/** `matches`, `find` and `findAll`. */
export function search(name: string, regex: Regex, text: string, most: bigint): Value {
  if (name === 'matches') return regex.test(text);
  if (name === 'find') return regex.find(text, 1)[0] ?? '';
  return CelList.of([...regex.find(text, most < 0n ? Infinity : Number(most))]);
}
