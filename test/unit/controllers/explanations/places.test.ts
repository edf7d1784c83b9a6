/** Why a workload has no pod on a node. */
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { makeContainer, makeNode, makePod } from '../objects.ts';
import { notSaid } from './account.ts';
import { labels, now, ownedBy } from './explained.ts';

const nodeWith = (name: string, cpu = '4'): KubeObject =>
  makeNode(name, { allocatable: { cpu, memory: '8Gi', pods: '110' } });

const owner = (kind: string, metadata: object = {}): KubeObject =>
  ({
    ...{ apiVersion: 'apps/v1', kind },
    metadata: { name: 'w', namespace: 'default', uid: `uid-${kind}`, ...metadata },
    ...{ spec: { selector: { matchLabels: labels } }, status: {} },
  }) as unknown as KubeObject;

const podOf = (set: KubeObject, name: string, nodeName?: string): KubeObject =>
  makePod(
    name,
    {
      containers: [makeContainer({ cpu: '1' })],
      ...(nodeName !== undefined && { nodeName }),
    },
    ownedBy(set),
  );

const set = owner('ReplicaSet');
const missing = { what: 'pod', node: 'n1' } as const;
const rule = 'leaves it to the scheduler where its pods are';
const without = { value: 'has no pod on n1', rule };
const elsewhere = '- Pod default/a: it is on n2';

it.each<[string, readonly KubeObject[], object]>([
  ['it has no pods', [nodeWith('n1')], { ...without, terms: ['- pods: it has none, on any node'] }],
  [
    'it has one there',
    [nodeWith('n1'), podOf(set, 'a', 'n1'), podOf(set, 'b')],
    {
      ...{ value: 'has pod a on n1', rule },
      terms: ['+ Pod default/a: it is on n1', '- Pod default/b: it has no node yet'],
    },
  ],
  [
    'they fit elsewhere, too',
    [nodeWith('n1'), nodeWith('n2'), podOf(set, 'a', 'n2')],
    {
      ...without,
      terms: [
        '+ Node n1: all filters admit such a pod; the scheduler found a higher score elsewhere',
        elsewhere,
      ],
    },
  ],
  [
    'they do not fit there',
    [nodeWith('n1', '500m'), nodeWith('n2'), podOf(set, 'a', 'n2')],
    {
      ...without,
      terms: [
        '- Node n1: NodeResourcesFit: 500m of 500m cpu is free, the pod requests 1',
        elsewhere,
      ],
    },
  ],
  [
    'the node is unknown',
    [nodeWith('n2'), podOf(set, 'a', 'n2')],
    { ...without, terms: ['- Node n1: there is no such node', elsewhere] },
  ],
])('a set has no pod on a node for a reason: %s', (_, objects, expected) => {
  const moment = { object: set, objects: [set, ...objects], now };
  expect(notSaid('scheduler', missing, moment)).toEqual(expected);
});

it('the pods of a Deployment are those of its sets, and those of a StatefulSet its own', () => {
  const deployment = owner('Deployment');
  const owned = owner('ReplicaSet', ownedBy(deployment));
  const stateful = owner('StatefulSet');
  for (const [object, ...others] of [
    [deployment, owned, podOf(owned, 'a', 'n1')],
    [stateful, podOf(stateful, 'a', 'n1')],
  ] as const) {
    const moment = { object, objects: [object, nodeWith('n1'), ...others], now };
    expect(notSaid('scheduler', missing, moment)).toEqual({
      ...{ value: 'has pod a on n1', rule, terms: ['+ Pod default/a: it is on n1'] },
    });
    expect(() => notSaid('scheduler', { what: 'run' }, moment)).toThrow('no answer');
  }
});

it('a pod refers to its node, or to why it has none', () => {
  const answer = (object: KubeObject): object => notSaid('scheduler', missing, { object, now });
  const subject = 'Node n1';
  expect(answer(podOf(set, 'a'))).toEqual({ field: 'status.phase', subject });
  expect(answer(podOf(set, 'a', 'n2'))).toEqual({ field: 'spec.nodeName', subject });
});
