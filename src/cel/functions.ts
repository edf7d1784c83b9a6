/** What calls do with values that are there: errors have been passed on before. */
import { add, comparing, divide, modulo, multiply, negate, subtract } from './arithmetic.ts';
import { civilTime } from './civil-time.ts';
import { conversions } from './conversions.ts';
import { compare, isEqual, sizeOf } from './equality.ts';
import type { Meter } from './meter.ts';
import type { Perform } from './perform.ts';
import { Unsigned } from './syntax.ts';
import { laterFunctions } from './library/index.ts';
import { joinTexts, textFunctions } from './texts.ts';
import { floorDivide } from './times.ts';
import { isUrl, readUrl, urlParts } from './urls.ts';
import {
  CelError,
  CelList,
  CelMap,
  Duration,
  noOverload,
  Timestamp,
  Url,
  type Value,
} from './values.ts';

const binary =
  (compute: (a: Value, b: Value, meter: Meter) => Value): Perform =>
  ([a, b], meter) =>
    compute(a!, b!, meter);

/** All of them by name; what has several forms looks at the values. Regular expressions are apart. */
export const functions: ReadonlyMap<string, Perform> = new Map<string, Perform>([
  ['_==_', binary(isEqual)],
  ['_!=_', binary((a, b, meter) => !isEqual(a, b, meter))],
  ['_<_', binary(comparing((order) => order < 0))],
  ['_<=_', binary(comparing((order) => order <= 0))],
  ['_>_', binary(comparing((order) => order > 0))],
  ['_>=_', binary(comparing((order) => order >= 0))],
  ['_+_', binary(add)],
  ['_-_', binary(subtract)],
  ['_*_', binary(multiply)],
  ['_/_', binary(divide)],
  ['_%_', binary(modulo)],
  ['-_', ([a]) => negate(a!)],
  ['!_', ([a]) => (typeof a === 'boolean' ? !a : noOverload)],
  ['@in', binary(isIn)],
  ['size', ([value], meter) => size(value!, meter)],
  [
    'join',
    ([list, by = ''], meter) => (list instanceof CelList ? joinTexts(list, by, meter) : noOverload),
  ],
  ['isSorted', ([list], meter) => ofList(list!, (items) => isSorted(items, meter))],
  ['sum', ([list], meter) => ofList(list!, (items) => sum(items, meter))],
  ['min', ([list], meter) => ofList(list!, (items) => extreme('min', items, meter))],
  ['max', ([list], meter) => ofList(list!, (items) => extreme('max', items, meter))],
  ['url', ([text]) => readUrl(text!)],
  ['isURL', ([text]) => isUrl(text!)],
  ...[...conversions].map(([name, convert]): [string, Perform] => [
    name,
    ([value]) => convert(value!),
  ]),
  ...Object.entries(urlParts).map(([name, part]): [string, Perform] => [
    name,
    ([url], meter) => (url instanceof Url ? part(url, meter) : noOverload),
  ]),
  ...Object.entries(textFunctions).map(([name, perform]): [string, Perform] => [
    name,
    (args, meter) => {
      const [text, ...rest] = args;
      if (typeof text !== 'string') return listFunction(name, args, meter);
      meter.stepText(text.length);
      // Such a text is taken apart into its characters.
      if (/[\ud800-\udfff]/.test(text)) meter.step(text.length);
      return perform(text, rest, meter);
    },
  ]),
  ...['FullYear', 'Month', 'Date', 'DayOfMonth', 'DayOfWeek', 'DayOfYear'].map(timeFunction),
  ...['Hours', 'Minutes', 'Seconds', 'Milliseconds'].map(timeFunction),
  ...laterFunctions,
]);

function isIn(value: Value, among: Value, meter: Meter): Value {
  if (among instanceof CelMap) return among.get(value) !== undefined;
  if (!(among instanceof CelList)) return noOverload;
  for (const item of among) if (isEqual(item, value, meter)) return true;
  return false;
}

function size(value: Value, meter: Meter): Value {
  const hasSize =
    typeof value === 'string' ||
    value instanceof CelList ||
    value instanceof CelMap ||
    value instanceof Uint8Array;
  return hasSize ? BigInt(sizeOf(value, meter)) : noOverload;
}

function ofList(value: Value, compute: (list: CelList) => Value): Value {
  return value instanceof CelList ? compute(value) : noOverload;
}

/** `indexOf` and `lastIndexOf` of lists. */
function listFunction(name: string, [list, item]: readonly Value[], meter: Meter): Value {
  const isFirst = name === 'indexOf';
  if (!(list instanceof CelList) || item === undefined) return noOverload;
  if (!isFirst && name !== 'lastIndexOf') return noOverload;
  for (let count = 0; count < list.size; count++) {
    const index = isFirst ? count : list.size - 1 - count;
    if (isEqual(list.get(index), item, meter)) return BigInt(index);
  }
  return -1n;
}

function isSorted(list: CelList, meter: Meter): Value {
  for (let index = 1; index < list.size; index++) {
    const order = compare(list.get(index - 1), list.get(index), meter);
    if (order === undefined) return noOverload;
    if (order > 0) return false;
  }
  return true;
}

/** Of no items: 0 in the type of the first, which an empty list does not have. */
function sum(list: CelList, meter: Meter): Value {
  let total: Value | undefined;
  for (const item of list) {
    total = total === undefined ? item : add(total, item, meter);
    if (total instanceof CelError) return total;
  }
  return total ?? 0n;
}

function extreme(name: 'max' | 'min', list: CelList, meter: Meter): Value {
  let found: Value | undefined;
  for (const item of list) {
    if (found === undefined) {
      found = item;
      continue;
    }
    const order = compare(item, found, meter);
    if (order === undefined) return noOverload;
    if (name === 'min' ? order < 0 : order > 0) found = item;
  }
  return found ?? new CelError(`${name} called on empty list`);
}

const perUnit: Readonly<Record<string, bigint>> = {
  Hours: 3_600_000_000_000n,
  Minutes: 60_000_000_000n,
  Seconds: 1_000_000_000n,
  Milliseconds: 1_000_000n,
};

/** `getHours` and the like: all hours of a duration, those of a time on the calendar of a zone. */
function timeFunction(part: string): [string, Perform] {
  return [
    `get${part}`,
    ([value, zone = 'UTC'], meter) => {
      if (value instanceof Duration) {
        return part in perUnit ? value.nanos / perUnit[part]! : noOverload;
      }
      if (!(value instanceof Timestamp) || typeof zone !== 'string') return noOverload;
      meter.step(zone === 'UTC' ? 1 : 1_000);
      const seconds = floorDivide(value.nanos, 1_000_000_000n);
      if (part === 'Milliseconds') return (value.nanos - seconds * 1_000_000_000n) / 1_000_000n;
      const time = civilTime(Number(seconds), zone);
      if (time === undefined) return new CelError(`unknown time zone ${zone}`);
      const parts: Readonly<Record<string, number>> = {
        FullYear: time.year,
        Month: time.month,
        Date: time.day,
        DayOfMonth: time.day - 1,
        DayOfWeek: time.weekday,
        DayOfYear: time.dayOfYear,
        Hours: time.hours,
        Minutes: time.minutes,
        Seconds: time.seconds,
      };
      return BigInt(parts[part]!);
    },
  ];
}

/** Whether it is a number of any type: what lists can be asked for. */
export function indexOf(value: Value): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Unsigned) return Number(value.value);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}
