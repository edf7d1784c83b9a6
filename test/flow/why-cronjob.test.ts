/** Explanations of the status of a CronJob. */
import { beforeAll, expect, test } from 'vitest';
import { cronJob } from '#kinds';
import { actsOf, pastOf, plain, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('cronjob/skipped-runs.yaml');
});

test('a run is skipped while the last one is active', () => {
  const told = past.ask(cronJob, 'report', 'status.lastScheduleTime', 310);
  expect(told).toMatchObject({ value: '2026-01-01T00:05:00Z', exact: true });
  expect(termsOf(told)).toEqual([
    '- 2026-01-01T00:04:00Z: skipped: concurrencyPolicy is Forbid, and report-29453763 was running',
    '+ 2026-01-01T00:05:00Z: started Job report-29453765',
  ]);
  expect(plain(actsOf(told)).slice(0, 3)).toEqual([
    'cronjob-controller updated CronJob default/report',
    'job-controller updated Job default/report-29453763',
    'kubelet updated Pod default/report-29453763-*',
  ]);
  expect(actsOf(told).at(-1)).toBe('scenario created CronJob default/report');
});

test('before the first run it names the time that it waits for', () => {
  const told = past.ask(cronJob, 'report', 'status.lastScheduleTime', 30);
  expect(told).toMatchObject({ unset: { writes: 0, setters: ['cronjob-controller'] } });
  expect(termsOf(told)).toEqual([
    '- 2026-01-01T00:01:00Z: the first time of the schedule * * * * *, which is in the future',
  ]);
});

test('a run is replaced by the next one', () => {
  const told = past.ask(cronJob, 'sync', 'status.active', 241);
  expect(told).toMatchObject({ value: [{ name: 'sync-29453764' }], exact: true });
  expect(termsOf(told)).toEqual([
    '- Job default/sync-29453762: it was still running when the next one was due: concurrencyPolicy is Replace',
    '+ Job default/sync-29453764: this pass started it for 2026-01-01T00:04:00Z',
  ]);
  expect(actsOf(told)).toEqual([
    'cronjob-controller updated CronJob default/sync',
    'scenario created CronJob default/sync',
  ]);
});

test.each([
  ['suspended', 'backup', 546, '- 2026-01-01T00:06:00Z: skipped: the schedule was suspended'],
  [
    'too late',
    'backup',
    906,
    '- 2026-01-01T00:12:00Z: missed: no job was created within startingDeadlineSeconds (20)',
  ],
  [
    'replaced by a later one',
    'sync',
    842,
    '- 2026-01-01T00:10:00Z: missed: it was due, but no job was created then',
  ],
])('a run is missed: %s', (_, name, seconds, first) => {
  const told = past.ask(cronJob, name, 'status.lastScheduleTime', seconds);
  expect(told).toMatchObject({ exact: true });
  expect(termsOf(told)[0]).toBe(first);
});

test('a success is reported in the pass after the one that removed the run from the list', () => {
  const told = past.ask(cronJob, 'report', 'status.lastSuccessfulTime', 145);
  expect(told).toMatchObject({ value: '2026-01-01T00:02:22Z', exact: true });
  expect(termsOf(told)).toEqual([
    '+ Job default/report-29453761 2026-01-01T00:02:22Z: no other was completed later',
    '- Job default/report-29453762: it has not finished',
  ]);
});
