import { hexText, utf8Bytes } from '../text/bytes.ts';
import { dayOfDate, daysInMonth } from './civil.ts';

/** An instant as read from text: seconds since 1970-01-01 UTC, and the digits of the fraction. */
export interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

/** Which fraction of a second is required: any or none, or exactly six digits. */
export type Precision = 'any' | 'micro';

interface Format {
  /** The whole layout in Go's reference notation, for messages. */
  readonly layout: string;
  readonly fraction: RegExp;
}

const formats: Readonly<Record<Precision, Format>> = {
  any: { layout: '2006-01-02T15:04:05Z07:00', fraction: /(?:[.,]([0-9]+))?/y },
  micro: { layout: '2006-01-02T15:04:05.000000Z07:00', fraction: /[.,]([0-9]{6})/y },
};

const fourDigits = /([0-9]{4})/y;
const twoDigits = /([0-9]{2})/y;
const upToTwoDigits = /([0-9]{1,2})/y;
const zonePattern = /(Z|[+-][0-9]{2}:[0-9]{2})/y;

/** Reads an RFC 3339 instant part by part, as Go does; throws an Error with Go's message. */
export function readInstant(text: string, precision: Precision): Instant {
  const reader = new LayoutReader(text, formats[precision].layout);
  const year = Number(reader.read('2006', fourDigits));
  reader.skip('-');
  const month = reader.number('01', twoDigits, 'month', 1, 12);
  reader.skip('-');
  // Whether the day exists depends on the month; Go reports that last.
  const day = Number(reader.read('02', twoDigits));
  reader.skip('T');
  const hour = reader.number('15', upToTwoDigits, 'hour', 0, 23);
  reader.skip(':');
  const minute = reader.number('04', twoDigits, 'minute', 0, 59);
  reader.skip(':');
  const second = reader.number('05', twoDigits, 'second', 0, 59);
  const fraction = reader.read('.000000', formats[precision].fraction);
  const offset = offsetSeconds(reader.read('Z07:00', zonePattern));
  reader.finish();
  if (day < 1 || day > daysInMonth(year, month)) throw reader.rangeError('day');
  const dayNumber = dayOfDate({ year, month, day });
  return { seconds: dayNumber * 86_400 + hour * 3600 + minute * 60 + second - offset, fraction };
}

/** Digits and separators of an instant in UTC with whole seconds. */
const plainLayout = '0000-00-00T00:00:00Z';
const zero = 48;

/**
 * The seconds of an instant in exactly the form that the API writes, `2026-11-20T20:11:00Z`, parsed
 * much faster; undefined for any other text, valid or not.
 */
export function readPlainInstant(text: string): number | undefined {
  if (text.length !== plainLayout.length) return undefined;
  for (let index = 0; index < plainLayout.length; index++) {
    // Two statements: to take a list apart costs more than all else here, until the function is compiled.
    const code = text.charCodeAt(index);
    const expected = plainLayout.charCodeAt(index);
    if (expected === zero ? code < zero || code > zero + 9 : code !== expected) return undefined;
  }
  const year = twoAt(text, 0) * 100 + twoAt(text, 2);
  const month = twoAt(text, 5);
  const day = twoAt(text, 8);
  const hour = twoAt(text, 11);
  const minute = twoAt(text, 14);
  const second = twoAt(text, 17);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return dayOfDate({ year, month, day }) * 86_400 + hour * 3600 + minute * 60 + second;
}

function twoAt(text: string, index: number): number {
  return (text.charCodeAt(index) - zero) * 10 + text.charCodeAt(index + 1) - zero;
}

function offsetSeconds(zone: string): number {
  if (zone === 'Z') return 0;
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}

/** Walks through a text along the parts of a layout. */
class LayoutReader {
  readonly #text: string;
  readonly #layout: string;
  #position = 0;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
  }

  /** The first group of the pattern, which must be sticky; empty when the group did not match. */
  read(part: string, pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) throw this.#mismatch(part);
    this.#position += match[0].length;
    return match[1] ?? '';
  }

  number(part: string, pattern: RegExp, what: string, least: number, most: number): number {
    const number = Number(this.read(part, pattern));
    if (number < least || number > most) throw this.rangeError(what);
    return number;
  }

  skip(character: string): void {
    if (this.#text[this.#position] !== character) throw this.#mismatch(character);
    this.#position++;
  }

  finish(): void {
    const rest = this.#text.slice(this.#position);
    if (rest === '') return;
    throw new Error(`parsing time ${quote(this.#text)}: extra text: ${quote(rest)}`);
  }

  rangeError(what: string): Error {
    return new Error(`parsing time ${quote(this.#text)}: ${what} out of range`);
  }

  #mismatch(part: string): Error {
    const rest = this.#text.slice(this.#position);
    return new Error(
      `parsing time ${quote(this.#text)} as ${quote(this.#layout)}: ` +
        `cannot parse ${quote(rest)} as ${quote(part)}`,
    );
  }
}

/** Quotes as Go's time package does: anything but plain ASCII byte by byte. */
function quote(text: string): string {
  const quoted = text.replace(/[\\"]/g, '\\$&');
  return `"${quoted.replace(/[^ -\x7f]/gu, hexBytes)}"`;
}

function hexBytes(character: string): string {
  return hexText(utf8Bytes(character)).replace(/../g, '\\x$&');
}
