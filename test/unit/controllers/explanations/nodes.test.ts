/** What is said about nodes: for how long they were silent, and which taints follow. */
import { describe, expect, it } from 'vitest';
import { formatTime } from '#values';
import type { Node, NodeCondition, NodeSpec, Taint } from '#types';
import { makeNode } from '../objects.ts';
import { saidOf } from './account.ts';
import { now } from './explained.ts';

const nodeOf = (spec: NodeSpec, conditions: readonly object[]): Node =>
  makeNode('n1', { spec, conditions: conditions as readonly NodeCondition[] });

describe('a condition of a silent node', () => {
  const rule =
    'becomes Unknown when the node has given no sign of life for too long; only the node itself makes it True again';
  const ready = nodeOf({}, [{ type: 'Ready', status: 'True' }]);
  const young = nodeOf({}, []);
  it.each([
    ['a node is given 40 s', '+', ready, 40],
    ['a node is given 40 s', '-', ready, 39.999],
    ['a node is given 60 s', '+', young, 60],
    ['a node is given 60 s', '-', young, 59.999],
  ])('is explained by the time: %s, %s', (given, sign, node, seconds) => {
    for (const type of ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']) {
      const evidence = { seen: now - seconds * 1000 };
      const moment = { object: node, objects: [node], now, evidence };
      const said = saidOf('nodelifecycle', `status.conditions.${type}`, moment);
      expect((said.value as NodeCondition).status).toBe('Unknown');
      expect(said.rule).toBe(rule);
      const seen = formatTime(now - Math.ceil(seconds) * 1000);
      expect(said.terms).toEqual([
        `+ last sign of life ${seen}: a renewed Lease in kube-node-lease, or a posted status, seen by the controller`,
        `${sign} silence ${Math.floor(seconds)}s: ${given}; the controller looks every 5 s`,
      ]);
      expect(saidOf('nodelifecycle', `status.conditions.${type}`, { object: node, now })).toEqual({
        ...said,
        terms: [],
      });
    }
  });
});

describe('the taints of a node', () => {
  const taint = (key: string, effect: Taint['effect'], isNew = false): Taint => ({
    ...{ key: `node.kubernetes.io/${key}`, effect },
    ...(isNew && { timeAdded: '2026-11-20T21:00:00Z' }),
  });
  const said = (before: Node, taints: readonly Taint[] | undefined) => {
    const written = { ...before, spec: { ...before.spec, ...(taints && { taints }) } };
    if (taints === undefined) delete (written.spec as { taints?: unknown }).taints;
    const moment = { object: before, written, objects: [before], now };
    const { value, rule, terms } = saidOf('nodelifecycle', 'spec.taints', moment);
    expect(value).toEqual(taints);
    expect(rule).toBe(
      'follow from the conditions and the cordon: NoSchedule at once, NoExecute in the turn of the zone, both until the node is ready again',
    );
    return terms;
  };
  const conditions = [
    { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' },
    { type: 'MemoryPressure', status: 'False' },
  ];

  it('follow at once from conditions and a cordon', () => {
    const old = [taint('not-ready', 'NoExecute'), taint('disk-pressure', 'NoSchedule')];
    const before = nodeOf({ unschedulable: true, taints: old }, conditions);
    const now = [
      ...[old[0]!, taint('unreachable', 'NoSchedule', true)],
      taint('unschedulable', 'NoSchedule', true),
    ];
    expect(said(before, now)).toEqual([
      '+ condition Ready Unknown: NodeStatusUnknown',
      '- condition MemoryPressure False: it has no reason',
      '+ cordon: it is cordoned',
      '+ taint node.kubernetes.io/not-ready:NoExecute: it stays',
      '+ taint node.kubernetes.io/unreachable:NoSchedule: it is added',
      '+ taint node.kubernetes.io/unschedulable:NoSchedule: it is added',
      '- taint node.kubernetes.io/disk-pressure:NoSchedule: it is taken away',
    ]);
  });

  it('drive pods away in the turn of the zone, and go when the node is ready', () => {
    for (const [status, key, opposite] of [
      ['Unknown', 'unreachable', 'not-ready'],
      ['False', 'not-ready', 'unreachable'],
    ] as const) {
      const before = nodeOf({ taints: [taint(opposite, 'NoExecute')] }, [
        { type: 'Ready', status },
      ]);
      expect(said(before, [taint(key, 'NoExecute', true)])).toEqual([
        `+ condition Ready ${status}: it has no reason`,
        '- cordon: it is not cordoned',
        `+ taint node.kubernetes.io/${key}:NoExecute: it is added`,
        `- taint node.kubernetes.io/${opposite}:NoExecute: it is taken away`,
      ]);
    }
    const ready = [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }];
    expect(said(nodeOf({ taints: [taint('not-ready', 'NoExecute')] }, ready), undefined)).toEqual([
      '- condition Ready True: KubeletReady',
      '- cordon: it is not cordoned',
      '- taint node.kubernetes.io/not-ready:NoExecute: it is taken away',
    ]);
  });
});
