/** What is noted, counted and released of pods that are kept count of by finalizers. */
import { expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { JobStatus, Pod } from '#types';
import { endedBy } from '../../../../controllers/job/ending.ts';
import { deadlineExceeded, type Ending } from '../../../../controllers/job/messages.ts';
import { rulesOf } from '../../../../controllers/job/rules.ts';
import { firstStep, TRACKING_FINALIZER } from '../../../../controllers/job/tracking.ts';
import { makeJob, podOf, type PodParts } from './jobs.ts';

function tracked(name: string, parts: PodParts): Pod {
  const pod = podOf(parts, name);
  return { ...pod, metadata: { ...pod.metadata, uid: name, finalizers: [TRACKING_FINALIZER] } };
}

const noting = { released: new Set<string>(), heldBack: new Map(), rules: rulesOf(defaultProfile) };
const step = (status: JobStatus, pods: readonly Pod[], ending?: Ending) =>
  firstStep(makeJob({}, status), status, pods, { ...noting, ending });

it('a status notes 500 pods at most, and a job with more has not ended', () => {
  const pods = (count: number): readonly Pod[] =>
    Array.from({ length: count }, (_, i) => tracked(`pod-${i}`, { phase: 'Failed' }));
  const few = step({}, pods(499), endedBy(deadlineExceeded));
  expect([few.isWhole, few.release.length]).toEqual([true, 499]);
  const many = step({}, pods(501), endedBy(deadlineExceeded));
  expect([many.isWhole, many.release.length]).toEqual([false, 500]);
  expect(many.status.uncountedTerminatedPods!.failed).toHaveLength(500);
});

it('a pod that was noted as failed while it was being deleted does not succeed', () => {
  const noted = { uncountedTerminatedPods: { failed: ['a'] } };
  const { status, release } = step(noted, [tracked('a', { phase: 'Succeeded', deleting: true })]);
  expect(status).toBe(noted);
  expect(release).toHaveLength(1);
});
