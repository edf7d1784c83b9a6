/** Conditions of unreachable nodes and of their pods. */
import { describe, expect, it } from 'vitest';
import { formatTime } from '#values';
import type { NodeCondition } from '#types';
import { withUnknownConditions } from '../../../../controllers/nodelifecycle/conditions.ts';
import { withReadyFalse } from '../../../../controllers/nodelifecycle/pods.ts';
import { start, startTime } from '../../../support/api.ts';
import { makeNode, makePod } from '../objects.ts';
import { NOW, ready, nodeWith } from './samples.ts';

describe('withUnknownConditions', () => {
  const unknown = { status: 'Unknown', lastTransitionTime: NOW };

  it('changes what was said and adds what was not', () => {
    const other: NodeCondition = { type: 'NetworkUnavailable', status: 'False' };
    const pressure: NodeCondition = { type: 'DiskPressure', status: 'Unknown', reason: 'Asked' };
    const node = makeNode('n1', { conditions: [other, ready('True', 7), pressure] });
    const stopped = 'Kubelet stopped posting node status.';
    const never = {
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
    };
    const added = { ...unknown, ...never, lastHeartbeatTime: startTime };
    expect(withUnknownConditions(node, NOW).status.conditions).toEqual([
      other,
      { ...ready('True', 7), ...unknown, reason: 'NodeStatusUnknown', message: stopped },
      pressure,
      { type: 'MemoryPressure', ...added },
      { type: 'PIDPressure', ...added },
    ]);
  });

  it('does it once', () => {
    const once = withUnknownConditions(nodeWith('True'), NOW);
    expect(withUnknownConditions(once, formatTime(start + 99_000))).toBe(once);
  });
});

describe('withReadyFalse', () => {
  const conditions = [
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', status: 'True', lastTransitionTime: startTime },
    { type: 'ContainersReady', status: 'True' },
  ];

  it('changes Ready alone', () => {
    const pod = { ...makePod('web'), status: { conditions } };
    expect(withReadyFalse(pod, NOW).status.conditions).toEqual([
      conditions[0],
      { type: 'Ready', status: 'False', lastTransitionTime: NOW },
      conditions[2],
    ]);
  });

  it('leaves pods alone that are not ready or never said', () => {
    for (const list of [[], [{ type: 'Ready', status: 'False' }]]) {
      const pod = { ...makePod('web'), status: { conditions: list } };
      expect(withReadyFalse(pod, NOW)).toBe(pod);
    }
  });
});
