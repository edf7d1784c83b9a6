import { describe, expect, it } from 'vitest';
import { checkTimeZone, formatTime, parseSchedule, parseTime } from '#kinds';

function nextOf(text: string, after: string): string | undefined {
  const next = parseSchedule(text).next(parseTime(after));
  return next === undefined ? undefined : formatTime(next);
}

const refusal = (text: string) => () => parseSchedule(text);

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

  it('goes on from an instant between seconds', () => {
    const at = parseTime('2022-01-01T00:00:59Z') + 999;
    expect(parseSchedule('* * * * *').next(at)).toBe(parseTime('2022-01-01T00:01:00Z'));
    expect(parseSchedule('@every 5s').next(at)).toBe(parseTime('2022-01-01T00:01:04Z'));
  });

  it('ends where a zone skipped the very day that is looked for', () => {
    expect(nextOf('TZ=Pacific/Apia 0 0 30 12 *', '2011-12-28T00:00:00Z')).toBeUndefined();
  });
});

describe('time zones', () => {
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
