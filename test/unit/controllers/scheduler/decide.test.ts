import { describe, expect, it } from 'vitest';
import type { NodeAffinity, PodSpec } from '#types';
import { decide, enoughNodes } from '../../../../controllers/scheduler/decide.ts';
import { eventNote } from '../../../../controllers/scheduler/messages.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { totalScores } from '../../../../controllers/scheduler/scores.ts';
import { makeContainer, makeNode, makePod, type NodeParts } from '../objects.ts';
import { clusterOf, site, type Site } from './sites.ts';

const first = { startAt: 0, pick: () => 0 };
const requesting = (cpu: string, more: Partial<PodSpec> = {}): Partial<PodSpec> => ({
  containers: [makeContainer({ cpu })],
  ...more,
});
const requiring = (terms: NodeAffinity['requiredDuringSchedulingIgnoredDuringExecution']) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
const named = (...names: readonly string[]) =>
  requiring({
    nodeSelectorTerms: names.map((name) => ({
      matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }],
    })),
  });
const tainted: NodeParts = { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } };
const unreachable: NodeParts = {
  spec: { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' }] },
};
const none =
  ' preemption: 0/5 nodes are available: 5 No preemption victims found for incoming pod.';
const five = ['n1', 'n2', 'n3', 'n4', 'n5'];

interface Failing {
  readonly name: string;
  readonly pod: Partial<PodSpec>;
  readonly nodes: readonly Site[];
  readonly message: string;
  readonly reason?: string;
  readonly refusedBy?: readonly string[];
}

const failing: readonly Failing[] = [
  {
    name: 'one node unreachable, all too small',
    pod: requesting('5'),
    nodes: five.map((name) => site(name, name === 'n3' ? unreachable : {})),
    message:
      '0/5 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/unreachable: }, ' +
      '4 Insufficient cpu. preemption: 0/5 nodes are available: ' +
      '1 Preemption is not helpful for scheduling, 4 No preemption victims found for incoming pod.',
    refusedBy: ['NodeResourcesFit', 'TaintToleration'],
  },
  {
    name: 'a taint and two resources',
    pod: { containers: [makeContainer({ cpu: '5', memory: '9Gi' })] },
    nodes: [site('n1', tainted), site('n2')],
    message:
      '0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, ' +
      '1 node(s) had untolerated taint {k: v}. preemption: 0/2 nodes are available: ' +
      '1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
    refusedBy: ['NodeResourcesFit', 'TaintToleration'],
  },
  {
    name: 'a taint and a selector',
    pod: { nodeSelector: { disk: 'ssd' } },
    nodes: [site('n1', tainted), site('n2')],
    message:
      "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, " +
      '1 node(s) had untolerated taint {k: v}. preemption: 0/2 nodes are available: ' +
      '2 Preemption is not helpful for scheduling.',
    refusedBy: ['NodeAffinity', 'TaintToleration'],
  },
  {
    name: 'a selector and too little room: the first filter decides (recorded)',
    pod: requesting('64', { nodeSelector: { pool: 'nowhere' } }),
    nodes: [site('n1'), site('n2'), site('n3')],
    message:
      "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. " +
      'preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    refusedBy: ['NodeAffinity'],
  },
  {
    name: 'a cordon, a taint, a selector and too little room, one reason for each node (recorded)',
    pod: requesting('64', { nodeSelector: { pool: 'nowhere' } }),
    nodes: [site('n1'), site('n2', tainted), site('n3', { spec: { unschedulable: true } })],
    message:
      "0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, " +
      '1 node(s) had untolerated taint {k: v}, 1 node(s) were unschedulable. ' +
      'preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    refusedBy: ['NodeAffinity', 'NodeUnschedulable', 'TaintToleration'],
  },
  {
    name: 'no nodes',
    pod: {},
    nodes: [],
    message: 'no nodes available to schedule pods',
  },
  {
    name: 'a daemon pod: one node looked at, all counted',
    pod: { ...requesting('5'), ...named('n2') },
    nodes: five.map((name) => site(name)),
    message: `0/5 nodes are available: 1 Insufficient cpu.${none}`,
    refusedBy: ['NodeResourcesFit'],
  },
  {
    name: 'a daemon pod whose node is gone',
    pod: named('n9'),
    nodes: [site('n1')],
    message: 'nodeinfo not found for node name "n9"',
    reason: 'SchedulerError',
  },
  {
    name: 'requirements that name different nodes',
    pod: requiring({
      nodeSelectorTerms: [
        {
          matchFields: [
            { key: 'metadata.name', operator: 'In', values: ['n1'] },
            { key: 'metadata.name', operator: 'In', values: ['n2'] },
          ],
        },
      ],
    }),
    nodes: [site('n1'), site('n2')],
    message:
      '0/2 nodes are available: 2 pod affinity terms conflict. preemption: ' +
      '0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
  },
  {
    name: 'a pod that may not push others aside',
    pod: requesting('5', { preemptionPolicy: 'Never' }),
    nodes: [site('n1')],
    message:
      '0/1 nodes are available: 1 Insufficient cpu. ' +
      'preemption: not eligible due to preemptionPolicy=Never.',
    refusedBy: ['NodeResourcesFit'],
  },
];

describe('no node', () => {
  for (const { name, pod, nodes, message, reason = 'Unschedulable', refusedBy = [] } of failing) {
    it(name, () => {
      const decision = decide(candidateOf(makePod('web', pod)), clusterOf(nodes), first);
      expect(decision).toMatchObject({ kind: 'failure', reason, message });
      if (decision.kind === 'failure') expect([...decision.refusedBy].sort()).toEqual(refusedBy);
    });
  }
});

interface Placing {
  readonly name: string;
  readonly pod?: Partial<PodSpec>;
  readonly nodes: readonly Site[];
  readonly chosen: string;
  readonly scores?: readonly number[];
}

const soft: NodeParts = { spec: { taints: [{ key: 's', effect: 'PreferNoSchedule' }] } };
const preferring = (weights: Record<string, number>): Partial<PodSpec> => ({
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: Object.entries(weights).map(
        ([name, weight]) => ({
          weight,
          preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] },
        }),
      ),
    },
  },
});

