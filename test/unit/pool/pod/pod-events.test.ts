/** What a kubelet records about a pod when its status changes, and what it reports of its node. */
import { describe, expect, it } from 'vitest';
import type { ContainerState, ContainerStatus, NodeStatus, PodStatus } from '#types';
import { nodeStatus, type NodeFacts } from '../../../../src/pool/node/node-status.ts';
import {
  eventsOf,
  kubeletEventReasons,
  killingEvents,
  problemEvents,
  recordEvents,
  refusalEvents,
  unhealthyEvents,
} from '../../../../src/pool/pod/pod-events.ts';
import type { Behaviour } from '../../../../src/pool/behaviour/behaviour.ts';
import type { Verdict } from '../../../../src/pool/pod/probes.ts';
import type { Refusal } from '../../../../src/pool/pod/refusal.ts';
import { makeContainer, makeNode, makePod, T0 } from '../objects.ts';

const startTime = '2025-10-09T08:53:20Z';
const later = '2025-10-09T08:53:22Z';
const running: ContainerState = { running: { startedAt: later } };
const ended: ContainerState = {
  terminated: { exitCode: 0, startedAt: later, finishedAt: later },
};
const waiting = (reason: string): ContainerState => ({ waiting: { reason } });

function status(state: ContainerState | undefined, name = 'main'): PodStatus {
  if (state === undefined) return { startTime };
  const containers = [{ name, state } as ContainerStatus];
  return { startTime, containerStatuses: containers };
}

function changed(from: ContainerState | undefined, to: ContainerState, image = 'app:v1') {
  const spec = { containers: [makeContainer('main', image)] };
  return eventsOf(makePod({ spec, status: status(to) }), status(from));
}

const lines = (events: ReturnType<typeof eventsOf>) =>
  events.map(({ type, reason, message }) => `${type} ${reason}: ${message}`);

describe('a container', () => {
  const pulling = 'Normal Pulling: Pulling image "app:v1"';
  const started = [
    'Normal Created: Created container main',
    'Normal Started: Started container main',
  ];
  const pulled = 'Normal Pulled: Successfully pulled image "app:v1" in 2s';
  const present = 'Normal Pulled: Container image "app:v1" already present on machine';
  it.each<[string, ContainerState | undefined, ContainerState, readonly string[]]>([
    ['begins', undefined, waiting('ContainerCreating'), [pulling]],
    ['runs', waiting('ContainerCreating'), running, [pulled, ...started]],
    ['runs at once', undefined, running, [pulling, pulled, ...started]],
    ['has run', waiting('ContainerCreating'), ended, [pulled, ...started]],
    ['ends', running, ended, []],
    ['runs again after its end', ended, running, [present, ...started]],
    ['runs again after a crash', waiting('CrashLoopBackOff'), running, [present, ...started]],
    [
      'waits to run again',
      ended,
      waiting('CrashLoopBackOff'),
      ['Warning BackOff: Back-off restarting failed container'],
    ],
    ['waits for something else', running, waiting('PodInitializing'), []],
    ['has an image that is not broken', undefined, waiting('ImagePullBackOff'), [pulling]],
  ])('%s', (_, from, to, expected) => {
    const events = changed(from, to);
    expect(lines(events)).toEqual(expected);
    for (const { container, isAlwaysRecorded } of events) {
      expect([container, isAlwaysRecorded]).toEqual(['containers{main}', undefined]);
    }
  });

  it('with a broken image says why it waits', () => {
    const events = changed(undefined, waiting('ImagePullBackOff'), 'broken:v1');
    expect(lines(events)).toEqual([
      'Normal Pulling: Pulling image "broken:v1"',
      'Warning Failed: Failed to pull image "broken:v1": the image is broken, as its name says',
      'Warning Failed: Error: ErrImagePull',
      'Normal BackOff: Back-off pulling image "broken:v1"',
      'Warning Failed: Error: ImagePullBackOff',
    ]);
    expect(events.map(({ isAlwaysRecorded }) => isAlwaysRecorded)).toEqual([
      ...[undefined, true, undefined, undefined, undefined],
    ]);
  });

  it('says nothing while its state, or the status, stays', () => {
    expect(changed(running, running)).toEqual([]);
    const pod = makePod({ status: status(running) });
    expect(eventsOf(pod, pod.status)).toEqual([]);
  });

  it('is named by its list, those that initialize first', () => {
    const spec = { initContainers: [makeContainer('init')], containers: [makeContainer()] };
    const one = (name: string) => [{ name, state: waiting('x') } as ContainerStatus];
    const own = { initContainerStatuses: one('init'), containerStatuses: one('main') };
    expect(eventsOf(makePod({ spec, status: own }), {}).map(({ container }) => container)).toEqual([
      'initContainers{init}',
      'containers{main}',
    ]);
  });
});

