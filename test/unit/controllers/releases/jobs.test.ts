/** What releases tell apart about the end of Jobs. */
import { expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { JobStatus } from '#types';
import { backoffLimitExceeded } from '../../../../controllers/job/messages.ts';
import { failureOf } from '../../../../controllers/job/plan.ts';
import { nextTrackedStatus } from '../../../../controllers/job/status.ts';
import { makeJob, NOW, viewOf, type PodParts } from '../job/jobs.ts';

const managed = { created: 0, removed: 0, isManaged: true };
const startTime = '2026-11-20T19:00:00Z';

function endOf(minor: number, pods: readonly PodParts[], isFailing = false) {
  const job = makeJob({ completions: 1 }, { startTime, succeeded: isFailing ? 0 : 1 });
  const view = viewOf(job, pods, NOW, profileOf(minor));
  const round = isFailing ? { ...managed, failure: backoffLimitExceeded } : managed;
  return nextTrackedStatus({ ...view, succeeded: isFailing ? 0 : 1 }, round);
}

const typesIn = ({ conditions = [] }: JobStatus): readonly string[] =>
  conditions.map(({ type }) => type);

it.each([
  [28, undefined, [], ['Complete'], undefined],
  [29, 0, [], ['Complete'], undefined],
  [30, 0, [], ['Complete'], undefined],
  [31, 0, ['SuccessCriteriaMet'], ['SuccessCriteriaMet', 'Complete'], 'CompletionsReached'],
])(
  'a Job of 1.%i that succeeds says so in its steps',
  (minor, terminating, first, last, reason) => {
    const { status, finish } = endOf(minor, []);
    expect(status.terminating).toBe(terminating);
    expect(typesIn(status)).toEqual(first);
    const finished = finish!(status);
    expect(typesIn(finished)).toEqual(last);
    expect(finished.conditions!.at(-1)!.reason).toBe(reason);
  },
);

it('a Job that fails keeps its pods in count until none is left, since 1.31', () => {
  const pods: readonly PodParts[] = [{ phase: 'Running', ready: startTime }];
  const before = endOf(30, pods, true);
  expect([before.finish === undefined, before.status.ready]).toEqual([false, 1]);
  const { status, finish, isEnding } = endOf(31, pods, true);
  expect([finish, isEnding]).toEqual([undefined, true]);
  expect(status).toMatchObject({ ready: 0, terminating: 1 });
  expect(typesIn(status)).toEqual(['FailureTarget']);
});

it('a Job that is to fail or succeed does not change its mind', () => {
  const words = { reason: 'DeadlineExceeded', message: 'late' };
  const failureIn = (type: string, minor: number) => {
    const times = { lastProbeTime: startTime, lastTransitionTime: startTime };
    const conditions = [{ type, status: 'True', ...words, ...times }];
    const job = makeJob({ backoffLimit: 0 }, { startTime, conditions });
    return failureOf(viewOf(job, [{ phase: 'Failed' }], NOW, profileOf(minor)))?.reason;
  };
  expect(failureIn('FailureTarget', 31)).toBe('DeadlineExceeded');
  expect(failureIn('SuccessCriteriaMet', 31)).toBeUndefined();
  expect(failureIn('FailureTarget', 24)).toBe('BackoffLimitExceeded');
});