const placing: readonly Placing[] = [
  {
    name: 'the emptier node',
    pod: requesting('1'),
    nodes: [site('n1', {}, [requesting('2')]), site('n2')],
    chosen: 'n2',
    // n1: cpu 25% free, memory 400 of 8192 MiB gone: 95; balance |0.75 - 0| / 2. n2: 75, 97; |0.25| / 2.
    scores: [300 + 60 + 62, 300 + 86 + 87],
  },
  {
    name: 'the node without a soft taint, even if it is fuller',
    nodes: [site('n1', soft), site('n2', {}, [requesting('3')])],
    chosen: 'n2',
  },
  {
    name: 'preferred affinity in proportion to weights',
    pod: preferring({ n1: 10, n2: 40 }),
    nodes: [site('n1'), site('n2'), site('n3')],
    chosen: 'n2',
    scores: [300 + 50 + 97 + 100, 300 + 200 + 97 + 100, 300 + 0 + 97 + 100],
  },
  {
    name: 'the only one that fits, however full',
    pod: requesting('1'),
    nodes: [site('n1', {}, [requesting('3')]), site('n2', tainted)],
    chosen: 'n1',
  },
  {
    name: 'the named node, and no other',
    pod: named('n2'),
    nodes: [site('n1'), site('n2', {}, [requesting('3')])],
    chosen: 'n2',
  },
];

describe('a node', () => {
  for (const { name, pod, nodes, chosen, scores } of placing) {
    it(name, () => {
      const candidate = candidateOf(makePod('web', pod));
      const cluster = clusterOf(nodes);
      expect(decide(candidate, cluster, first)).toMatchObject({
        kind: 'bind',
        nodeName: chosen,
      });
      if (scores !== undefined) expect(totalScores(candidate, cluster.nodes)).toEqual(scores);
    });
  }

  it('breaks ties by chance', () => {
    const nodes = [site('n1', soft), site('n2'), site('n3'), site('n4')];
    const asked: number[] = [];
    const chosen = [0, 1, 2].map((tie) =>
      decide(candidateOf(makePod('web')), clusterOf(nodes), {
        startAt: 0,
        pick: (count) => (asked.push(count), tie),
      }),
    );
    expect(asked).toEqual([3, 3, 3]);
    expect(chosen).toMatchObject(['n2', 'n3', 'n4'].map((nodeName) => ({ nodeName })));
  });

  it('looks at as many nodes as it needs, from where the last search ended', () => {
    const nodes = Array.from({ length: 150 }, (_, i) => site(`n${i}`, i < 140 ? tainted : {}));
    const search = (startAt: number) =>
      decide(candidateOf(makePod('web')), clusterOf(nodes), { startAt, pick: () => 0 });
    expect(search(0)).toMatchObject({ examined: 150, nodeName: 'n140' });
    const plain = Array.from({ length: 150 }, (_, i) => site(`n${i}`));
    const from120 = decide(candidateOf(makePod('web')), clusterOf(plain), {
      startAt: 120,
      pick: () => 0,
    });
    expect(from120).toMatchObject({ examined: 100, nodeName: 'n120' });
  });
});

