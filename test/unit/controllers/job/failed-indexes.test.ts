/** Indexes with limits of their own: which have failed, which wait, and what the next pod knows. */
import { expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { JobSpec, Pod } from '#types';
import {
  failedIndexes,
  failureCounts,
  heldBack,
} from '../../../../controllers/job/failed-indexes.ts';
import { endingOf } from '../../../../controllers/job/ending.ts';
import { planPods } from '../../../../controllers/job/plan.ts';
import { rulesOf } from '../../../../controllers/job/rules.ts';
import { nextTrackedStatus } from '../../../../controllers/job/status.ts';
import { TRACKING_FINALIZER } from '../../../../controllers/job/tracking.ts';
import { observe, type JobView } from '../../../../controllers/job/view.ts';
import { makeJob, NOW, podOf } from './jobs.ts';

const rules = rulesOf(profileOf(37));
const FAILURES = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED = 'batch.kubernetes.io/job-index-ignored-failure-count';

function indexedPod(index: number, phase: 'Failed' | 'Running' | 'Succeeded', failures = 0): Pod {
  const pod = podOf({ phase, index, created: '2026-11-20T19:59:56Z' }, `work-${index}-${failures}`);
  const annotations = { ...pod.metadata.annotations, [FAILURES]: String(failures) };
  const metadata = { ...pod.metadata, annotations, finalizers: [TRACKING_FINALIZER] };
  return { ...pod, metadata: { ...metadata, uid: metadata.name } };
}

function viewWith(spec: Partial<JobSpec>, pods: readonly Pod[], failed = ''): JobView {
  const job = makeJob(
    { completionMode: 'Indexed', completions: 4, parallelism: 4, backoffLimitPerIndex: 1, ...spec },
    { startTime: '2026-11-20T19:00:00Z', failedIndexes: failed },
  );
  return observe(job, pods, NOW, rules, { released: new Set() });
}

it('an index fails with the failure after its last allowed one', () => {
  const { job } = viewWith({}, []);
  const pods = [indexedPod(0, 'Failed', 1), indexedPod(1, 'Failed'), indexedPod(7, 'Failed', 9)];
  expect(failedIndexes(job, pods, 1, rules)).toEqual([0]);
  expect(failedIndexes({ ...job, status: { failedIndexes: '2-3' } }, pods, 1, rules)).toEqual([
    0, 2, 3,
  ]);
});

it('the latest failed pod of an index waits until there is another one', () => {
  const { job } = viewWith({}, []);
  const pods = [indexedPod(1, 'Failed'), indexedPod(1, 'Failed', 1), indexedPod(2, 'Failed')];
  const held = heldBack(job, pods, [indexedPod(2, 'Running', 1)], [0], rules);
  expect([...held.values()].map(({ metadata }) => metadata.name)).toEqual(['work-1-1']);
  expect(heldBack(job, pods, [], [1, 2], rules).size).toBe(0);
});

it('the next pod of an index has the count of failures, ignored ones apart', () => {
  const onExitCodes = { operator: 'In' as const, values: [7] };
  const policy = { rules: [{ action: 'Ignore' as const, onExitCodes }] };
  const { job } = viewWith({ podFailurePolicy: policy }, []);
  expect(failureCounts(job, undefined, rules)).toEqual({ [FAILURES]: '0' });
  const failed = indexedPod(1, 'Failed', 2);
  expect(failureCounts(job, failed, rules)).toEqual({ [FAILURES]: '3' });
  const status = { name: 'main', image: '', imageID: '', ready: false, restartCount: 0 };
  const containerStatuses = [{ ...status, state: { terminated: { exitCode: 7 } } }];
  const ignored = { ...failed, status: { ...failed.status, containerStatuses } } as Pod;
  expect(failureCounts(job, ignored, rules)).toEqual({ [FAILURES]: '2', [IGNORED]: '1' });
});

it('each index waits for itself', () => {
  const pods = [indexedPod(0, 'Failed'), indexedPod(1, 'Running')];
  expect(planPods(viewWith({}, pods))).toMatchObject({ create: 2, indexes: [2, 3] });
  const all = [...pods, indexedPod(2, 'Running'), indexedPod(3, 'Running')];
  // It was created 4 s ago, which stands for its end; the delay is 10 s.
  expect(planPods(viewWith({}, all))).toMatchObject({ create: 0, waitMs: 6000 });
});

it.each([
  [{ maxFailedIndexes: 1 }, '0-1', [], 'MaxFailedIndexesExceeded', true],
  [{ maxFailedIndexes: 2 }, '0-1', [], undefined, false],
  [{}, '0-2', [3], 'FailedIndexes', true],
  [{}, '0-2', [], undefined, false],
])('a job %j whose indexes %s have failed, and %j have not, ends: %s', (...row) => {
  const [spec, failed, succeeded, reason] = row;
  const view = viewWith(
    spec,
    succeeded.map((index) => indexedPod(index, 'Succeeded')),
    failed,
  );
  const ending = endingOf(view);
  expect(ending?.reason).toBe(reason);
  const managed = { created: 0, removed: 0, isManaged: true };
  const { status } = nextTrackedStatus(view, { ...managed, ...(ending && { ending }) });
  expect(status.failedIndexes).toBe(failed === '0-1' ? '0,1' : failed);
});
