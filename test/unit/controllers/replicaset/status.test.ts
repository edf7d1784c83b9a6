/** The status of a set, by its pods and by what failed. */
import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from '#values';
import type { Pod } from '#types';
import type { Replicated } from '../../../../controllers/replicaset/flavour.ts';
import { countPods, nextStatus, type Failure } from '../../../../controllers/replicaset/status.ts';
import { makePod } from '../objects.ts';

const now = parseTime('2026-11-20T21:00:00Z');
const labels = { app: 'web', part: 'front' };

const setOf = (spec: object = {}, status: object = { replicas: 0 }, generation = 2): Replicated =>
  ({
    metadata: { name: 'web', ...(generation > 0 && { generation }) },
    spec: { replicas: 2, template: { metadata: { labels } }, ...spec },
    status,
  }) as unknown as Replicated;

/** A pod that has been ready for this many seconds; undefined: it is not. */
function podOf(readyFor: number | undefined, podLabels: object = labels): Pod {
  const since = formatTime(now - (readyFor ?? 0) * 1000);
  const status = readyFor === undefined ? 'False' : 'True';
  const conditions = [{ type: 'Ready', status, lastTransitionTime: since }];
  const pod = makePod('a', {}, { labels: podLabels as Record<string, string> });
  return { ...pod, status: { phase: 'Running', conditions } as Pod['status'] };
}

const statusOf = (set: Replicated, pods: readonly Pod[], failure?: Failure) =>
  nextStatus(set, countPods(set, pods, now), failure, now);

describe('the numbers', () => {
  it.each<[string, object, readonly Pod[], object]>([
    ['of none', {}, [], { replicas: 0 }],
    ['of one that starts', {}, [podOf(undefined)], { replicas: 1, fullyLabeledReplicas: 1 }],
    [
      'of one that is ready',
      {},
      [podOf(0)],
      { replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
    ],
    [
      'of one that is ready for too short',
      { minReadySeconds: 10 },
      [podOf(10)],
      { replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1 },
    ],
    [
      'of one that is ready for long enough',
      { minReadySeconds: 10 },
      [podOf(11), podOf(undefined)],
      { replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 1, availableReplicas: 1 },
    ],
    [
      'of one without all labels of the template',
      {},
      [podOf(5, { app: 'web' })],
      { replicas: 1, readyReplicas: 1, availableReplicas: 1 },
    ],
    [
      'without a template',
      { template: undefined },
      [podOf(undefined, {})],
      { replicas: 1, fullyLabeledReplicas: 1 },
    ],
  ])('%s', (_, spec, pods, expected) => {
    expect(statusOf(setOf(spec), pods)).toEqual({
      ...expected,
      observedGeneration: 2,
    });
  });

  it('say no generation where there is none', () => {
    expect(statusOf(setOf({}, {}, 0), [])).toEqual({ replicas: 0 });
  });

  it('are the very same when nothing changes', () => {
    const status = { replicas: 0, observedGeneration: 2 };
    expect(statusOf(setOf({}, status), [])).toBe(status);
  });
});

describe('the failure', () => {
  const failure = { failed: 'no room' };
  const condition = (reason: string) => ({
    type: 'ReplicaFailure',
    status: 'True',
    reason,
    message: 'no room',
    lastTransitionTime: '2026-11-20T21:00:00Z',
  });
  const conditions = (status: object, pods: readonly Pod[], failed = true) =>
    statusOf(setOf({}, status), pods, failed ? failure : undefined).conditions;

  it('is one to create, or to delete', () => {
    expect(conditions({ replicas: 0 }, [])).toEqual([condition('FailedCreate')]);
    expect(conditions({ replicas: 0 }, [podOf(0), podOf(0), podOf(0)])).toEqual([
      condition('FailedDelete'),
    ]);
  });

  it('stays as it was first reported, and goes with the next success', () => {
    const before = { ...condition('FailedCreate'), message: 'earlier' };
    const other = { type: 'Other', status: 'True' };
    const status = { replicas: 0, conditions: [other, before] };
    expect(conditions(status, [])).toEqual([other, before]);
    expect(conditions(status, [], false)).toEqual([other]);
    expect(conditions({ replicas: 0, conditions: [before] }, [], false)).toBeUndefined();
  });
});
