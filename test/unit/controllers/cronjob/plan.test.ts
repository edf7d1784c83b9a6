/** What is decided about the start of a job, in which words, and when it is looked at again. */
import { defaultProfile, withGates } from '#kinds';
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import type { CronJob } from '#types';
import * as words from '../../../../controllers/cronjob/messages.ts';
import { jobNameAt } from '../../../../controllers/cronjob/due.ts';
import { startTerms } from '../../../../controllers/cronjob/explain-times.ts';
import { planStart } from '../../../../controllers/cronjob/plan.ts';
import { Schedules } from '../../../../controllers/cronjob/schedules.ts';
import { replayPass } from '../../../../controllers/cronjob/replay.ts';
import { passOver, pastView, textOf } from '../past-view.ts';

const created = '2026-03-02T09:59:30Z';
const at = (time: string): number => parseTime(`2026-03-02T${time}Z`);

interface Parts {
  readonly spec?: object;
  readonly status?: object;
  readonly metadata?: object;
}

const cronJobOf = ({ spec, status = {}, metadata }: Parts = {}): CronJob =>
  ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {
      name: 'tick',
      namespace: 'default',
      uid: 'u',
      creationTimestamp: created,
      ...metadata,
    },
    spec: { schedule: '* * * * *', concurrencyPolicy: 'Allow', ...spec },
    status,
  }) as unknown as CronJob;

const nameAt = (time: string): string => jobNameAt(cronJobOf(), at(time));
const active = (time: string) => ({ active: [{ name: nameAt(time), uid: 'x' }] });
const zones = { CronJobTimeZone: true };

describe('the decision', () => {
  it.each<[string, Parts, string, Readonly<Record<string, boolean>>, string]>([
    ['being deleted', { metadata: { deletionTimestamp: created } }, '10:00:10', {}, ''],
    ['suspended', { spec: { suspend: true } }, '10:00:10', {}, ''],
    ['nothing due', {}, '09:59:59', {}, 'in 1100'],
    ['start', {}, '10:00:00', {}, 'at 10:00:00, in 60100'],
    ['start', {}, '10:00:10', {}, 'at 10:00:00, in 50100'],
    ['start', { spec: { suspend: false } }, '10:01:10', {}, 'at 10:01:00, in 50100'],
    [
      'started already',
      { status: { lastScheduleTime: '2026-03-02T09:59:00Z', ...active('10:00:00') } },
      '10:00:10',
      {},
      'in 50100',
    ],
    [
      'nothing due',
      { status: { lastScheduleTime: '2026-03-02T10:00:00Z' } },
      '10:00:10',
      {},
      'in 50100',
    ],
    [
      'forbidden',
      { spec: { concurrencyPolicy: 'Forbid' }, status: active('09:59:00') },
      '10:00:10',
      {},
      'in 50100; Normal JobAlreadyActive',
    ],
    ['start', { spec: { concurrencyPolicy: 'Forbid' } }, '10:00:10', {}, 'at 10:00:00, in 50100'],
    [
      'replace',
      { spec: { concurrencyPolicy: 'Replace' }, status: active('09:59:00') },
      '10:00:10',
      {},
      'at 10:00:00, in 50100',
    ],
    ['start', { status: active('09:59:00') }, '10:00:10', {}, 'at 10:00:00, in 50100'],
    ['start', { spec: { startingDeadlineSeconds: 11 } }, '10:00:10', {}, 'at 10:00:00, in 50100'],
    ['nothing due', { spec: { startingDeadlineSeconds: 10 } }, '10:00:10', {}, 'in 50100'],
    ['start', {}, '11:39:10', {}, 'at 11:39:00, in 50100'],
    ['start', {}, '11:40:10', {}, 'at 11:40:00, in 50100; Warning TooManyMissedTimes'],
    [
      'unreadable schedule',
      { spec: { schedule: 'x' } },
      '10:00:10',
      {},
      'Warning UnparseableSchedule',
    ],
    [
      'unreadable schedule',
      { spec: { schedule: '0 0 30 2 *' } },
      '10:00:10',
      {},
      'Warning InvalidSchedule',
    ],
    [
      'start',
      { spec: { schedule: 'TZ=UTC * * * * *' } },
      '10:00:10',
      {},
      'at 10:00:00, in 50100; Warning UnsupportedSchedule',
    ],
    [
      'unreadable schedule',
      { spec: { schedule: 'TZ=UTC x' } },
      '10:00:10',
      {},
      'Warning UnsupportedSchedule, Warning UnparseableSchedule',
    ],
    [
      'unknown time zone',
      { spec: { timeZone: 'Moon/Base' } },
      '10:00:10',
      zones,
      'Warning UnknownTimeZone',
    ],
    ['start', { spec: { timeZone: 'Moon/Base' } }, '10:00:10', {}, 'at 10:00:00, in 50100'],
    [
      'start',
      {
        spec: { timeZone: 'Asia/Tokyo', schedule: '0 19 * * *' },
        status: { lastScheduleTime: '2026-03-01T00:00:00Z' },
      },
      '10:00:10',
      zones,
      'at 10:00:00, in 86390100',
    ],
  ])('is "%s" for %j at %s', (decision, parts, now, features, expected) => {
    const cronJob = cronJobOf(parts);
    const reading = new Schedules(withGates(defaultProfile, features)).of(
      'default/tick',
      cronJob.spec,
    );
    const plan = planStart(cronJob, reading, at(now));
    expect(plan.decision).toBe(decision);
    const when = [
      plan.startAt === undefined
        ? ''
        : `at ${new RegExp(/T(.*)Z/).exec(timeText(plan.startAt))![1]}`,
      plan.requeueAfterMs === undefined ? '' : `in ${plan.requeueAfterMs}`,
    ].filter(Boolean);
    const events = plan.events.map(({ type, reason }) => `${type} ${reason}`);
    expect([when.join(', '), events.join(', ')].filter(Boolean).join('; ')).toBe(expected);
    expect(plan.replace ?? false).toBe(decision === 'replace');
  });
});

