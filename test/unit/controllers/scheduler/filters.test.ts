import { describe, expect, it } from 'vitest';
import type { NodeSpec, PodSpec } from '#types';
import { nodeFilters } from '../../../../controllers/scheduler/node-filters.ts';
import { NodeInfo } from '../../../../controllers/scheduler/node-info.ts';
import { candidateOf, loadOf } from '../../../../controllers/scheduler/pod-info.ts';
import { firstRefusal } from '../../../../controllers/scheduler/refusals.ts';
import { makeContainer, makeNode, makePod, type NodeParts } from '../objects.ts';

interface Case {
  readonly name: string;
  readonly pod?: Partial<PodSpec>;
  readonly node?: NodeParts;
  /** Specs of pods that are on the node. */
  readonly there?: readonly Partial<PodSpec>[];
  /** By filter; nothing: it passes. */
  readonly reasons?: Readonly<Record<string, readonly string[]>>;
}

const cordon: NodeSpec = {
  unschedulable: true,
  taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
};
const toleratesCordon = {
  tolerations: [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' as const }],
};
const port = (hostPort: number, hostIP?: string, protocol?: 'TCP' | 'UDP'): Partial<PodSpec> => ({
  containers: [{ ...makeContainer(), ports: [{ containerPort: 80, hostPort, hostIP, protocol }] }],
});
const requesting = (requests: Record<string, string>): Partial<PodSpec> => ({
  containers: [makeContainer(requests)],
});
const noPorts = { NodePorts: ["node(s) didn't have free ports for the requested pod ports"] };

const cases: readonly Case[] = [
  { name: 'a plain pod on a plain node' },
  {
    name: 'a cordoned node, by both filters',
    node: { spec: cordon },
    reasons: {
      NodeUnschedulable: ['node(s) were unschedulable'],
      TaintToleration: ['node(s) had untolerated taint {node.kubernetes.io/unschedulable: }'],
    },
  },
  { name: 'a tolerated cordon', node: { spec: cordon }, pod: toleratesCordon },
  {
    name: 'another node by name',
    pod: { nodeName: 'n2' },
    reasons: { NodeName: ["node(s) didn't match the requested node name"] },
  },
  {
    name: 'the first untolerated taint, with its value',
    node: {
      spec: {
        taints: [
          { key: 'soft', effect: 'PreferNoSchedule' },
          { key: 'k', value: 'v', effect: 'NoExecute' },
          { key: 'l', effect: 'NoSchedule' },
        ],
      },
    },
    reasons: { TaintToleration: ['node(s) had untolerated taint {k: v}'] },
  },
  {
    name: 'labels that do not match',
    pod: { nodeSelector: { disk: 'ssd' } },
    reasons: { NodeAffinity: ["node(s) didn't match Pod's node affinity/selector"] },
  },
  {
    name: 'labels that match',
    pod: { nodeSelector: { disk: 'ssd' } },
    node: { metadata: { labels: { disk: 'ssd' } } },
  },
  { name: 'a port that is taken', pod: port(80), there: [port(80)], reasons: noPorts },
  { name: 'a port of another protocol', pod: port(80), there: [port(80, undefined, 'UDP')] },
  { name: 'a port of another address', pod: port(80, '10.0.0.1'), there: [port(80, '10.0.0.2')] },
  {
    name: 'a port of all addresses',
    pod: port(80),
    there: [port(80, '10.0.0.2')],
    reasons: noPorts,
  },
  {
    name: 'exactly what is left',
    pod: requesting({ cpu: '3500m' }),
    there: [requesting({ cpu: '500m' })],
  },
  {
    name: 'more than is left, in the order of resources',
    pod: requesting({ memory: '9Gi', cpu: '3501m', 'example.com/gpu': '1' }),
    there: [requesting({ cpu: '500m' })],
    reasons: {
      NodeResourcesFit: ['Insufficient cpu', 'Insufficient memory', 'Insufficient example.com/gpu'],
    },
  },
  {
    name: 'an init container that needs more than the others, and overhead',
    pod: {
      containers: [makeContainer({ cpu: '1' }), makeContainer({ cpu: '1' })],
      initContainers: [makeContainer({ cpu: '3900m' })],
      overhead: { cpu: '101m' },
    },
    reasons: { NodeResourcesFit: ['Insufficient cpu'] },
  },
  {
    name: 'too many pods, the only check without requests',
    node: { allocatable: { cpu: '0', pods: '1' } },
    there: [{}],
    reasons: { NodeResourcesFit: ['Too many pods'] },
  },
  {
    name: 'both at once',
    pod: requesting({ cpu: '5' }),
    node: { allocatable: { cpu: '4', pods: '1' } },
    there: [{}],
    reasons: { NodeResourcesFit: ['Too many pods', 'Insufficient cpu'] },
  },
  {
    name: 'an overcommitted node, for a pod that requests something else',
    pod: requesting({ memory: '1Gi' }),
    there: [requesting({ cpu: '5' })],
    reasons: { NodeResourcesFit: ['Insufficient cpu'] },
  },
  { name: 'an overcommitted node, for a pod without requests', there: [requesting({ cpu: '5' })] },
  { name: 'a request of zero', pod: requesting({ cpu: '0' }), there: [requesting({ cpu: '5' })] },
];

describe('filters', () => {
  for (const { name, pod, node, there = [], reasons = {} } of cases) {
    it(name, () => {
      const info = new NodeInfo(0);
      info.setNode(makeNode('n1', node));
      for (const spec of there) info.add(loadOf(makePod('other', spec).spec));
      const candidate = candidateOf(makePod('web', pod));
      const found = Object.fromEntries(
        nodeFilters.flatMap((filter) => {
          const against = filter.reasons(candidate, info);
          return against === undefined ? [] : [[filter.name, against]];
        }),
      );
      expect(found).toEqual(reasons);
      const [first] = Object.values(reasons);
      expect(firstRefusal(candidate, info, nodeFilters)?.reasons).toEqual(first);
    });
  }
});

describe('NodeInfo', () => {
  it('is as before once a pod has come and gone', () => {
    const info = new NodeInfo(0);
    info.setNode(makeNode('n1'));
    const loads = [
      port(80),
      requesting({ cpu: '1500m', 'example.com/gpu': '2' }),
      port(80, '::1'),
    ].map((spec) => loadOf(makePod('web', spec).spec));
    for (const load of loads) info.add(load);
    expect(info.podCount).toBe(3);
    expect(info.hostPorts).toHaveLength(2);
    expect(info.scored).toEqual({ cpu: 1700, memory: 3 * 200 * 2 ** 20 });
    info.remove(loads[0]!);
    expect(info.hostPorts).toEqual([{ ip: '::1', protocol: 'TCP', port: 80 }]);
    info.remove(loads[1]!);
    info.remove(loads[2]!);
    expect(info.requested).toEqual({ cpu: 0, 'example.com/gpu': 0 });
    expect(info.scored).toEqual({ cpu: 0, memory: 0 });
    info.removeNode();
    expect(info.isEmpty).toBe(true);
  });
});
