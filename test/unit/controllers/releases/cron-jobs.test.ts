/** What releases tell apart about CronJobs. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { parseTime } from '#values';
import type { CronJob, Job } from '#types';
import { reviewJobs } from '../../../../controllers/cronjob/active.ts';
import { jobAt } from '../../../../controllers/cronjob/job.ts';
import { isOwned } from '../../../../controllers/cronjob/owned.ts';
import { planStart } from '../../../../controllers/cronjob/plan.ts';
import { Schedules } from '../../../../controllers/cronjob/schedules.ts';

const cronJobOf = (spec: Partial<CronJob['spec']> = {}, active: readonly string[] = []): CronJob =>
  ({
    metadata: {
      name: 'tick',
      namespace: 'ns',
      uid: 'cj',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { containers: [] } } } },
      ...spec,
    },
    status: { active: active.map((uid) => ({ kind: 'Job', namespace: 'ns', name: uid, uid })) },
  }) as unknown as CronJob;

const jobOf = (uid: string, type: string, owner = 'cj'): Job =>
  ({
    metadata: {
      name: uid,
      namespace: 'ns',
      uid,
      ownerReferences: [{ kind: 'CronJob', name: 'tick', uid: owner, controller: true }],
    },
    status: { conditions: [{ type, status: 'True' }], completionTime: '2026-01-01T00:05:00Z' },
  }) as unknown as Job;

describe('jobs of a CronJob', () => {
  const at = parseTime('2026-01-15T10:00:00Z');
  const annotationsIn = (minor: number, timeZone?: string) =>
    jobAt(cronJobOf(timeZone === undefined ? {} : { timeZone }), at, profileOf(minor)).metadata
      .annotations;

  it.each([
    [27, 'Europe/Berlin', undefined],
    [28, undefined, '2026-01-15T10:00:00Z'],
    [28, 'Europe/Berlin', '2026-01-15T11:00:00+01:00'],
    [37, 'America/St_Johns', '2026-01-15T06:30:00-03:30'],
  ])('of 1.%i in zone %s are annotated with %s', (minor, zone, expected) => {
    const name = 'batch.kubernetes.io/cronjob-scheduled-timestamp';
    expect(annotationsIn(minor, zone)?.[name]).toBe(expected);
  });

  it('are known by name until 1.36, by uid since', () => {
    const other = jobOf('j', 'Complete', 'former');
    expect([36, 37].map((minor) => isOwned(cronJobOf(), other, profileOf(minor)))).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    [29, 'status', undefined],
    [30, 'status', '2026-01-01T00:05:00Z'],
    [31, 'condition', '2026-01-01T00:05:00Z'],
  ])('of 1.%i that complete are reported by %s, with success %s', (minor, word, success) => {
    const cronJob = cronJobOf({}, ['j']);
    const review = reviewJobs(cronJob, [jobOf('j', 'Complete')], undefined, profileOf(minor));
    expect(review.events.map(({ message }) => message)).toEqual([
      `Saw completed job: j, ${word}: Complete`,
    ]);
    expect(review.status.lastSuccessfulTime).toBe(success);
  });

  it('that were cleaned up first are no longer active, and count as successes', () => {
    const cronJob = cronJobOf({}, ['j']);
    const job = jobOf('j', 'Complete');
    const { events, status } = reviewJobs(cronJob, [job], undefined, profileOf(25), ['j']);
    expect(events).toEqual([]);
    expect(status).toEqual({ lastSuccessfulTime: '2026-01-01T00:05:00Z' });
  });
});

it.each([
  [24, 'too many missed start times: 121. Set'],
  [25, 'too many missed start times. Set'],
])('many missed times of 1.%i are reported as they are', (minor, text) => {
  const cronJob = cronJobOf();
  const reading = new Schedules(profileOf(minor)).of('ns/tick', cronJob.spec);
  const plan = planStart(cronJob, reading, parseTime('2026-01-01T02:01:10Z'));
  expect(plan.events[0]!.message).toContain(text);
});
