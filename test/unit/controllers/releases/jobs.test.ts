/** What releases tell apart about Jobs: how they end, wait, and are suspended. */
import { expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { JobStatus, Pod } from '#types';
import { backoffLimitExceeded } from '../../../../controllers/job/messages.ts';
import { endedBy, endingOf } from '../../../../controllers/job/ending.ts';
import { podsOf } from '../../../../controllers/job/pod-template.ts';
import { podsToRemove } from '../../../../controllers/job/removal.ts';
import { isManagedElsewhere, rulesOf } from '../../../../controllers/job/rules.ts';
import { nextTrackedStatus } from '../../../../controllers/job/status.ts';
import { makeJob, NOW, podOf, viewOf, type PodParts } from '../job/jobs.ts';

const managed = { created: 0, removed: 0, isManaged: true };
const startTime = '2026-11-20T19:00:00Z';

function endOf(minor: number, pods: readonly PodParts[], isFailing = false) {
  const job = makeJob({ completions: 1 }, { startTime, succeeded: isFailing ? 0 : 1 });
  const view = viewOf(job, pods, NOW, profileOf(minor));
  const round = isFailing
    ? { ...managed, ending: { ...endedBy(backoffLimitExceeded), isAnnounced: minor > 30 } }
    : managed;
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
  const { status, finish, ending } = endOf(31, pods, true);
  expect([finish, ending?.reason]).toEqual([undefined, 'BackoffLimitExceeded']);
  expect(status).toMatchObject({ ready: 0, terminating: 1 });
  expect(typesIn(status)).toEqual(['FailureTarget']);
});

it('a Job that is to fail or succeed does not change its mind', () => {
  const words = { reason: 'DeadlineExceeded', message: 'late' };
  const failureIn = (type: string, minor: number) => {
    const times = { lastProbeTime: startTime, lastTransitionTime: startTime };
    const conditions = [{ type, status: 'True', ...words, ...times }];
    const job = makeJob({ backoffLimit: 0 }, { startTime, conditions });
    const ending = endingOf(viewOf(job, [{ phase: 'Failed' }], NOW, profileOf(minor)))!;
    return `${ending.isSuccess ? 'succeeds' : 'fails'}: ${ending.reason}`;
  };
  expect(failureIn('FailureTarget', 31)).toBe('fails: DeadlineExceeded');
  expect(failureIn('SuccessCriteriaMet', 31)).toBe('succeeds: DeadlineExceeded');
  expect(failureIn('FailureTarget', 24)).toBe('fails: BackoffLimitExceeded');
});

it.each([
  [35, undefined],
  [36, 2],
])('a Job of 1.%i with two pods whose third one waits has %s active', (minor, active) => {
  const job = makeJob({ parallelism: 3 }, { startTime, active: 3 });
  const running: PodParts = { phase: 'Running', ready: startTime };
  const view = viewOf(job, [running, running], NOW, profileOf(minor));
  const { status } = nextTrackedStatus(view, { ...managed, isWaiting: true });
  expect(status.active).toBe(active);
});

it.each([
  [24, startTime, startTime],
  [25, '2026-11-20T20:00:00Z', startTime],
  [36, '2026-11-20T20:00:00Z', undefined],
])('a Job of 1.%i that is suspended again has a condition of %s, and its start: %s', (...row) => {
  const [minor, lastProbeTime, start] = row;
  const times = { lastProbeTime: startTime, lastTransitionTime: startTime };
  const resumed = { type: 'Suspended', status: 'False', ...times };
  const job = makeJob({ suspend: true }, { startTime, conditions: [resumed] });
  const { status } = nextTrackedStatus(viewOf(job, [], NOW, profileOf(minor)), managed);
  expect(status.conditions![0]).toMatchObject({ status: 'True', lastProbeTime });
  expect(status.startTime).toBe(start);
});

it.each([
  [27, 'annotations', undefined],
  [28, 'labels', '3'],
])('pods of an indexed Job of 1.%i learn their index from %s', (minor, from, label) => {
  const job = makeJob({ completionMode: 'Indexed', completions: 4 });
  const pod = podsOf(viewOf(job, [], NOW, profileOf(minor)), true)(3);
  const index = 'batch.kubernetes.io/job-completion-index';
  expect(pod.metadata.labels?.[index]).toBe(label);
  expect(pod.spec!.containers[0]!.env![0]!.valueFrom!.fieldRef!.fieldPath).toBe(
    `metadata.${from}['${index}']`,
  );
});

it.each([
  [31, false],
  [32, true],
])('in 1.%i another controller may manage a Job: %s', (minor, isElsewhere) => {
  const rules = rulesOf(profileOf(minor));
  const job = makeJob({ managedBy: 'example.com/queue' });
  expect(isManagedElsewhere(job, rules)).toBe(isElsewhere);
  const own = makeJob({ managedBy: 'kubernetes.io/job-controller' });
  expect(isManagedElsewhere(own, rules)).toBe(false);
});

it('restarts of sidecars decide which pod goes first since 1.32', () => {
  const sidecar = { name: 'proxy', image: 'proxy', restartPolicy: 'Always' };
  const withRestarts = (name: string, restartCount: number): Pod => {
    const pod = podOf({ phase: 'Running' }, name);
    const status = { ...{ name: 'proxy', image: '', imageID: '', ready: true }, restartCount };
    return {
      ...pod,
      spec: { ...pod.spec, initContainers: [sidecar] },
      status: { ...pod.status, initContainerStatuses: [status] },
    } as Pod;
  };
  const pods = [withRestarts('a', 1), withRestarts('b', 4)];
  const goes = (minor: number): string | undefined =>
    podsToRemove(makeJob(), pods, 1, rulesOf(profileOf(minor)).comparesSidecars)[0]?.metadata.name;
  expect([goes(31), goes(32)]).toEqual(['a', 'b']);
});