it('says it in the words of v1.24', () => {
  const texts = [
    words.unexpectedJob('j'),
    words.sawCompletedJob('j', 'Failed'),
    words.missingJob('j'),
    words.unknownTimeZone('Moon/Base', 'unknown time zone Moon/Base'),
    words.unsupportedSchedule('TZ=UTC * * * * *'),
    words.unparseableSchedule('x', 'why'),
    words.unparseableChange('x'),
    words.invalidSchedule('x', 'why'),
    words.tooManyMissedTimes(101),
    words.missSchedule(at('10:00:00')),
    words.jobAlreadyActive,
    words.createdJob('j'),
    words.failedCreate('why'),
    words.deletedJob('j'),
    words.failedDelete('why'),
    words.failedGet('why'),
  ].map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
  expect(texts).toMatchInlineSnapshot(`
    [
      "Warning UnexpectedJob: Saw a job that the controller did not create or forgot: j",
      "Normal SawCompletedJob: Saw completed job: j, status: Failed",
      "Normal MissingJob: Active job went missing: j",
      "Warning UnknownTimeZone: invalid timeZone: "Moon/Base": unknown time zone Moon/Base",
      "Warning UnsupportedSchedule: CRON_TZ or TZ used in schedule "TZ=UTC * * * * *" is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
      "Warning UnparseableSchedule: unparseable schedule: "x" : why",
      "Warning UnParseableCronJobSchedule: unparseable schedule for cronjob: x",
      "Warning InvalidSchedule: invalid schedule: x : why",
      "Warning TooManyMissedTimes: too many missed start times: 101. Set or decrease .spec.startingDeadlineSeconds or check clock skew",
      "Warning MissSchedule: Missed scheduled time to start a job: Mon, 02 Mar 2026 10:00:00 +0000",
      "Normal JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid",
      "Normal SuccessfulCreate: Created job j",
      "Warning FailedCreate: Error creating job: why",
      "Normal SuccessfulDelete: Deleted job j",
      "Warning FailedDelete: Deleted job: why",
      "Warning FailedGet: Get job: why",
    ]
  `);
});

function timeText(ms: number): string {
  const seconds = Math.floor((ms - parseTime('2026-03-02T00:00:00Z')) / 1000);
  const part = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `T${part(seconds / 3600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}Z`;
}

