import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import type { Timed } from '../../../src/cli/forecast/cron-jobs.ts';
import { collisionsOf, forecastOf } from '../../../src/cli/forecast/plan.ts';

const job = (schedule: string, more: Partial<Timed> = {}): Timed => ({
  name: 'default/job',
  schedule,
  suspend: false,
  concurrencyPolicy: 'Allow',
  ...more,
});

const DAY_MS = 86_400_000;

describe('a forecast', () => {
  it.each<[string, Timed, string, number, number, string[]]>([
    [
      'an hour that is left out',
      job('30 2 * * *', { timeZone: 'Europe/Zurich' }),
      '2026-03-28T12:00:00Z',
      1,
      0,
      [
        '2026-03-29 clocks go forward 1 h: one time is left out and not made up for',
        'it does not run in this span',
      ],
    ],
    [
      'an hour that comes twice',
      job('30 2 * * *', { timeZone: 'Europe/Zurich' }),
      '2026-10-24T12:00:00Z',
      1,
      2,
      ['2026-10-25 clocks go back 1 h: it runs in both hours of that name (1 and 1 times)'],
    ],
    [
      'a change that does not matter',
      job('0 12 * * *', { timeZone: 'Europe/Zurich' }),
      '2026-03-28T12:00:00Z',
      1,
      1,
      ['2026-03-29 clocks go forward 1 h: no run falls into the hour that is left out'],
    ],
    [
      'several times that are left out',
      job('*/20 2 * * *', { timeZone: 'Europe/Zurich' }),
      '2026-03-28T12:00:00Z',
      1,
      0,
      [
        '2026-03-29 clocks go forward 1 h: 3 times are left out and not made up for',
        'it does not run in this span',
      ],
    ],
    [
      'a schedule by elapsed time',
      job('@every 12h', { timeZone: 'Europe/Zurich' }),
      '2026-03-28T12:00:00Z',
      1,
      2,
      ['2026-03-29 clocks go forward 1 h: it goes by elapsed time and does not notice'],
    ],
    [
      'an hour that comes twice without a run',
      job('0 12 * * *', { timeZone: 'Europe/Zurich' }),
      '2026-10-24T12:00:00Z',
      1,
      1,
      ['2026-10-25 clocks go back 1 h: no run falls into the hour that comes twice'],
    ],
    [
      'a change of half an hour',
      job('30 12 * * *', { timeZone: 'Australia/Lord_Howe' }),
      '2026-04-04T06:00:00Z',
      1,
      1,
      ['2026-04-05 clocks go back 30 min: no run falls into the half hour that comes twice'],
    ],
    [
      'a half hour that comes twice',
      job('45 1 * * *', { timeZone: 'Australia/Lord_Howe' }),
      '2026-04-04T06:00:00Z',
      1,
      2,
      ['2026-04-05 clocks go back 30 min: it runs in both half hours of that name (1 and 1 times)'],
    ],
    [
      'a midnight that is left out in São Paulo',
      job('TZ=America/Sao_Paulo 0 0 * * *'),
      '2018-11-03T12:00:00Z',
      1,
      0,
      [
        '2018-11-04 clocks go forward 1 h: one time is left out and not made up for',
        'it does not run in this span',
      ],
    ],
    [
      'half past midnight that is left out in Beirut',
      job('30 0 * * *', { timeZone: 'Asia/Beirut' }),
      '2022-03-26T12:00:00Z',
      1,
      0,
      [
        '2022-03-27 clocks go forward 1 h: one time is left out and not made up for',
        'it does not run in this span',
      ],
    ],
    [
      'a midnight that is left out in Cairo',
      job('0 0 * * *', { timeZone: 'Africa/Cairo' }),
      '2023-04-27T12:00:00Z',
      1,
      0,
      [
        '2023-04-28 clocks go forward 1 h: one time is left out and not made up for',
        'it does not run in this span',
      ],
    ],
    [
      'an hour before midnight that comes twice in Cairo',
      job('30 23 * * *', { timeZone: 'Africa/Cairo' }),
      '2023-10-26T12:00:00Z',
      1,
      2,
      ['2023-10-26 clocks go back 1 h: it runs in both hours of that name (1 and 1 times)'],
    ],
    [
      'a run that ends as the next one comes',
      job('0 * * * *', { runSeconds: 3600 }),
      '2026-01-01T00:00:00Z',
      1,
      24,
      [],
    ],
    [
      'runs side by side',
      job('0 * * * *', { runSeconds: 3601 }),
      '2026-01-01T00:00:00Z',
      1,
      24,
      ['23 runs come before the one before has ended (3601 s): they run side by side (Allow)'],
    ],
    [
      'a schedule that never fires',
      job('0 0 30 2 *'),
      '2026-01-01T00:00:00Z',
      1,
      0,
      ['its schedule never fires: no such date exists'],
    ],
    [
      'a zone in the schedule',
      job('TZ=America/New_York 0 9 * * *'),
      '2026-01-01T00:00:00Z',
      1,
      1,
      [],
    ],
    ['no zone', job('*/15 * * * *'), '2026-01-01T00:00:00Z', 1, 96, []],
    [
      'a suspended one',
      job('* * * * *', { suspend: true }),
      '2026-01-01T00:00:00Z',
      1,
      0,
      ['it is suspended: nothing runs'],
    ],
    [
      'overlaps',
      job('* * * * *', { runSeconds: 90, concurrencyPolicy: 'Forbid' }),
      '2026-01-01T00:00:00Z',
      1,
      1440,
      ['1439 runs come before the one before has ended (90 s): these are skipped (Forbid)'],
    ],
    [
      'a zone that does not exist',
      job('* * * * *', { timeZone: 'Mars/Olympus' }),
      '2026-01-01T00:00:00Z',
      1,
      0,
      [expect.stringContaining('its time zone cannot be read')],
    ],
    [
      'no schedule',
      job('61 * * * *'),
      '2026-01-01T00:00:00Z',
      1,
      0,
      ['its schedule cannot be read: end of range (61) above maximum (59): 61'],
    ],
  ])('reports %s', (_, timed, from, days, total, notes) => {
    const fromMs = parseTime(from);
    const { forecast } = forecastOf(timed, fromMs, fromMs + days * DAY_MS, 5);
    expect(forecast.total).toBe(total);
    expect(forecast.notes).toEqual(notes);
  });

  it('shows the first runs in local time, west and east of Greenwich', () => {
    const fromMs = parseTime('2026-01-01T00:00:00Z');
    const runsIn = (timeZone: string) =>
      forecastOf(job('0 12 * * *', { timeZone }), fromMs, fromMs + 3 * DAY_MS, 1).forecast.runs;
    expect(runsIn('Asia/Kolkata')).toEqual([
      { at: '2026-01-01T06:30:00Z', local: '2026-01-01 12:00:00 +05:30' },
    ]);
    expect(runsIn('America/St_Johns')).toEqual([
      { at: '2026-01-01T15:30:00Z', local: '2026-01-01 12:00:00 -03:30' },
    ]);
  });

  it('counts no more than a hundred thousand runs', () => {
    const { forecast } = forecastOf(job('@every 1s'), 0, 2 * DAY_MS, 1);
    expect(forecast.total).toBe(100_000);
  });

  it('sorts what starts at once by number, then by time', () => {
    const fromMs = parseTime('2026-01-01T00:00:00Z');
    const all = ['*/20 * * * *', '*/20 * * * *', '0 * * * *'].map((schedule, i) =>
      forecastOf(job(schedule, { name: `job-${i}` }), fromMs, fromMs + 3_600_000, 5),
    );
    expect(collisionsOf(all).map(({ at }) => at.slice(11, 16))).toEqual([
      '01:00',
      '00:20',
      '00:40',
    ]);
  });

  it('finds what starts at once, the fullest first', () => {
    const fromMs = parseTime('2026-01-01T00:00:00Z');
    const all = ['*/20 * * * *', '*/30 * * * *', '0 * * * *'].map((schedule, i) =>
      forecastOf(job(schedule, { name: `job-${i}` }), fromMs, fromMs + 3_600_000, 5),
    );
    expect(collisionsOf(all)).toEqual([
      { at: '2026-01-01T01:00:00Z', names: ['job-0', 'job-1', 'job-2'] },
    ]);
  });
});
