/** Days of the calendar, wherever a text or a rule names one: all agree with each other, year by year. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from '#values';
import { civilTime } from '../../../../src/cel/civil-time.ts';
import { functions } from '../../../../src/cel/functions.ts';
import { Duration, noOverload, Timestamp } from '../../../../src/cel/values.ts';
import type { Meter } from '../../../../src/cel/meter.ts';
import { isDate, isDateTime } from '../../../../src/custom/checks/dates.ts';
import { readInstant, readPlainInstant } from '../../../../src/values/time/parse.ts';

const two = (number: number): string => String(number).padStart(2, '0');
const four = (number: number): string => String(number).padStart(4, '0');
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function secondsOf(text: string): number | undefined {
  try {
    return readInstant(text, 'any').seconds;
  } catch {
    return undefined;
  }
}

describe('a date', () => {
  it('exists in every year as long as its month lasts', () => {
    /** Days from 1970 to the year's February. */
    let february = -719_162 + 31;
    for (let year = 1; year <= 2400; february += isLeap(year++) ? 366 : 365) {
      const last = isLeap(year) ? 29 : 28;
      for (const day of [1, 28, 29, 30]) {
        const date = `${four(year)}-02-${two(day)}`;
        const seconds = day <= last ? (february + day - 1) * 86_400 : undefined;
        expect([date, isDate(date)]).toEqual([date, day <= last]);
        expect([date, readPlainInstant(`${date}T00:00:00Z`)]).toEqual([date, seconds]);
        expect([date, secondsOf(`${date}T00:00:00Z`)]).toEqual([date, seconds]);
      }
    }
  });

  it.each(lengths.map((length, i) => [i + 1, length]).filter(([month]) => month !== 2))(
    'of month %i is at most the %ith',
    (month, length) => {
      for (const day of [0, 1, length!, length! + 1]) {
        const date = `2023-${two(month!)}-${two(day)}`;
        const exists = day >= 1 && day <= length!;
        expect([date, isDate(date)]).toEqual([date, exists]);
        expect([date, readPlainInstant(`${date}T00:00:00Z`) !== undefined]).toEqual([date, exists]);
        expect([date, secondsOf(`${date}T00:00:00Z`) !== undefined]).toEqual([date, exists]);
      }
    },
  );

  it.each(['2023-00-01', '2023-13-01', '23-01-01', '2023-1-01', '2023-01-1', 'x2023-01-01', ''])(
    'is not "%s"',
    (text) => {
      expect(isDate(text)).toBe(false);
      expect(readPlainInstant(`${text}T00:00:00Z`)).toBeUndefined();
      expect(secondsOf(`${text}T00:00:00Z`)).toBeUndefined();
    },
  );
});

describe('a time of day', () => {
  it.each([
    ['00:00:00', true],
    ['23:59:59', true],
    ['24:00:00', false],
    ['23:60:00', false],
    ['23:59:60', false],
    ['1:00:00', false],
  ])('%s: %s', (time, exists) => {
    expect(isDateTime(`2023-01-01T${time}Z`)).toBe(exists);
    expect(readPlainInstant(`2023-01-01T${time}Z`) !== undefined).toBe(exists);
  });

  it.each([
    ['2023-01-01t00:00:00z', true],
    ['2023-01-01T00:00:00.123Z', true],
    ['2023-01-01T00:00:00+01:00', true],
    ['2023-01-01T00:00:00-01:00', true],
    ['2023-01-01T00:00:00', false],
    ['2023-01-01', false],
    ['2023-02-29T00:00:00Z', false],
    ['2023-01-01T00:00:00+1:00', false],
  ])('with a zone: %s: %s', (text, isValid) => {
    expect(isDateTime(text)).toBe(isValid);
  });
});

const moments = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });

describe('an instant', () => {
  it('is read as it is written', () => {
    fc.assert(
      fc.property(moments, (seconds) => {
        const text = formatTime(seconds * 1000);
        expect(readPlainInstant(text)).toBe(seconds);
        expect(secondsOf(text)).toBe(seconds);
      }),
    );
  });

  it('has the parts of its text in UTC', () => {
    fc.assert(
      fc.property(moments, (seconds) => {
        const parts = formatTime(seconds * 1000)
          .slice(0, -1)
          .split(/[-T:]/)
          .map(Number);
        const found = civilTime(seconds, 'UTC')!;
        expect([
          ...[found.year, found.month + 1, found.day, found.hours, found.minutes, found.seconds],
        ]).toEqual(parts);
        const before = lengths.slice(0, found.month).reduce((sum, length) => sum + length, 0);
        const leap = found.month > 1 && isLeap(found.year) ? 1 : 0;
        expect(found.dayOfYear).toBe(before + leap + found.day - 1);
        expect(found.weekday).toBe((((Math.floor(seconds / 86_400) + 4) % 7) + 7) % 7);
      }),
    );
  });

  const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
  it('is in a zone of an offset what it is in UTC that much later', () => {
    fc.assert(
      fc.property(moments, offsets, (seconds, minutes) => {
        const size = Math.abs(minutes);
        const sign = minutes < 0 ? '-' : '+';
        const zone = `${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        expect(civilTime(seconds, zone)).toEqual(civilTime(seconds + minutes * 60, 'UTC'));
        expect(civilTime(seconds, `GMT`)).toEqual(civilTime(seconds, 'UTC'));
      }),
    );
  });

  it.each([
    ['Europe/Zurich', 1],
    ['America/New_York', -5],
    ['Asia/Kolkata', 5.5],
    ['+5:30', 5.5],
    ['08:00', 8],
  ])('is in %s by its clocks', (zone, hours) => {
    const seconds = parseTime('2023-01-15T12:00:00Z') / 1000;
    expect(civilTime(seconds, zone)).toEqual(civilTime(seconds + hours * 3600, 'UTC'));
  });

  it.each(['Europe/None', '', '+1', 'x08:00'])('is in no zone "%s"', (zone) => {
    const found = civilTime(0, zone);
    expect(found === undefined || zone === '').toBe(true);
  });
});

describe('what rules ask times for', () => {
  const meter = { step: () => undefined } as unknown as Meter;
  const ask = (name: string, ...args: readonly never[]) => functions.get(name)!(args, meter);
  const at = parseTime('2024-12-31T22:33:44Z') + 55;
  const time = new Timestamp(BigInt(at) * 1_000_000n) as never;
  const span = new Duration(BigInt(((26 * 60 + 3) * 60 + 4) * 1000 + 5) * 1_000_000n) as never;

  it.each<[name: string, ofTime: bigint, inZone: bigint, ofDuration: bigint | undefined]>([
    ['getFullYear', 2024n, 2025n, undefined],
    ['getMonth', 11n, 0n, undefined],
    ['getDate', 31n, 1n, undefined],
    ['getDayOfMonth', 30n, 0n, undefined],
    ['getDayOfWeek', 2n, 3n, undefined],
    ['getDayOfYear', 365n, 0n, undefined],
    ['getHours', 22n, 0n, 26n],
    ['getMinutes', 33n, 33n, 1563n],
    ['getSeconds', 44n, 44n, 93_784n],
    ['getMilliseconds', 55n, 55n, 93_784_005n],
  ])('%s', (name, ofTime, inZone, ofDuration) => {
    expect(ask(name, time)).toBe(ofTime);
    expect(ask(name, time, '+02:00' as never)).toBe(inZone);
    expect(ask(name, span)).toBe(ofDuration ?? noOverload);
    expect(ask(name, 'text' as never)).toBe(noOverload);
    expect(ask(name, time, 5n as never)).toBe(noOverload);
  });
});