describe('the explanation of the last start', () => {
  interface Told extends Parts {
    readonly now?: string;
    readonly earlier?: Parts | null;
    readonly features?: object;
    readonly evidence?: object;
  }

  /** What is said; at earlier times the CronJob was as `earlier` says, null: was not there. */
  function told({
    now = '10:01:10',
    earlier,
    features = {},
    evidence,
    ...parts
  }: Told): readonly string[] {
    const cronJob = cronJobOf(parts);
    const past = pastView({
      objects: [cronJob],
      now: at(now),
      features: features as Record<string, boolean>,
      earlier: () => (earlier === null ? [] : [cronJobOf(earlier ?? parts)]),
    });
    const pass = passOver(cronJob, past, evidence);
    return startTerms(replayPass(pass), pass).map((term) =>
      textOf(term).replaceAll(/2026-03-02T|-2954\d+/g, ''),
    );
  }

  const start = { created: { metadata: { name: 'tick-1', namespace: 'default', uid: 'y' } } };

  it.each<[string, Told, readonly string[]]>([
    ['started', { evidence: start, now: '10:00:10' }, ['+ 10:00:00Z: started Job tick-1']],
    [
      'started in place of another',
      {
        spec: { concurrencyPolicy: 'Replace' },
        status: active('09:59:00'),
        evidence: { ...start, replaced: [{ name: 'old' }, { name: 'older' }] },
        now: '10:00:10',
      },
      ['+ 10:00:00Z: started Job tick-1 instead of old, older'],
    ],
    [
      'missed',
      { evidence: start },
      [
        '- 10:00:00Z: missed: it was due, but no job was created then',
        '+ 10:01:00Z: started Job tick-1',
      ],
    ],
    [
      'missed within a deadline',
      { spec: { startingDeadlineSeconds: 90 }, earlier: { spec: { startingDeadlineSeconds: 90 } } },
      [
        '- 10:00:00Z: missed: no job was created within startingDeadlineSeconds (90)',
        '- 10:01:00Z: missed: no job was created within startingDeadlineSeconds (90)',
      ],
    ],
    [
      'not there',
      { earlier: null, evidence: start },
      ['- 10:00:00Z: the controller did not check it then', '+ 10:01:00Z: started Job tick-1'],
    ],
    [
      'suspended',
      { earlier: { spec: { suspend: true } }, evidence: start },
      ['- 10:00:00Z: skipped: the schedule was suspended', '+ 10:01:00Z: started Job tick-1'],
    ],
    [
      'deleted',
      { earlier: { metadata: { deletionTimestamp: created } }, evidence: start },
      ['- 10:00:00Z: skipped: the CronJob was being deleted', '+ 10:01:00Z: started Job tick-1'],
    ],
    [
      'unreadable',
      { earlier: { spec: { schedule: 'x' } }, evidence: start },
      ['- 10:00:00Z: skipped: the schedule could not be read', '+ 10:01:00Z: started Job tick-1'],
    ],
    [
      'of an unknown zone',
      { earlier: { spec: { timeZone: 'Moon/Base' } }, features: zones, evidence: start },
      ['- 10:00:00Z: skipped: the time zone was unknown', '+ 10:01:00Z: started Job tick-1'],
    ],
    [
      'forbidden',
      {
        earlier: { spec: { concurrencyPolicy: 'Forbid' }, status: { active: [] } },
        evidence: start,
      },
      [
        '- 10:00:00Z: missed: it was due, but no job was created then',
        '+ 10:01:00Z: started Job tick-1',
      ],
    ],
    [
      'started before',
      { earlier: { status: { lastScheduleTime: '2026-03-02T10:00:00Z' } }, evidence: start },
      [
        '- 10:00:00Z: missed: nothing was due by the schedule at that time',
        '+ 10:01:00Z: started Job tick-1',
      ],
    ],
    [
      'to come',
      { now: '09:59:40' },
      ['- 10:00:00Z: the first time of the schedule * * * * *, which is in the future'],
    ],
    [
      'to come, suspended',
      { now: '09:59:40', spec: { suspend: true } },
      ['- schedule: it is suspended'],
    ],
    ['never to come', { now: '09:59:40', spec: { schedule: '0 0 30 2 *' } }, []],
    ['over', { now: '10:00:40', status: { lastScheduleTime: '2026-03-02T10:00:00Z' } }, []],
  ])('%s', (_, scene, expected) => {
    expect(told(scene)).toEqual(expected);
  });

  it('names what is wrong with a schedule', () => {
    expect(told({ now: '09:59:40', spec: { schedule: 'x' } })).toEqual([
      expect.stringMatching(/^- schedule: ./),
    ]);
  });

  it('stops after a hundred times', () => {
    const terms = told({ now: '11:50:10', evidence: start });
    expect(terms).toHaveLength(102);
    expect(terms.slice(99)).toEqual([
      '- 11:39:00Z: missed: it was due, but no job was created then',
      '- further times: more than 100',
      '+ 11:50:00Z: started Job tick-1',
    ]);
  });
});
