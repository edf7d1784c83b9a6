/** Whole rows of tables: what the columns of a kind show of objects that have something to show. */
import { expect, it } from 'vitest';
import { columnsOf, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { parseTime } from '#values';

const registry = new KindRegistry(defaultProfile);
const now = parseTime('2026-01-01T01:00:00Z');
const creationTimestamp = '2026-01-01T00:00:00Z';
const address = (ip: string): object => ({ ip });
const port = (number: number, more: object = {}): object => ({ port: number, ...more });

it.each<[apiVersion: string, kind: string, parts: object, row: string]>([
  ['v1', 'Endpoints', {}, 'a | <none> | 60m'],
  ['v1', 'Endpoints', { subsets: [{ addresses: [address('1.1.1.1')] }] }, 'a | 1.1.1.1 | 60m'],
  [
    'v1',
    'Endpoints',
    { subsets: [{ addresses: [address('1.1.1.1'), address('::1')], ports: [port(80)] }] },
    'a | 1.1.1.1:80,[::1]:80 | 60m',
  ],
  [
    'v1',
    'Endpoints',
    {
      subsets: [
        { addresses: [address('1.1.1.1'), address('1.1.1.2')], ports: [port(80), port(81)] },
        { addresses: [address('1.1.1.3')], ports: [port(82)] },
      ],
    },
    'a | 1.1.1.1:80,1.1.1.2:80,1.1.1.1:81 + 2 more... | 60m',
  ],
  [
    'v1',
    'Endpoints',
    { subsets: [{ addresses: ['1', '2', '3'].map(address) }, { ports: [port(1)] }] },
    'a | 1,2,3 | 60m',
  ],
  [
    'v1',
    'Service',
    {
      spec: {
        type: 'ClusterIP',
        clusterIPs: ['10.0.0.1', 'x'],
        ports: [port(80, { protocol: 'TCP' })],
      },
    },
    'a | ClusterIP | 10.0.0.1 | <none> | 80/TCP | 60m | <none>',
  ],
  [
    'v1',
    'Service',
    {
      spec: {
        ...{ type: 'NodePort', externalIPs: ['1.1.1.1', '1.1.1.2'], selector: { a: 'b', c: 'd' } },
        ports: [
          port(80, { nodePort: 30_000, protocol: 'UDP' }),
          port(81),
          port(82, { nodePort: 1 }),
        ],
      },
    },
    'a | NodePort | <none> | 1.1.1.1,1.1.1.2 | 80:30000/UDP,81/,82:1/ | 60m | a=b,c=d',
  ],
  [
    'v1',
    'Service',
    { spec: { type: 'LoadBalancer', externalIPs: [] }, status: {} },
    'a | LoadBalancer | <none> | <pending> | <none> | 60m | <none>',
  ],
  [
    'v1',
    'Service',
    {
      spec: { type: 'LoadBalancer', externalIPs: ['3.3.3.3'] },
      status: { loadBalancer: { ingress: [{ ip: '2.2.2.2' }, { hostname: 'h' }] } },
    },
    'a | LoadBalancer | <none> | 2.2.2.2,h,3.3.3.3 | <none> | 60m | <none>',
  ],
  [
    'v1',
    'Service',
    { spec: { type: 'ExternalName', externalName: 'x.y' } },
    'a | ExternalName | <none> | x.y | <none> | 60m | <none>',
  ],
  ['v1', 'Service', { spec: {} }, 'a |  | <none> | <unknown> | <none> | 60m | <none>'],
  ['apps/v1', 'ControllerRevision', {}, 'a | <none> | 0 | 60m'],
  [
    'apps/v1',
    'ControllerRevision',
    { revision: 3, metadata: owned('apps/v1', 'DaemonSet') },
    'a | daemonset.apps/o | 3 | 60m',
  ],
  [
    'apps/v1',
    'ControllerRevision',
    { metadata: owned('v1', 'ReplicationController') },
    'a | replicationcontroller/o | 0 | 60m',
  ],
  [
    'v1',
    'Node',
    {
      metadata: {
        labels: {
          'node-role.kubernetes.io/worker': '',
          'node-role.kubernetes.io/control-plane': 'x',
          'node-role.kubernetes.io/': '',
          'kubernetes.io/role': 'old',
          'x.node-role.kubernetes.io/no': '',
          role: 'none',
        },
      },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'Ready', status: 'True' }],
        nodeInfo: {
          ...{ kubeletVersion: 'v1.24.17', osImage: 'os', kernelVersion: '5' },
          containerRuntimeVersion: 'c://1',
        },
        addresses: [
          { type: 'InternalIP', address: '10.0.0.1' },
          { type: 'InternalIP', address: '10.0.0.2' },
          { type: 'ExternalIP', address: '1.1.1.1' },
        ],
      },
    },
    'a | Ready,SchedulingDisabled | control-plane,old,worker | 60m | v1.24.17 | 10.0.0.1 | 1.1.1.1 | os | 5 | c://1',
  ],
  [
    'v1',
    'Node',
    { spec: {}, status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } },
    'a | NotReady | <none> | 60m |  | <none> | <none> | <unknown> | <unknown> | <unknown>',
  ],
  [
    'v1',
    'ComponentStatus',
    { conditions: [{ type: 'Healthy', status: 'True', message: 'ok' }] },
    'a | Healthy | ok | ',
  ],
  [
    'v1',
    'ComponentStatus',
    { conditions: [{ type: 'Healthy', status: 'False', message: 'no', error: 'why' }] },
    'a | Unhealthy | no | why',
  ],
  ['v1', 'ComponentStatus', {}, 'a | Unknown |  | '],
  [
    'networking.k8s.io/v1',
    'IngressClass',
    { spec: { controller: 'c/d', parameters: { apiGroup: 'g', kind: 'K', name: 'n' } } },
    'a | c/d | K.g/n | 60m',
  ],
  [
    'batch/v1',
    'CronJob',
    { spec: { schedule: '* * * * *', suspend: true, jobTemplate: jobOf() } },
    'a | * * * * * | True | 0 | <none> | 60m | c,d | i,j | a=b',
  ],
  [
    'batch/v1',
    'CronJob',
    {
      spec: { schedule: '@daily', suspend: false, jobTemplate: jobOf() },
      status: { active: [{}, {}], lastScheduleTime: '2026-01-01T00:59:00Z' },
    },
    'a | @daily | False | 2 | 60s | 60m | c,d | i,j | a=b',
  ],
  [
    'batch/v1',
    'Job',
    { spec: { ...jobOf().spec, completions: 3, parallelism: 2 }, status: { succeeded: 1 } },
    'a | 1/3 |  | 60m | c,d | i,j | a=b',
  ],
  [
    'batch/v1',
    'Job',
    {
      spec: { ...jobOf().spec, parallelism: 2 },
      status: { startTime: '2026-01-01T00:30:00Z', completionTime: '2026-01-01T00:50:00Z' },
    },
    'a | 0/1 of 2 | 20m | 60m | c,d | i,j | a=b',
  ],
  [
    'batch/v1',
    'Job',
    { spec: { ...jobOf().spec, parallelism: 1 }, status: { startTime: '2026-01-01T00:30:00Z' } },
    'a | 0/1 | 30m | 60m | c,d | i,j | a=b',
  ],
  [
    'v1',
    'Event',
    {
      ...{ reason: 'Why', message: ' text\n', type: 'Normal', reportingComponent: 'r' },
      involvedObject: { kind: 'Pod', name: 'p', fieldPath: 'spec' },
    },
    '<unknown> | Normal | Why | pod/p | spec | r | text | <unknown> | 1 | a',
  ],
])('%s %s %j', (apiVersion, name, parts, row) => {
  const kind = registry.byKind(apiVersion, name)!;
  const { metadata = {}, ...rest } = parts as { metadata?: object };
  const object = {
    apiVersion,
    kind: name,
    metadata: { name: 'a', creationTimestamp, ...metadata },
  };
  const cells = columnsOf(kind).map((column) => column.cell({ ...object, ...rest } as never, now));
  expect(cells.join(' | ')).toBe(row);
});

function owned(apiVersion: string, kind: string): object {
  return { ownerReferences: [{ apiVersion, kind, name: 'o', uid: 'u', controller: true }] };
}

function jobOf(): { readonly spec: object } {
  const containers = [
    { name: 'c', image: 'i' },
    { name: 'd', image: 'j' },
  ];
  const selector = { matchLabels: { a: 'b' } };
  return { spec: { selector, template: { spec: { containers } } } };
}