describe('a pod that a node was cleared for', () => {
  const full = [requesting('4')];
  it.each<[string, readonly Site[], string, number]>([
    ['goes there, and no other node is looked at', [site('n1'), site('n2')], 'n2', 0],
    ['goes elsewhere when it does not fit there', [site('n1'), site('n2', {}, full)], 'n1', 2],
    ['goes elsewhere when the node is gone', [site('n1'), site('n3')], 'n1', 2],
  ])('%s', (_, nodes, nodeName, examined) => {
    const candidate = candidateOf(makePod('web', requesting('1')));
    const cluster = clusterOf(nodes);
    cluster.nominations.set(candidate, 'n2');
    expect(decide(candidate, cluster, first)).toEqual({ kind: 'bind', nodeName, examined });
  });
});

describe('a pod that fits nowhere', () => {
  const resident = makePod('resident', requesting('3', { nodeName: 'n1' }));
  const wanted = candidateOf(makePod('web', requesting('3')));
  const full = () => {
    const cluster = clusterOf([site('n1'), site('n2', tainted)]);
    cluster.addPod(resident);
    return cluster;
  };

  it.each<[string, (cluster: ReturnType<typeof full>) => unknown, string]>([
    ['a pod has gone', (cluster) => cluster.removePod(resident.metadata.uid), 'n1'],
    ['a node has changed', (cluster) => cluster.setNode(makeNode('n2')), 'n2'],
    ['a node has come', (cluster) => cluster.setNode(makeNode('n3')), 'n3'],
  ])('does not fit for the next of its template either, until %s', (_, change, nodeName) => {
    const cluster = full();
    const failed = decide(wanted, cluster, first);
    expect(failed.kind).toBe('failure');
    const next = candidateOf(makePod('next', requesting('3')));
    expect(decide(next, cluster, first)).toEqual(failed);
    expect(decide(candidateOf(makePod('small', requesting('1'))), cluster, first)).toMatchObject({
      nodeName: 'n1',
    });
    change(cluster);
    expect(decide(next, cluster, first)).toMatchObject({ kind: 'bind', nodeName });
  });

  it('is refused by the nodes that are left', () => {
    const cluster = full();
    decide(wanted, cluster, first);
    cluster.removeNode('n2');
    expect(decide(wanted, cluster, first)).toEqual(
      decide(wanted, clusterOf([site('n1', {}, [resident])]), first),
    );
  });
});

describe('enoughNodes', () => {
  const cases = [
    [5, 5],
    [99, 99],
    [100, 100],
    [200, 100],
    [1000, 420],
    [6000, 300],
    [10_000, 500],
  ] as const;
  for (const [count, enough] of cases) {
    it(`${enough} of ${count}`, () => expect(enoughNodes(count)).toBe(enough));
  }
});

describe('eventNote', () => {
  it('cuts what is too long', () => {
    expect(eventNote('x'.repeat(1024))).toBe('x'.repeat(1024));
    expect(eventNote('x'.repeat(1025))).toBe(`${'x'.repeat(1020)} ...`);
  });
});

describe('room that was cleared', () => {
  const ranked = (name: string, priority: number) =>
    candidateOf(makePod(name, { ...requesting('3'), priority }));
  const cleared = () => {
    const cluster = clusterOf([site('n1')]);
    cluster.nominations.set(ranked('vip', 10), 'n1');
    return cluster;
  };

  it.each([
    ['is kept from pods that matter less', 9, 'failure'],
    ['is kept from pods that matter as much', 10, 'failure'],
    ['is free for pods that matter more', 11, 'bind'],
  ])('%s', (_, priority, kind) => {
    expect(decide(ranked('other', priority), cleared(), first).kind).toBe(kind);
  });

  it('is free for the pod that it was cleared for, and once that has given up', () => {
    expect(decide(ranked('vip', 10), cleared(), first)).toMatchObject({ nodeName: 'n1' });
    const cluster = cleared();
    cluster.nominations.delete('uid-vip');
    expect(decide(ranked('other', 0), cluster, first)).toMatchObject({ nodeName: 'n1' });
  });
});