it('every event of a kubelet about a container has one of its reasons', () => {
  const states: readonly (readonly [ContainerState | undefined, ContainerState, string?])[] = [
    [undefined, running],
    [undefined, waiting('ImagePullBackOff'), 'broken:v1'],
    [ended, waiting('CrashLoopBackOff')],
  ];
  const events = [
    ...states.flatMap(([from, to, image]) => changed(from, to, image)),
    ...unhealthyEvents({ probe: 'Liveness', container: 'a' } as Verdict),
  ];
  const reasons = new Set(events.map(({ reason }) => reason));
  expect([...reasons].sort()).toEqual([...kubeletEventReasons].sort());
});

it('events are recorded about the pod, from its node', () => {
  const recorded: unknown[] = [];
  const pod = makePod({ spec: { nodeName: 'n1', containers: [makeContainer()] } });
  recordEvents({ event: (...event) => void recorded.push(event) }, pod, [
    { type: 'Normal', reason: 'Killing', message: 'm', container: 'containers{main}' },
    { type: 'Warning', reason: 'OutOfcpu', message: 'no cpu' },
  ]);
  const about = { apiVersion: 'v1', kind: 'Pod', metadata: pod.metadata };
  expect(recorded).toEqual([
    [
      { ...about, fieldPath: 'spec.containers{main}' },
      ...['Normal', 'Killing', 'm', { host: 'n1' }],
    ],
    [about, 'Warning', 'OutOfcpu', 'no cpu', { host: 'n1' }],
  ]);
});

describe('the end of a container', () => {
  it('is of those that run', () => {
    const containerStatuses = [
      { name: 'a', state: running },
      { name: 'b', state: ended },
      { name: 'c' },
    ] as unknown as readonly ContainerStatus[];
    expect(killingEvents(makePod({ status: { containerStatuses } }))).toEqual([
      {
        ...{ type: 'Normal', reason: 'Killing', message: 'Stopping container a' },
        container: 'containers{a}',
      },
    ]);
    expect(killingEvents(makePod({ status: {} }))).toEqual([]);
  });

  it('comes with a probe that failed', () => {
    const events = unhealthyEvents({ probe: 'Liveness', container: 'a' } as Verdict);
    expect(lines(events)).toEqual([
      'Warning Unhealthy: Liveness probe failed: simulated, nothing runs',
      'Normal Killing: Container a failed liveness probe, will be restarted',
    ]);
    expect(events.every(({ container }) => container === 'containers{a}')).toBe(true);
  });
});

it('refusals and annotations that cannot be read are warnings about the pod', () => {
  const refusal = { reason: 'OutOfcpu', event: 'no cpu' } as unknown as Refusal;
  expect(refusalEvents(refusal)).toEqual([
    { type: 'Warning', reason: 'OutOfcpu', message: 'no cpu' },
  ]);
  const behaviour = { problems: ['a', 'b'] } as unknown as Behaviour;
  expect(lines(problemEvents(behaviour))).toEqual([
    'Warning InvalidAnnotation: a',
    'Warning InvalidAnnotation: b',
  ]);
});

