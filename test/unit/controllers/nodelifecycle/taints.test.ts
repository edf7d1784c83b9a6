/** Taints by the condition of a node. */
import { describe, expect, it } from 'vitest';
import type { Node } from '#types';
import {
  withNoExecuteTaint,
  withNoScheduleTaints,
  withoutNoExecuteTaints,
} from '../../../../controllers/nodelifecycle/taints.ts';
import { NOW, nodeWith } from './samples.ts';

function taintsOf(node: Node): readonly string[] | undefined {
  return node.spec.taints?.map(({ effect, key }) => `${effect} ${key.split('/')[1] ?? key}`);
}

describe('withNoScheduleTaints', () => {
  const cases: readonly {
    readonly name: string;
    readonly conditions?: Readonly<Record<string, string>>;
    readonly unschedulable?: boolean;
    readonly taints?: readonly string[];
    readonly then: readonly string[] | 'the same';
  }[] = [
    { name: 'nothing to say', conditions: { Ready: 'True' }, then: 'the same' },
    {
      name: 'ready at last',
      conditions: { Ready: 'True' },
      taints: ['NoSchedule not-ready'],
      then: [],
    },
    {
      name: 'not reported yet',
      taints: ['NoSchedule not-ready'],
      then: 'the same',
    },
    { name: 'not ready', conditions: { Ready: 'False' }, then: ['NoSchedule not-ready'] },
    {
      name: 'unreachable after being not ready; other effects are left alone',
      conditions: { Ready: 'Unknown' },
      taints: ['NoExecute not-ready', 'NoSchedule not-ready', 'NoSchedule mine'],
      then: ['NoExecute not-ready', 'NoSchedule mine', 'NoSchedule unreachable'],
    },
    {
      name: 'all pressures',
      conditions: {
        MemoryPressure: 'True',
        DiskPressure: 'True',
        PIDPressure: 'True',
        NetworkUnavailable: 'True',
        Ready: 'True',
      },
      then: [
        'NoSchedule memory-pressure',
        'NoSchedule disk-pressure',
        'NoSchedule pid-pressure',
        'NoSchedule network-unavailable',
      ],
    },
    { name: 'unknown pressure is none', conditions: { DiskPressure: 'Unknown' }, then: 'the same' },
    { name: 'cordoned', unschedulable: true, then: ['NoSchedule unschedulable'] },
    {
      name: 'cordoned already',
      unschedulable: true,
      taints: ['NoSchedule unschedulable'],
      then: 'the same',
    },
    { name: 'uncordoned', taints: ['NoSchedule unschedulable'], then: [] },
  ];
  for (const { name, conditions = {}, unschedulable, taints, then } of cases) {
    it(name, () => {
      const plain = nodeWith(undefined, taints);
      const node: Node = {
        ...plain,
        spec: { ...plain.spec, unschedulable },
        status: {
          conditions: Object.entries(conditions).map(([type, status]) => ({ type, status })),
        },
      };
      const changed = withNoScheduleTaints(node, NOW);
      if (then === 'the same') expect(changed).toBe(node);
      else expect(taintsOf(changed) ?? []).toEqual(then);
      expect(withNoScheduleTaints(changed, NOW)).toBe(changed);
    });
  }

  it('dates what it adds', () => {
    const { spec } = withNoScheduleTaints(nodeWith('False'), NOW);
    expect(spec.taints).toEqual([
      { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule', timeAdded: NOW },
    ]);
  });
});

describe('NoExecute taints', () => {
  it('replace each other', () => {
    const unreachable = withNoExecuteTaint(nodeWith('Unknown'), 'Unknown', NOW);
    expect(taintsOf(unreachable)).toEqual(['NoExecute unreachable']);
    expect(withNoExecuteTaint(unreachable, 'Unknown', NOW)).toBe(unreachable);
    const notReady = withNoExecuteTaint(unreachable, 'False', NOW);
    expect(taintsOf(notReady)).toEqual(['NoExecute not-ready']);
  });

  it('are lifted, and only they', () => {
    const node = nodeWith('True', [
      'NoExecute not-ready',
      'NoExecute mine',
      'NoSchedule not-ready',
    ]);
    const lifted = withoutNoExecuteTaints(node);
    expect(taintsOf(lifted)).toEqual(['NoExecute mine', 'NoSchedule not-ready']);
    expect(withoutNoExecuteTaints(lifted)).toBe(lifted);
  });
});
