/** What the scheduler's filters have against a node, in plain words with amounts. */
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import type { PodSpec } from '#types';
import { makeContainer, makeNode, makePod, type NodeParts } from '../objects.ts';
import { notSaid, type Said } from './account.ts';
import { labels, now, ownedBy } from './explained.ts';

const set = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'w', namespace: 'default', uid: 'uid-w' },
  spec: { selector: { matchLabels: labels } },
  status: {},
} as unknown as KubeObject;

const withPort = (port: object): Partial<PodSpec> =>
  ({ containers: [{ ...makeContainer(), ports: [port] }] }) as never;
const asking = (requests: Readonly<Record<string, string>>): Partial<PodSpec> => ({
  containers: [makeContainer(requests)],
});
const forNodes = (...names: readonly string[]): Partial<PodSpec> => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: names.map((name) => ({
          matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }],
        })),
      },
    },
  },
});
const amongLabels: Partial<PodSpec> = {
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'Exists' }] }],
      },
    },
  },
};
const http = { containerPort: 80, hostPort: 8080, protocol: 'TCP' };
const room = (allocatable: Readonly<Record<string, string>>): NodeParts => ({
  allocatable: { cpu: '4', memory: '8Gi', pods: '110', ...allocatable },
});
const tainted = (...taints: readonly object[]): NodeParts => ({ spec: { taints } as never });
const neighbour = (spec: Partial<PodSpec>) => makePod('other', { ...spec, nodeName: 'n1' });

it.each<[string, Partial<PodSpec>, NodeParts, readonly KubeObject[], string]>([
  [
    'it is cordoned',
    {},
    { spec: { unschedulable: true } },
    [],
    'NodeUnschedulable: it is cordoned',
  ],
  [
    'its taint has a value',
    {},
    tainted({ key: 'team', value: 'db', effect: 'NoSchedule' }),
    [],
    'TaintToleration: the pod does not tolerate its taint team=db:NoSchedule',
  ],
  [
    'its taint has no value, and another one is tolerated',
    { tolerations: [{ key: 'team', operator: 'Exists' }] },
    tainted(
      { key: 'team', value: 'db', effect: 'NoSchedule' },
      { key: 'old', effect: 'NoExecute' },
    ),
    [],
    'TaintToleration: the pod does not tolerate its taint old:NoExecute',
  ],
  [
    'it lacks one label of two',
    { nodeSelector: { disk: 'ssd', zone: 'a' } },
    { metadata: { labels: { disk: 'hdd', zone: 'a' } } },
    [],
    'NodeAffinity: it lacks the label disk=ssd of the node selector',
  ],
  [
    'it lacks both labels',
    { nodeSelector: { disk: 'ssd', zone: 'a' } },
    {},
    [],
    'NodeAffinity: it lacks the label disk=ssd, zone=a of the node selector',
  ],
  [
    'an affinity to labels does not match',
    amongLabels,
    {},
    [],
    'NodeAffinity: the node affinity of the pod does not match it',
  ],
  [
    'the pod is for other nodes',
    forNodes('n2', 'n3'),
    {},
    [],
    'NodeAffinity: the pod is for n2, n3 only',
  ],
  [
    'a port is taken',
    withPort(http),
    {},
    [neighbour(withPort(http))],
    'NodePorts: host port 8080/TCP is taken by Pod default/other',
  ],
  [
    'it is full',
    {},
    room({ pods: '1' }),
    [neighbour({})],
    'NodeResourcesFit: it has 1 of at most 1 pods',
  ],
  [
    'some memory is used',
    asking({ memory: '1Gi' }),
    room({ memory: '2Gi' }),
    [neighbour(asking({ memory: '1536Mi' }))],
    'NodeResourcesFit: 512Mi of 2Gi memory is free, the pod requests 1Gi',
  ],
  [
    'more is used than there is, of two resources',
    asking({ cpu: '1500m', 'ephemeral-storage': '2Gi' }),
    room({ cpu: '1', 'ephemeral-storage': '1Gi' }),
    [neighbour(asking({ cpu: '1200m' }))],
    'NodeResourcesFit: 0 of 1 cpu is free, the pod requests 1500m, 1Gi of 1Gi ephemeral-storage is free, the pod requests 2Gi',
  ],
  [
    'it has none of a resource',
    asking({ 'example.com/cards': '2000' }),
    {},
    [],
    'NodeResourcesFit: 0 of 0 example.com/cards is free, the pod requests 2k',
  ],
])('a node takes no pod for a reason: %s', (_, spec, parts, others, because) => {
  const pod = makePod(
    'a',
    { containers: [makeContainer()], ...spec, nodeName: 'n2' },
    ownedBy(set),
  );
  const objects = [set, makeNode('n1', parts), makeNode('n2'), makeNode('n3'), pod, ...others];
  const said = notSaid('scheduler', { what: 'pod', node: 'n1' }, { object: set, objects, now });
  expect((said as Said).terms).toEqual([`- Node n1: ${because}`, '- Pod default/a: it is on n2']);
});