describe('the status of a node', () => {
  const facts: NodeFacts = {
    ...{ now: T0, hostIP: '10.0.0.1', pulled: [], volumes: [], heartbeat: false },
    ids: { machineID: 'm', systemUUID: 's', bootID: 'b' },
    release: 'v1.24.17',
    hasRebooted: false,
  };
  const first = (old: NodeStatus = {}, more: Partial<NodeFacts> = {}) =>
    nodeStatus(makeNode('n1', { status: old }), { ...facts, ...more });
  const usual = { cpu: '4', 'ephemeral-storage': '50Gi', memory: '8Gi', pods: '110' };

  it('is whole from the first on, and stays the same object after that', () => {
    const status = first();
    expect(status.capacity).toEqual(usual);
    expect(status.allocatable).toEqual(usual);
    expect(status.addresses).toEqual([
      { type: 'InternalIP', address: '10.0.0.1' },
      { type: 'Hostname', address: 'n1' },
    ]);
    const conditions = status.conditions!.map(({ type, status: is }) => `${type} ${is}`);
    expect(conditions).toEqual([
      ...['MemoryPressure False', 'DiskPressure False', 'PIDPressure False', 'Ready True'],
    ]);
    expect(status).not.toHaveProperty('images');
    expect(status).not.toHaveProperty('volumesInUse');
    expect(status.nodeInfo).toMatchObject({
      ...{ kubeletVersion: 'v1.24.17', machineID: 'm', systemUUID: 's', bootID: 'b' },
    });
    expect(status.daemonEndpoints).toEqual({ kubeletEndpoint: { Port: 10250 } });
    expect(first(status, { now: T0 + 5000 })).toBe(status);
  });

  it('has new times in a heartbeat, and whenever anything else changes', () => {
    const status = first();
    const beats = (next: NodeStatus) =>
      next.conditions!.map(({ lastHeartbeatTime, lastTransitionTime }) => [
        ...[lastHeartbeatTime, lastTransitionTime],
      ]);
    const times = ['2025-10-09T08:53:25Z', '2025-10-09T08:53:20Z'];
    const now = T0 + 5000;
    expect(beats(first(status, { now, heartbeat: true }))).toEqual(Array(4).fill(times));
    expect(beats(first(status, { now, pulled: ['a'] }))).toEqual(Array(4).fill(times));
  });

  it.each<[string, NodeStatus, Partial<NodeFacts>, Partial<NodeStatus>]>([
    ['part of a capacity', { capacity: { cpu: '2' } }, {}, { capacity: { ...usual, cpu: '2' } }],
    [
      'a whole capacity',
      { capacity: { pods: '5' } },
      {},
      { capacity: { pods: '5' }, allocatable: { pods: '5' } },
    ],
    [
      'what can be allocated, with extended resources',
      { capacity: { pods: '5', 'x.io/gpu': '2' }, allocatable: { pods: '4', 'x.io/old': '1' } },
      {},
      { allocatable: { pods: '4', 'x.io/gpu': '2' } },
    ],
    [
      'other conditions first',
      { conditions: [{ type: 'Other', status: 'True' }] },
      {},
      {
        conditions: expect.arrayContaining([
          { type: 'Other', status: 'True' },
        ]) as unknown as NodeStatus['conditions'] & object,
      },
    ],
    [
      'addresses of its own',
      { addresses: [{ type: 'InternalIP', address: 'x' }] },
      {},
      {
        addresses: [
          { type: 'InternalIP', address: 'x' },
          { type: 'Hostname', address: 'n1' },
        ],
      },
    ],
    [
      'images behind those that are listed',
      { images: [{ names: ['a', 'b'] }] },
      { pulled: ['b', 'c'] },
      { images: [{ names: ['a', 'b'] }, { names: ['c'] }] },
    ],
    ['volumes in use', {}, { volumes: ['v'] }, { volumesInUse: ['v'] }],
    ['volumes no longer in use', { volumesInUse: ['v'] }, {}, { volumesInUse: [] }],
    [
      'its own port',
      { daemonEndpoints: { kubeletEndpoint: { Port: 4194 } } },
      {},
      { daemonEndpoints: { kubeletEndpoint: { Port: 4194 } } },
    ],
    [
      'another boot id after its machine was off',
      { nodeInfo: { kubeletVersion: 'x', bootID: 'old' } as NodeStatus['nodeInfo'] & object },
      { hasRebooted: true },
      { nodeInfo: { kubeletVersion: 'x', bootID: 'b' } as NodeStatus['nodeInfo'] & object },
    ],
    [
      'its own machine',
      { nodeInfo: { kubeletVersion: 'x' } as NodeStatus['nodeInfo'] & object },
      {},
      { nodeInfo: { kubeletVersion: 'x' } as NodeStatus['nodeInfo'] & object },
    ],
  ])('has %s', (_, old, more, expected) => {
    expect(first(old, more)).toMatchObject(expected);
  });
});
