/** What releases tell apart about pods that something ends. */
import { describe, expect, it } from 'vitest';
import { profileOf, withDisruption } from '#kinds';
import type { Node, Pod, PodDisruptionBudget } from '#types';
import { isSpare } from '../../../../src/api/subresources/eviction-budget.ts';
import { isOutOfService, lostStatus, tooMany } from '../../../../controllers/podgc/plan.ts';

const now = '2026-01-01T00:10:00Z';
const podOf = (status: object, name = 'web'): Pod =>
  ({
    metadata: { name, namespace: 'ns', generation: 3, creationTimestamp: `2026-01-01T00:00:00Z` },
    spec: {},
    status: { phase: 'Running', ...status },
  }) as unknown as Pod;

describe('the condition of a disruption', () => {
  const why = { reason: 'Why', message: 'because' };

  it.each([
    [25, undefined],
    [26, {}],
    [34, { observedGeneration: 3 }],
  ])('is in 1.%i %j', (minor, expected) => {
    const { conditions } = withDisruption(podOf({}), why, now, profileOf(minor));
    const common = { type: 'DisruptionTarget', status: 'True', lastProbeTime: null };
    const condition = { ...common, lastTransitionTime: now, ...why };
    expect(conditions?.[0]).toEqual(expected && { ...condition, ...expected });
  });
});

it.each<[minor: number, phase: string, isOrphan: boolean, expected: string]>([
  [25, 'Running', true, 'Running '],
  [26, 'Running', true, 'Failed DeletionByPodGC'],
  [26, 'Running', false, 'Failed '],
  [26, 'Succeeded', true, 'Succeeded '],
])('1.%i collects a pod that is %s, orphaned: %s, as %s', (minor, phase, isOrphan, expected) => {
  const status = lostStatus(podOf({ phase }), isOrphan, now, profileOf(minor));
  expect(`${status.phase} ${status.conditions?.[0]?.reason ?? ''}`).toBe(expected);
});

it.each([
  [26, ['a']],
  [27, ['b']],
])('1.%i collects of finished pods first %j', (minor, names) => {
  const pods = new Map([
    ['a', podOf({ phase: 'Failed' }, 'a')],
    ['b', podOf({ phase: 'Failed', reason: 'Evicted' }, 'b')],
  ]);
  expect(tooMany(pods, profileOf(minor), 1).map(({ metadata }) => metadata.name)).toEqual(names);
});

it('a node is out of service with the taint, once it is not ready', () => {
  const nodeOf = (key: string, ready: string) =>
    ({
      spec: { taints: [{ key, effect: 'NoExecute' }] },
      status: { conditions: [{ type: 'Ready', status: ready }] },
    }) as unknown as Node;
  const taint = 'node.kubernetes.io/out-of-service';
  expect(isOutOfService(nodeOf(taint, 'Unknown'))).toBe(true);
  expect(isOutOfService(nodeOf(taint, 'True'))).toBe(false);
  expect(isOutOfService(nodeOf('other', 'Unknown'))).toBe(false);
});

it.each([
  ['IfHealthyBudget', 'False', false],
  ['AlwaysAllow', 'False', true],
  ['AlwaysAllow', 'True', false],
])('a budget with %s lets a pod whose readiness is %s go: %s', (policy, ready, expected) => {
  const budget = {
    spec: { unhealthyPodEvictionPolicy: policy },
    status: { currentHealthy: 1, desiredHealthy: 2 },
  } as unknown as PodDisruptionBudget;
  const pod = podOf({ conditions: [{ type: 'Ready', status: ready }] });
  expect(isSpare(pod, budget)).toBe(expected);
});
