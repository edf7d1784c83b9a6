/** A calendar of the runs of a CronJob. */
import { defaultProfile, withGates } from '#kinds';
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import type { CronJob } from '#types';
import { cronJobCalendar as calendar } from '../../../../controllers/cronjob/calendar.ts';
import { pastView } from '../past-view.ts';

const at = (time: string): number => parseTime(`2026-03-02T${time}Z`);
const zones = withGates(defaultProfile, { CronJobTimeZone: true });
const cronJobOf = (spec: object): CronJob =>
  ({
    kind: 'CronJob',
    metadata: {
      name: 'tick',
      namespace: 'default',
      uid: 'u',
      creationTimestamp: '2026-03-02T09:59:30Z',
    },
    spec: { schedule: '* * * * *', ...spec },
    status: {},
  }) as unknown as CronJob;
const span = { afterMs: at('10:00:00'), untilMs: at('10:03:00') };

describe('the times', () => {
  it.each<[string, object, number, readonly string[]]>([
    [
      'are those after the first and up to the last instant',
      {},
      9,
      ['10:01:00', '10:02:00', '10:03:00'],
    ],
    ['are no more than asked for', {}, 2, ['10:01:00', '10:02:00']],
    ['may be none', {}, 0, []],
    ['are none of a schedule that cannot be read', { schedule: 'x' }, 9, []],
    ['are none in an unknown zone', { timeZone: 'Moon/Base' }, 9, []],
    ['are none of a schedule that is never due', { schedule: '0 0 30 2 *' }, 9, []],
    ['are read in the zone', { schedule: '2 19 * * *', timeZone: 'Asia/Tokyo' }, 9, ['10:02:00']],
  ])('%s', (_, spec, most, expected) => {
    expect(calendar.times(cronJobOf(spec), zones, span, most)).toEqual(expected.map(at));
  });
});

it.each<[object, boolean, string]>([
  [{}, true, 'UTC'],
  [{ timeZone: 'Asia/Tokyo' }, true, 'Asia/Tokyo'],
  [{ timeZone: 'Asia/Tokyo' }, false, 'UTC'],
  [{ schedule: 'TZ=Asia/Tokyo * * * * *' }, false, 'Asia/Tokyo'],
  [{ schedule: 'CRON_TZ=Asia/Tokyo * * * * *', timeZone: 'Europe/Rome' }, true, 'Asia/Tokyo'],
])('the zone of %j, with zones %s, is %s', (spec, hasZones, expected) => {
  const profile = withGates(defaultProfile, { CronJobTimeZone: hasZones });
  expect(calendar.zone(cronJobOf(spec), profile)).toBe(expected);
});

it('says why nothing was started', () => {
  const cronJob = cronJobOf({ suspend: true });
  const now = at('10:05:00');
  expect(calendar.reason(at('10:01:00'), cronJob, pastView({ objects: [cronJob], now }))).toBe(
    'skipped: the schedule was suspended',
  );
  expect(calendar.reason(at('10:01:00'), cronJob, pastView({ now }))).toBe(
    'the CronJob was deleted meanwhile',
  );
});
