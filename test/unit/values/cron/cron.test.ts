import { describe, expect, it } from 'vitest';
import { checkTimeZone, formatTime, parseSchedule, parseTime } from '#values';
import { readSchedule } from '../../../../src/values/cron/syntax.ts';

function nextOf(text: string, after: string): string | undefined {
  const next = parseSchedule(text).next(parseTime(after));
  return next === undefined ? undefined : formatTime(next);
}

const refusal = (text: string) => () => parseSchedule(text);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

it.each([
  ...months.map((name, i) => [`0 0 1 ${name} *`, `0 0 1 ${i + 1} *`]),
  ...weekdays.map((name, i) => [`0 0 * * ${name}`, `0 0 * * ${i}`]),
  ['0 0 1 FEB-Apr/2 *', '0 0 1 2-4/2 *'],
  ['0 0 * * mon-FRI', '0 0 * * 1-5'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])('%s means %s', (text, same) => {
  expect(readSchedule(text!)).toEqual(readSchedule(same!));
});

describe('schedules', () => {
  it.each([
    ['*/5 * * *', 'expected exactly 5 fields, found 4: [*/5 * * *]'],
    ['+60 * * * *', 'end of range (60) above maximum (59): +60'],
    ['*/-5 * * * *', 'negative number (-5) not allowed: -5'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    [
      '99999999999999999999 * * * *',
      'failed to parse int from 99999999999999999999: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
    [
      'TZ=Europe/paris 0 0 * * *',
      'provided bad location Europe/paris: unknown time zone Europe/paris',
    ],
    ['TZ=UTC', 'expected exactly 5 fields, found 0: []'],
    ['@Daily', 'unrecognized descriptor: @Daily'],
    ['@every -', 'failed to parse duration @every -: time: invalid duration "-"'],
  ])('%s is refused', (text, message) => {
    expect(refusal(text)).toThrow(new Error(message));
  });

  it.each([
    ['@every 90s', '2022-01-01T00:00:10Z', '2022-01-01T00:01:40Z'],
    ['@every 1500ms', '2022-01-01T00:00:10Z', '2022-01-01T00:00:11Z'],
    ['@every 1ms', '2022-01-01T00:00:10Z', '2022-01-01T00:00:11Z'],
    ['CRON_TZ=Asia/Tokyo 0 6 * * *', '2022-01-01T00:00:00Z', '2022-01-01T21:00:00Z'],
    ['TZ=Local @hourly', '2022-01-01T00:30:00Z', '2022-01-01T01:00:00Z'],
    ['TZ=America/New_York @daily', '2022-03-13T05:30:00Z', '2022-03-14T04:00:00Z'],
    [', * * * *', '2022-01-01T00:00:00Z', undefined],
    ['0 0 31 2 *', '2022-01-01T00:00:00Z', undefined],
  ])('%s after %s is %s', (text, after, expected) => {
    expect(nextOf(text, after)).toBe(expected);
  });

  it('continues from an instant between seconds', () => {
    const at = parseTime('2022-01-01T00:00:59Z') + 999;
    expect(parseSchedule('* * * * *').next(at)).toBe(parseTime('2022-01-01T00:01:00Z'));
    expect(parseSchedule('@every 5s').next(at)).toBe(parseTime('2022-01-01T00:01:04Z'));
  });

  it.each(['*/7 * * * *', '30 3 * * 1-3', 'TZ=Europe/Paris 30 2 * * *', '@every 90s'])(
    '%s answers the same, whatever it was asked before',
    (text) => {
      const asked = parseSchedule(text);
      const start = parseTime('2026-03-26T00:00:00Z');
      const next = asked.next(start)!;
      const around = [next - 1, next, next + 1, start - 1, start, start + 999, next - 1000];
      const days = Array.from({ length: 200 }, (_, index) => start + index * 2_000_003);
      const instants = [...around, ...days];
      const fresh = new Map(instants.map((at) => [at, parseSchedule(text).next(at)]));
      for (const at of [...instants, ...days.toReversed()]) {
        expect(asked.next(at)).toBe(fresh.get(at));
      }
    },
  );

  // Midnight of 4 November 2018 in São Paulo, and of 27 March 2022 in Beirut: clocks went to 01:00.
  // In Havana they went back to 00:00 at 01:00 of 6 November 2022.
  it.each([
    ['TZ=America/Sao_Paulo 0 0 4 11 *', '2018-11-01T12:00:00Z', '2019-11-04T03:00:00Z'],
    ['TZ=America/Sao_Paulo 0 1 4 11 *', '2018-11-01T12:00:00Z', '2018-11-04T03:00:00Z'],
    ['TZ=America/Sao_Paulo 30 6 5 11 *', '2018-11-01T12:00:00Z', '2018-11-05T08:30:00Z'],
    ['TZ=Asia/Beirut 15 2 28 3 *', '2022-03-25T12:00:00Z', '2022-03-27T23:15:00Z'],
    ['TZ=America/Havana 30 0 6 11 *', '2022-11-01T12:00:00Z', '2022-11-06T04:30:00Z'],
    ['TZ=America/Havana 30 0 7 11 *', '2022-11-01T12:00:00Z', '2022-11-07T05:30:00Z'],
  ])('%s after %s, over a change of clocks at midnight, is %s', (text, after, expected) => {
    expect(nextOf(text, after)).toBe(expected);
  });

  it('ends where a zone skipped the very day that is looked for', () => {
    expect(nextOf('TZ=Pacific/Apia 0 0 30 12 *', '2011-12-28T00:00:00Z')).toBeUndefined();
  });
});

describe('the last time', () => {
  const lastOf = (text: string, after: string, until: string): string | undefined => {
    const last = parseSchedule(text).lastWithin(parseTime(after), parseTime(until));
    return last === undefined ? undefined : formatTime(last);
  };

  it.each([
    ['* * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:00:59Z', undefined],
    ['* * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z', '2026-01-01T00:01:00Z'],
    ['0 13,16 * * *', '2025-12-31T16:00:00Z', '2026-01-01T20:17:00Z', '2026-01-01T16:00:00Z'],
    ['0 0 1 1 *', '2020-06-01T00:00:00Z', '2026-06-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['@every 90s', '2026-01-01T00:00:42Z', '2026-01-01T00:05:00Z', '2026-01-01T00:03:42Z'],
  ])('of %s after %s until %s is %s', (text, after, until, expected) => {
    expect(lastOf(text, after, until)).toBe(expected);
  });

  it('is the one that going through all of them comes to', () => {
    const schedule = parseSchedule('7,50 3,9 * * 1-3');
    const after = parseTime('2026-01-01T00:00:00Z');
    let last: number | undefined;
    for (let time = schedule.next(after)!; last === undefined || time < after + 3e9;) {
      last = time;
      expect(schedule.lastWithin(after, time)).toBe(time);
      time = schedule.next(time)!;
      expect(schedule.lastWithin(after, time - 1)).toBe(last);
    }
  });
});

describe('time zones', () => {
  it.each([
    [
      '9223372036854775807 * * * *',
      'end of range (9223372036854775807) above maximum (59): 9223372036854775807',
    ],
    [
      '9223372036854775807-5 * * * *',
      'beginning of range (9223372036854775807) beyond end of range (5): 9223372036854775807-5',
    ],
    ['* * * * -9223372036854775808', 'strconv.Atoi: parsing "": invalid syntax'],
    ['* * * * */-9223372036854775808', 'negative number (-9223372036854775808) not allowed'],
    ['* * * * */9223372036854775808', 'value out of range'],
  ])('%s is refused with its numbers as they are', (text, message) => {
    expect(() => parseSchedule(text)).toThrow(message);
  });

  it('goes beyond all values with a large step', () => {
    expect(nextOf('*/9223372036854775807 * * * *', '2022-01-01T00:00:00Z')).toBe(
      '2022-01-01T01:00:00Z',
    );
  });

  it.each([
    'UTC',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Etc/GMT+5',
    'EST5EDT',
    'Local',
  ])('%s is known', (name) => {
    expect(checkTimeZone(name)).toBeUndefined();
    expect(nextOf(`TZ=${name} * * * * *`, '2022-01-01T00:00:00Z')).toBe('2022-01-01T00:01:00Z');
  });

  it.each([
    ['utc', 'unknown time zone utc'],
    ['europe/berlin', 'unknown time zone europe/berlin'],
    ['America', 'unknown time zone America'],
    ['../etc/passwd', 'time: invalid location name'],
    ['/UTC', 'time: invalid location name'],
    ['\\UTC', 'time: invalid location name'],
  ])('%s is not', (name, message) => {
    expect(checkTimeZone(name)).toBe(message);
  });
});

it('reads a range once, however often a field repeats it', () => {
  const read = readSchedule(`${'0-59/2,'.repeat(1000)}7 * * * *`);
  expect(read).toMatchObject({
    fields: {
      minute: {
        ranges: [
          { start: 0, end: 59, step: 2 },
          { start: 7, end: 7, step: 1 },
        ],
      },
    },
  });
});
