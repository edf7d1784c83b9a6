/** Parses cron schedules as v1.24's library does: the same grammar and the same error messages. */
import { parseGoDuration } from '../time/go-duration.ts';
import { parseGoInt } from '../go/number.ts';
import { checkTimeZone } from './zone.ts';

/** The parts of a schedule. */
export type ScheduleText = { readonly everyMs: number } | FieldsText;

export interface FieldsText {
  readonly zone: string;
  readonly fields: CronFields;
}

/** The five fields, in the order in which they are written. */
export interface CronFields {
  readonly minute: CronField;
  readonly hour: CronField;
  readonly dayOfMonth: CronField;
  readonly month: CronField;
  readonly dayOfWeek: CronField;
}

export interface CronField {
  /** A value in any of these matches. */
  readonly ranges: readonly CronRange[];
  /** Whether it is `*` or `?`: then it does not restrict the days. */
  readonly isStar: boolean;
}

/** Every `step`th value from `start` to `end`: months and days from 1, days of the week from 0 for Sunday. */
export interface CronRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const bounds: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: weekdays },
];

const descriptors: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

const every = '@every ';

/**
 * Parses a schedule such as `*\/5 9-17 * * mon-fri`, `@daily`, `@every 90s` or `TZ=Asia/Tokyo 0 6 *
 * * *`.
 * @throws {Error} with the library's message
 */
export function readSchedule(text: string): ScheduleText {
  if (text === '') throw new Error('empty spec string');
  const { zone, rest } = readZone(text);
  if (rest.startsWith(every)) return { everyMs: readInterval(rest) };
  return { zone, fields: readFields(rest.startsWith('@') ? readDescriptor(rest) : rest) };
}

function readZone(text: string): { readonly zone: string; readonly rest: string } {
  const prefix = /^(?:CRON_)?TZ=/.exec(text)?.[0];
  if (prefix === undefined) return { zone: '', rest: text };
  const space = text.indexOf(' ');
  const end = space < 0 ? text.length : space;
  const zone = text.slice(prefix.length, end);
  const problem = checkTimeZone(zone);
  if (problem !== undefined) throw new Error(`provided bad location ${zone}: ${problem}`);
  return { zone, rest: text.slice(end).trim() };
}

function readDescriptor(text: string): string {
  const fields = descriptors.get(text);
  if (fields === undefined) throw new Error(`unrecognized descriptor: ${text}`);
  return fields;
}

/** Whole seconds, and at least one. */
function readInterval(text: string): number {
  try {
    const ms = parseGoDuration(text.slice(every.length));
    return Math.max(1000, ms - (ms % 1000));
  } catch (error) {
    throw new Error(`failed to parse duration ${text}: ${(error as Error).message}`);
  }
}

function readFields(text: string): CronFields {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  if (parts.length !== bounds.length) {
    const found = `found ${parts.length}: [${parts.join(' ')}]`;
    throw new Error(`expected exactly ${bounds.length} fields, ${found}`);
  }
  const fields = parts.map((part, index) => readField(part, bounds[index]!));
  const [minute, hour, dayOfMonth, month, dayOfWeek] = fields as [
    CronField,
    CronField,
    CronField,
    CronField,
    CronField,
  ];
  return { minute, hour, dayOfMonth, month, dayOfWeek };
}

function readField(text: string, limits: Bounds): CronField {
  const ranges: CronRange[] = [];
  let isStar = false;
  // Repeating a range changes nothing: long lists have few different ones.
  for (const part of new Set(text.split(','))) {
    if (part === '') continue;
    const range = readRange(part, limits);
    ranges.push(range);
    if (isAll(part) && range.step === 1) isStar = true;
  }
  return { ranges, isStar };
}

/** As large as the text may have them, so that messages show them exactly. */
interface Ends {
  readonly start: bigint;
  readonly end: bigint;
}

/** What `*`, `a` or `a-b` means, each with or without a `/step`; `a/step` extends to the maximum. */
function readRange(part: string, limits: Bounds): CronRange {
  const [ends = '', stepText, ...more] = part.split('/');
  const { start, end } = isAll(part) ? allOf(limits) : readEnds(ends, part, limits);
  if (more.length > 0) throw new Error(`too many slashes: ${part}`);
  const step = stepText === undefined ? 1n : readNumber(stepText);
  const isOpen = stepText !== undefined && !ends.includes('-');
  const last = isOpen ? BigInt(limits.max) : end;
  checkRange(start, last, step, part, limits);
  return { start: Number(start), end: Number(last), step: Number(step) };
}

function isAll(part: string): boolean {
  return /^[*?](?:[-/]|$)/.test(part);
}

function allOf({ min, max }: Bounds): Ends {
  return { start: BigInt(min), end: BigInt(max) };
}

function readEnds(ends: string, part: string, limits: Bounds): Ends {
  const [low = '', high, ...more] = ends.split('-');
  const start = readNumberOrName(low, limits);
  if (more.length > 0) throw new Error(`too many hyphens: ${part}`);
  return { start, end: high === undefined ? start : readNumberOrName(high, limits) };
}

function checkRange(
  start: bigint,
  end: bigint,
  step: bigint,
  part: string,
  { min, max }: Bounds,
): void {
  if (start < min) throw new Error(`beginning of range (${start}) below minimum (${min}): ${part}`);
  if (end > max) throw new Error(`end of range (${end}) above maximum (${max}): ${part}`);
  if (start > end) {
    throw new Error(`beginning of range (${start}) beyond end of range (${end}): ${part}`);
  }
  if (step === 0n) throw new Error(`step of range should be a positive number: ${part}`);
}

function readNumberOrName(text: string, { names, min }: Bounds): bigint {
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? readNumber(text) : BigInt(index + min);
}

function readNumber(text: string): bigint {
  const number = readAtoi(text);
  if (number < 0n) throw new Error(`negative number (${number}) not allowed: ${text}`);
  return number;
}

function readAtoi(text: string): bigint {
  try {
    return parseGoInt(text);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`failed to parse int from ${text}: ${reason}`, { cause: error });
  }
}
