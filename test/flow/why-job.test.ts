/** Explanations of the status of a Job. */
import { beforeAll, expect, test } from 'vitest';
import { job } from '#kinds';
import { actsOf, pastOf, plain, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('job/how-jobs-end.yaml');
});

test('pods that the pass has just created count', () => {
  const told = past.ask(job, 'sums', 'status.active', 1);
  expect(told).toMatchObject({ value: 2, exact: true });
  expect(termsOf(told)).toEqual([
    '+ new pods 2: this pass created them, because 2 should be active',
  ]);
  expect(actsOf(told)).toEqual([
    'job-controller updated Job default/sums',
    'scenario created Job default/sums',
  ]);
});

test('a failed pod leads back to the one that it replaced, and to the user', () => {
  const told = past.ask(job, 'flaky', 'status.failed', 138);
  expect(told).toMatchObject({ value: 2, exact: true });
  const because = '+ Pod default/flaky-*: it has failed';
  expect(plain(termsOf(told))).toEqual([because, because]);
  expect(plain(actsOf(told))).toEqual([
    'job-controller updated Job default/flaky',
    'kubelet updated Pod default/flaky-*',
    'default-scheduler updated Pod default/flaky-*',
    'job-controller created Pod default/flaky-*',
    'kubelet updated Pod default/flaky-*',
    'default-scheduler updated Pod default/flaky-*',
    'job-controller created Pod default/flaky-*',
    'scenario created Job default/flaky',
  ]);
});

test('a condition says which limit was exceeded', () => {
  const failed = past.ask(job, 'flaky', 'status.conditions[Failed].status', 161);
  expect(failed).toMatchObject({ value: 'True', exact: true });
  expect(termsOf(failed)).toEqual([
    '+ failed pods 3: spec.backoffLimit is 2',
    '- restarts of containers 0: they count only with restartPolicy OnFailure',
    '- seconds left: spec.activeDeadlineSeconds is not set',
  ]);
  const late = past.ask(job, 'endless', 'status.conditions[Failed].reason', 362);
  expect(late).toMatchObject({ value: 'DeadlineExceeded', exact: true });
  expect(termsOf(late).at(-1)).toBe(
    '+ seconds left 0: spec.activeDeadlineSeconds is 20, counted from status.startTime',
  );
});

test('indexes are those of succeeded pods', () => {
  const told = past.ask(job, 'parts', 'status.completedIndexes', 68);
  expect(told).toMatchObject({ value: '0,1', exact: true });
  expect(plain(termsOf(told))).toEqual([
    '+ Pod default/parts-0-*: it has succeeded with index 0',
    '+ Pod default/parts-1-*: it has succeeded with index 1',
  ]);
});

test('pods of a suspended job are removed, and the time restarts', () => {
  const gone = past.ask(job, 'pausing', 'status.active', 252);
  expect(gone).toMatchObject({ exact: true });
  expect(gone.value).toBeUndefined();
  const because = '- Pod default/pausing-*: it is removed: the job is suspended';
  expect(plain(termsOf(gone))).toEqual([because, because]);
  const start = past.ask(job, 'pausing', 'status.startTime', 280);
  expect(termsOf(start)).toEqual(['+ now 2026-01-01T00:04:30Z: the time at which it was resumed']);
});

test('what was never set is explained too', () => {
  const told = past.ask(job, 'sums', 'status.uncountedTerminatedPods', 30);
  expect(told).toMatchObject({ exact: true, chain: [] });
  expect(told.account?.rule).toContain('finalizers');
});

test('tracked pods count once they have lost their finalizers', async () => {
  const tracked = await pastOf('job/counted-by-finalizers.yaml');
  const failed = tracked.ask(job, 'sums', 'status.failed', 12);
  expect(failed).toMatchObject({ value: 3, exact: true });
  const because = '+ Pod default/sums-*: it was recorded, and has lost its finalizer';
  expect(plain(termsOf(failed))).toEqual([because, because, because]);
  expect(plain(actsOf(failed)).at(-1)).toBe('scenario updated Pod default/sums-*');
});
