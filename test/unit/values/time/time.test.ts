import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateOfDay,
  dayOfDate,
  daysInMonth,
  weekdayOfDay,
} from '../../../../src/values/time/civil.ts';
import {
  formatAge,
  formatHumanDuration,
  formatMicroTime,
  formatRfc1123,
  formatTime,
  parseMicroTime,
  parseTime,
} from '../../../../src/values/time/time.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** From 0000-01-01 to the end of 9999. */
const earliest = -62_167_219_200_000;
const latest = 253_402_300_799_999;

describe('days', () => {
  it.each([
    [0, 1970, 1, 1, 4],
    [-1, 1969, 12, 31, 3],
    [11_016, 2000, 2, 29, 2],
    [11_017, 2000, 3, 1, 3],
    [-25_508, 1900, 3, 1, 4],
    [-25_509, 1900, 2, 28, 3],
    [20_777, 2026, 11, 20, 5],
    [-719_528, 0, 1, 1, 6],
  ])('%d is %d-%d-%d', (number, yearNumber, month, dayOfMonth, weekday) => {
    const date = { year: yearNumber, month, day: dayOfMonth };
    expect(dateOfDay(number)).toEqual(date);
    expect(dayOfDate(date)).toBe(number);
    expect(weekdayOfDay(number)).toBe(weekday);
  });

  it('follow each other through 800 years without a gap', () => {
    const astray: number[] = [];
    for (let number = -150_000; number < 150_000; number++) {
      const date = dateOfDay(number);
      const last = date.day === daysInMonth(date.year, date.month);
      const follows = dateOfDay(number + 1).day === (last ? 1 : date.day + 1);
      if (!follows || dayOfDate(date) !== number) astray.push(number);
    }
    expect(astray).toEqual([]);
  });
});

describe('formats', () => {
  const instant = 1_795_205_460_789;

  it('write whole seconds, microseconds and RFC 1123', () => {
    expect(formatTime(instant)).toBe('2026-11-20T20:11:00Z');
    expect(formatMicroTime(instant)).toBe('2026-11-20T20:11:00.789000Z');
    expect(formatRfc1123(instant)).toBe('Fri, 20 Nov 2026 20:11:00 +0000');
  });

  it('name each day of the week', () => {
    const week = Array.from({ length: 7 }, (_, at) =>
      formatRfc1123(instant + at * day).slice(0, 7),
    );
    expect(week).toEqual([
      'Fri, 20',
      'Sat, 21',
      'Sun, 22',
      'Mon, 23',
      'Tue, 24',
      'Wed, 25',
      'Thu, 26',
    ]);
  });

  it('cut toward the past', () => {
    expect(formatTime(-1)).toBe('1969-12-31T23:59:59Z');
    expect(formatMicroTime(-1)).toBe('1969-12-31T23:59:59.999000Z');
    expect(formatMicroTime(999.9999)).toBe('1970-01-01T00:00:01.000000Z');
    expect(formatTime(earliest)).toBe('0000-01-01T00:00:00Z');
    expect(formatTime(latest)).toBe('9999-12-31T23:59:59Z');
  });

  it('read back what they write', () => {
    fc.assert(
      fc.property(fc.integer({ min: earliest, max: latest }), (ms) => {
        expect(parseTime(formatTime(ms))).toBe(Math.floor(ms / second) * second);
        expect(parseTime(formatTime(ms).replace('Z', '+00:00'))).toBe(parseTime(formatTime(ms)));
        expect(parseTime(formatMicroTime(ms))).toBe(ms);
        expect(parseMicroTime(formatMicroTime(ms))).toBe(ms);
      }),
    );
  });

  it('keep microseconds through reading and writing', () => {
    const text = '2026-11-20T20:11:00.123457Z';
    expect(formatMicroTime(parseMicroTime(text))).toBe(text);
  });
});

describe('reading', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T01:00:00+01:00', 0],
    ['1969-12-31T16:30:00-07:30', 0],
    ['1970-01-01T12:45:00+12:45', 0],
    ['1970-01-01T00:00:00.5Z', 500],
    ['1970-01-01T00:00:00,285Z', 285],
    ['1970-01-01T00:00:00.999999999Z', 999],
    ['1970-01-01T1:00:00Z', hour],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000],
  ])('takes %s', (text, ms) => {
    expect(parseTime(text)).toBe(ms);
  });

  it.each([
    ['', 'cannot parse "" as "2006"'],
    ['soon', 'cannot parse "soon" as "2006"'],
    ['2026/11/20', 'cannot parse "/11/20" as "-"'],
    ['2026-11-20', 'cannot parse "" as "T"'],
    ['2026-11-20 20:11:00Z', 'cannot parse " 20:11:00Z" as "T"'],
    ['2026-11-20T20:11Z', 'cannot parse "Z" as ":"'],
    ['2026-11-20T20:11:00', 'cannot parse "" as "Z07:00"'],
    ['2026-11-20T20:11:00.Z', 'cannot parse ".Z" as "Z07:00"'],
  ])('refuses %j', (text, reason) => {
    expect(() => parseTime(text)).toThrow(
      `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": ${reason}`,
    );
  });

  it.each([
    ['2026-13-01T00:00:00Z', 'month out of range'],
    ['2026-02-29T00:00:00Z', 'day out of range'],
    ['2026-01-00T00:00:00Z', 'day out of range'],
    ['2026-01-01T24:00:00Z', 'hour out of range'],
    ['2026-01-01T00:60:00Z', 'minute out of range'],
    ['2026-01-01T00:00:60Z', 'second out of range'],
    ['2026-01-01T00:00:00Zulu', 'extra text: "ulu"'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseTime(text)).toThrow(`parsing time "${text}": ${reason}`);
  });

  it('wants six digits in a MicroTime', () => {
    expect(() => parseMicroTime('2026-01-01T00:00:00Z')).toThrow(
      'as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
    );
    expect(() => parseMicroTime('2026-01-01T00:00:00.123Z')).toThrow('cannot parse ".123Z"');
  });
});

describe('ages', () => {
  it.each([
    [-2 * second, '<invalid>'],
    [-1999, '0s'],
    [0, '0s'],
    [119_999, '119s'],
    [2 * minute, '2m'],
    [3 * minute + 20 * second, '3m20s'],
    [10 * minute - second, '9m59s'],
    [10 * minute, '10m'],
    [180 * minute - second, '179m'],
    [8 * hour - minute, '7h59m'],
    [8 * hour, '8h'],
    [8 * hour + minute, '8h'],
    [48 * hour - second, '47h'],
    [7 * day + hour, '7d1h'],
    [8 * day - hour, '7d23h'],
    [8 * day + hour, '8d'],
    [8 * year - day, '7y364d'],
    [8 * year + day, '8y'],
    [10 * minute + 59 * second, '10m'],
    [179 * minute, '179m'],
    [3 * hour, '3h'],
    [3 * hour + 5 * minute, '3h5m'],
    [30 * hour + 59 * minute, '30h'],
    [2 * day, '2d'],
    [2 * day + 3 * hour, '2d3h'],
    [300 * day, '300d'],
    [2 * year - 1, '729d'],
    [2 * year, '2y'],
    [6 * year + 325 * day, '6y325d'],
    [9 * year + 40 * day, '9y'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatHumanDuration(ms)).toBe(text);
    expect(formatAge(5000, 5000 + ms)).toBe(text);
  });

  it('are unknown without a beginning', () => {
    expect(formatAge(undefined, 5000)).toBe('<unknown>');
  });
});
