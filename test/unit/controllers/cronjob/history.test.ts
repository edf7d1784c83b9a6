/** Which finished jobs a CronJob keeps. */
import { expect, it } from 'vitest';
import type { CronJob, Job } from '#types';
import { beyondLimits } from '../../../../controllers/cronjob/job.ts';

const jobOf = (name: string, startTime: string | undefined, type = 'Complete', status = 'True') =>
  ({ metadata: { name }, status: { startTime, conditions: [{ type, status }] } }) as unknown as Job;
const beyond = (limits: object, ...jobs: readonly Job[]): readonly string[] =>
  beyondLimits({ spec: limits } as CronJob, jobs).map(({ metadata }) => metadata.name);

const [early, late] = ['2026-11-20T20:00:00Z', '2026-11-20T21:00:00Z'];
const limits = (successfulJobsHistoryLimit: number, failedJobsHistoryLimit = 1) => ({
  successfulJobsHistoryLimit,
  failedJobsHistoryLimit,
});

it('the jobs that started last, and of the same time by name', () => {
  const jobs = [jobOf('late', late), jobOf('b', early), jobOf('a', early)];
  expect(beyond(limits(3), ...jobs)).toEqual([]);
  expect(beyond(limits(2), ...jobs)).toEqual(['a']);
  expect(beyond(limits(1), ...jobs)).toEqual(['a', 'b']);
  expect(beyond(limits(0), ...jobs)).toEqual(['a', 'b', 'late']);
});

it('those that never started before all others', () => {
  const jobs = ['x', 'y'].map((name) => jobOf(name, undefined));
  for (const order of [
    [...jobs, jobOf('late', late)],
    [jobOf('late', late), ...jobs.toReversed()],
  ]) {
    expect(beyond(limits(2), ...order)).toEqual(['late']);
    expect(beyond(limits(1), ...order)).toEqual(['late', 'x']);
  }
});

it('as many that failed as may be, beside those that succeeded', () => {
  const failed = [jobOf('f1', early, 'Failed'), jobOf('f2', late, 'Failed')];
  expect(beyond(limits(0, 1), ...failed, jobOf('s', early))).toEqual(['s', 'f1']);
  expect(beyond(limits(0, 0), ...failed)).toEqual(['f1', 'f2']);
});

it('all that have not finished, and all where there is no limit', () => {
  const active = jobOf('active', early, 'Complete', 'False');
  expect(beyond(limits(0, 0), active)).toEqual([]);
  expect(beyond({}, jobOf('s', early), jobOf('f', early, 'Failed'))).toEqual([]);
});
