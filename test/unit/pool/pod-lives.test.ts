/** Init containers, probes, deadlines and refusals, as a client sees them second by second. */
import { describe, expect, it } from 'vitest';
import { configMap, namespace, node, pod as podKind } from '#kinds';
import type { Container, Pod, PodSpec } from '#types';
import { BEHAVIOUR_CONFIG } from '#pool';
import { makeContainer } from './objects.ts';
import { poolRig, type PoolRig } from './rig.ts';

interface Case {
  readonly what: string;
  readonly annotations?: Record<string, string>;
  readonly spec?: Partial<PodSpec>;
  readonly rules?: readonly object[];
  /** By seconds since the pod was bound. */
  readonly seen: Readonly<Record<number, string>>;
}

async function cluster(): Promise<PoolRig> {
  const rig = await poolRig();
  await rig.addNode('n1');
  await rig.run(10);
  return rig;
}

/** `Pending | init: first running, second PodInitializing x0 | main PodInitializing x0`. */
function shown({ status }: Pod): string {
  const state = (each: NonNullable<Pod['status']['containerStatuses']>[number]): string => {
    const { waiting, running, terminated } = each.state ?? {};
    const isUp = each.ready ? 'ready' : each.started === false ? 'unstarted' : 'running';
    const now = waiting?.reason ?? (running ? isUp : `exit ${terminated?.exitCode}`);
    return `${each.name} ${now} x${each.restartCount}`;
  };
  const parts = [[status.phase, status.reason].filter(Boolean).join(' ')];
  if (status.initContainerStatuses) parts.push(status.initContainerStatuses.map(state).join(', '));
  if (status.containerStatuses) parts.push(status.containerStatuses.map(state).join(', '));
  return parts.join(' | ');
}

const two = [makeContainer('first'), makeContainer('second')];
const started = { 'sim/start-seconds': '0' };
const failing: Container = { ...makeContainer('first'), command: ['/bin/false'] };
const slow = (parts: object): Container[] => [{ ...makeContainer(), ...parts }];
const probe = {
  tcpSocket: { port: 80 },
  periodSeconds: 5,
  failureThreshold: 2,
  successThreshold: 1,
};

describe('a pod', () => {
  it.each<Case>([
    {
      what: 'runs its init containers one by one',
      annotations: { 'sim/init-seconds': '3' },
      spec: { initContainers: two },
      seen: {
        0: 'Pending | first PodInitializing x0, second PodInitializing x0 | main PodInitializing x0',
        1: 'Pending | first running x0, second PodInitializing x0 | main PodInitializing x0',
        4: 'Pending | first exit 0 x0, second running x0 | main PodInitializing x0',
        7: 'Running | first exit 0 x0, second exit 0 x0 | main ready x0',
      },
    },
    {
      what: 'starts a failing init container again, with growing delays',
      annotations: {
        ...{ ...started, 'sim/init-seconds': '0' },
        ...{ 'sim/init-exit-code': '1', 'sim/init-fail-times': '2' },
      },
      spec: { initContainers: [makeContainer('first')] },
      seen: {
        0: 'Pending | first exit 1 x0 | main PodInitializing x0',
        1: 'Pending | first CrashLoopBackOff x1 | main PodInitializing x0',
        10: 'Pending | first CrashLoopBackOff x1 | main PodInitializing x0',
        12: 'Running | first exit 0 x2 | main ready x0',
      },
    },
    {
      what: 'fails with its init container where nothing is to be restarted',
      annotations: started,
      spec: { initContainers: [failing, makeContainer('second')], restartPolicy: 'Never' },
      rules: [{ match: { command: '*false' }, init: { run: '2s', exitCode: 1 } }],
      seen: {
        1: 'Pending | first running x0, second PodInitializing x0 | main PodInitializing x0',
        2: 'Failed | first exit 1 x0, second PodInitializing x0 | main PodInitializing x0',
      },
    },
    {
      what: 'ends when its deadline has passed',
      spec: { activeDeadlineSeconds: 5, restartPolicy: 'Never' },
      seen: { 4.9: 'Running | main ready x0', 5: 'Failed DeadlineExceeded | main exit 137 x0' },
    },
    {
      what: 'ends by its deadline while an init container runs',
      annotations: { ...started, 'sim/init-seconds': '60' },
      spec: { activeDeadlineSeconds: 5, initContainers: [makeContainer('first')] },
      seen: {
        5: 'Failed DeadlineExceeded | first exit 137 x0 | main PodInitializing x0',
        90: 'Failed DeadlineExceeded | first exit 137 x0 | main PodInitializing x0',
      },
    },
    {
      what: 'is ready at the first look of its readiness probe after it serves',
      annotations: { ...started, 'sim/ready-seconds': '7' },
      spec: { containers: slow({ readinessProbe: { ...probe, successThreshold: 2 } }) },
      seen: {
        7: 'Running | main running x0',
        14.9: 'Running | main running x0',
        15: 'Running | main ready x0',
      },
    },
    {
      what: 'has started when its startup probe has succeeded, and is asked for readiness then',
      annotations: { ...started, 'sim/ready-seconds': '2' },
      spec: {
        containers: slow({
          startupProbe: { ...probe, periodSeconds: 3 },
          readinessProbe: { ...probe, periodSeconds: 7 },
        }),
      },
      seen: {
        2.9: 'Running | main unstarted x0',
        3: 'Running | main running x0',
        6.9: 'Running | main running x0',
        7: 'Running | main ready x0',
      },
    },
    {
      what: 'has containers that start and get ready each by its own probes',
      annotations: started,
      spec: {
        containers: [
          { ...makeContainer('a'), startupProbe: { ...probe, initialDelaySeconds: 4 } },
          {
            ...makeContainer('b'),
            readinessProbe: { ...probe, periodSeconds: 3, initialDelaySeconds: 1 },
          },
          makeContainer('c'),
        ],
      },
      seen: {
        2.9: 'Running | a unstarted x0, b running x0, c ready x0',
        3: 'Running | a unstarted x0, b ready x0, c ready x0',
        5: 'Running | a ready x0, b ready x0, c ready x0',
      },
    },
    {
      what: 'starts also when it is not to be ready',
      annotations: { ...started, 'sim/ready': 'false' },
      spec: { containers: slow({ startupProbe: probe, readinessProbe: probe }) },
      seen: { 0: 'Running | main running x0', 20: 'Running | main running x0' },
    },
    {
      what: 'is restarted when its liveness probe has failed often enough',
      annotations: { ...started, 'sim/unhealthy-seconds': '11' },
      spec: { containers: slow({ livenessProbe: probe }) },
      seen: {
        19.9: 'Running | main ready x0',
        20: 'Running | main exit 137 x0',
        21: 'Running | main ready x1',
      },
    },
    {
      what: 'lives on without a probe that would see that it is dead',
      annotations: { ...started, 'sim/unhealthy-seconds': '11' },
      seen: { 100: 'Running | main ready x0' },
    },
    {
      what: 'is killed by a startup probe that gives it up',
      annotations: { ...started, 'sim/ready-seconds': '30', 'sim/run-seconds': 'never' },
      spec: { containers: slow({ startupProbe: probe }), restartPolicy: 'Never' },
      seen: { 4.9: 'Running | main unstarted x0', 5: 'Failed | main exit 137 x0' },
    },
    ...(['Never', 'OnFailure'] as const).map((restartPolicy) => ({
      what: `ends by itself with restart policy ${restartPolicy}`,
      annotations: started,
      spec: { containers: slow({}), restartPolicy },
      seen: { 4.9: 'Running | main ready x0', 5: 'Succeeded | main exit 0 x0' },
    })),
    {
      what: 'runs without an end where its annotation says so',
      annotations: { ...started, 'sim/run-seconds': 'never' },
      spec: { containers: slow({}), restartPolicy: 'Never' },
      seen: { 3600: 'Running | main ready x0' },
    },
    {
      what: 'has the time to crash',
      annotations: { ...started, 'sim/crash-seconds': '8' },
      spec: { containers: slow({}), restartPolicy: 'Never' },
      seen: { 7.9: 'Running | main ready x0', 8: 'Failed | main exit 1 x0' },
    },
    {
      what: 'crashes in the run that its annotation names, and not again',
      annotations: { ...started, 'sim/crash-seconds': '8', 'sim/crash-times': '1' },
      spec: { containers: slow({}) },
      seen: {
        7.9: 'Running | main ready x0',
        9: 'Running | main ready x1',
        3600: 'Running | main ready x1',
      },
    },
    {
      what: 'has the time to crash by a rule, and then ends by itself',
      annotations: started,
      rules: [{ match: {}, crash: { after: '8s', times: 1 } }],
      spec: { containers: slow({}), restartPolicy: 'OnFailure' },
      seen: {
        7.9: 'Running | main ready x0',
        9.5: 'Running | main ready x1',
        15: 'Succeeded | main exit 0 x1',
      },
    },
    {
      what: 'is refused with a sysctl that is not safe',
      spec: { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } },
      seen: { 0: 'Failed SysctlForbidden', 60: 'Failed SysctlForbidden' },
    },
    {
      what: 'runs with a safe sysctl',
      spec: {
        securityContext: { sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }] },
      },
      seen: { 1: 'Running | main ready x0' },
    },
  ])('$what', async ({ annotations, spec, rules, seen }) => {
    const rig = await cluster();
    if (rules !== undefined) {
      await rig.client.create(namespace, { metadata: { name: BEHAVIOUR_CONFIG.namespace } });
      const data = { rules: JSON.stringify(rules) };
      await rig.client.create(configMap, { metadata: BEHAVIOUR_CONFIG, data });
    }
    await rig.addPod({ annotations, spec });
    const found: Record<string, string> = {};
    let at = 0;
    for (const second of Object.keys(seen)
      .map(Number)
      .sort((a, b) => a - b)) {
      await rig.run(second - at);
      at = second;
      found[second] = shown(await rig.pod());
    }
    expect(found).toEqual(seen);
    expect(rig.errors).toEqual([]);
  });

  it('says that it is not initialized, and which containers are to blame', async () => {
    const rig = await cluster();
    await rig.addPod({ annotations: started, spec: { initContainers: two } });
    await rig.run(1);
    const { conditions } = (await rig.pod()).status;
    expect(conditions).toContainEqual(
      expect.objectContaining({
        type: 'Initialized',
        status: 'False',
        reason: 'ContainersNotInitialized',
        message: 'containers with incomplete status: [second]',
      }),
    );
    await rig.run(1);
    expect((await rig.pod()).status.conditions).toContainEqual(
      expect.objectContaining({ type: 'Initialized', status: 'True' }),
    );
  });

  const asks = (requests: Record<string, string>): Partial<PodSpec> => ({
    containers: slow({ resources: { requests, limits: requests } }),
  });

  it.each<[string, Partial<PodSpec>, string]>([
    [
      'OutOfcpu',
      asks({ cpu: '3' }),
      "Node didn't have enough resource: cpu, requested: 3000, used: 1500, capacity: 4000",
    ],
    [
      'OutOfmemory',
      asks({ memory: '8Gi' }),
      "Node didn't have enough resource: memory, requested: 8589934592, used: 0, capacity: 4294967296",
    ],
    [
      'OutOfexample.com/gpu',
      asks({ 'example.com/gpu': '2' }),
      "Node didn't have enough resource: example.com/gpu, requested: 2, used: 0, capacity: 1",
    ],
    ['NodeAffinity', { nodeSelector: { disk: 'ssd' } }, 'Predicate NodeAffinity failed'],
    ['TaintToleration', {}, 'Predicate TaintToleration failed'],
    [
      'PodOSNotSupported',
      { os: { name: 'windows' } },
      "Failed to admit pod as the OS field doesn't match node OS",
    ],
  ])('is refused by its node: %s', async (reason, spec, message) => {
    const rig = await cluster();
    const capacity = { cpu: '4', memory: '4Gi', pods: '3', 'example.com/gpu': '1' };
    const body = { status: { capacity, allocatable: capacity } };
    await rig.client.patch(
      node,
      { name: 'n1' },
      { type: 'merge', body },
      { subresource: 'status' },
    );
    await rig.addPod({ name: 'first', spec: asks({ cpu: '1500m' }) });
    if (reason === 'TaintToleration') {
      const taints = [{ key: 'no', effect: 'NoExecute' }];
      await rig.client.patch(node, { name: 'n1' }, { type: 'merge', body: { spec: { taints } } });
    }
    await rig.addPod({ spec });
    await rig.run(5);
    expect((await rig.pod()).status).toEqual({
      phase: 'Failed',
      reason,
      message: `Pod ${message}`,
      startTime: expect.any(String) as string,
    });
    expect(shown(await rig.pod('first'))).toBe('Running | main ready x0');
  });

  it('is refused when the node has all the pods that it can have', async () => {
    const rig = await cluster();
    const capacity = { cpu: '4', memory: '4Gi', pods: '2' };
    const body = { status: { capacity, allocatable: capacity } };
    await rig.client.patch(
      node,
      { name: 'n1' },
      { type: 'merge', body },
      { subresource: 'status' },
    );
    for (const name of ['one', 'two', 'three']) await rig.addPod({ name });
    await rig.run(5);
    const shownPods = await Promise.all(['one', 'two', 'three'].map((name) => rig.pod(name)));
    expect(shownPods.map(shown)).toEqual([
      'Running | main ready x0',
      'Running | main ready x0',
      'Failed OutOfpods',
    ]);
  });

  const first = { namespace: 'default', name: 'first' };
  const fail = async (rig: PoolRig): Promise<void> => {
    const body = { status: { phase: 'Failed' } };
    await rig.client.patch(podKind, first, { type: 'merge', body }, { subresource: 'status' });
    await rig.run();
  };

  it.each<[string, string, (rig: PoolRig) => Promise<unknown>]>([
    ['runs', 'Failed OutOfcpu', () => Promise.resolve()],
    ['is being deleted', 'Failed OutOfcpu', (rig) => rig.deletePod('first')],
    ['has ended', 'Running | main ready x0', (rig) => rig.run(20)],
    [
      'is deleted',
      'Running | main ready x0',
      async (rig) => {
        await rig.deletePod('first');
        await rig.run(10);
      },
    ],
    [
      'is deleted at once',
      'Running | main ready x0',
      (rig) => rig.client.delete(podKind, first, { gracePeriodSeconds: 0 }),
    ],
    ['has a final phase from another client', 'Running | main ready x0', fail],
    [
      'is being deleted with such a phase',
      'Running | main ready x0',
      async (rig) => {
        await rig.deletePod('first');
        await fail(rig);
      },
    ],
    [
      'is back after its machine was cut off',
      'Failed OutOfcpu',
      async (rig) => {
        for (const silent of ['true', null]) await rig.annotateNode({ 'sim/silent': silent });
      },
    ],
  ])('finds what another one takes that %s: %s', async (_, seen, happen) => {
    const rig = await cluster();
    const capacity = { cpu: '4', memory: '4Gi', pods: '3' };
    const body = { status: { capacity, allocatable: capacity } };
    await rig.client.patch(
      node,
      { name: 'n1' },
      { type: 'merge', body },
      { subresource: 'status' },
    );
    const spec: Partial<PodSpec> = { ...asks({ cpu: '3' }), restartPolicy: 'Never' };
    const annotations = { 'sim/run-seconds': '15', 'sim/terminate-seconds': '5' };
    await rig.addPod({ name: 'first', annotations, spec });
    await rig.run(5);
    await happen(rig);
    await rig.addPod({ name: 'second', spec });
    await rig.run(5);
    expect(shown(await rig.pod('second'))).toBe(seen);
  });

  it('runs with resources that are not those of its node, as the cluster may have them', async () => {
    const rig = await cluster();
    await rig.addPod({ spec: asks({ 'example.com/licence': '2' }) });
    await rig.run(5);
    expect(shown(await rig.pod())).toBe('Running | main ready x0');
  });

  it('is looked at again when its machine has been off, not when it was cut off', async () => {
    const rig = await cluster();
    const label = (disk: string | null) =>
      rig.client.patch(
        node,
        { name: 'n1' },
        { type: 'merge', body: { metadata: { labels: { disk } } } },
      );
    await label('ssd');
    await rig.addPod({ spec: { nodeSelector: { disk: 'ssd' } } });
    await rig.run(5);
    await label(null);
    for (const [how, seen] of [
      ['silent', 'Running | main ready x0'],
      ['off', 'Failed NodeAffinity'],
    ]) {
      await rig.annotateNode({ [`sim/${how}`]: 'true' });
      await rig.run(5);
      await rig.annotateNode({ [`sim/${how}`]: null });
      await rig.run(5);
      expect(shown(await rig.pod())).toBe(seen);
    }
  });

  it('is refused when another one has its host port, and taken once that is gone', async () => {
    const rig = await cluster();
    const port = (hostIP?: string) => ({
      containers: slow({ ports: [{ containerPort: 80, hostPort: 8080, hostIP }] }),
    });
    await rig.addPod({ name: 'one', spec: port() });
    await rig.addPod({ name: 'two', spec: port('127.0.0.1') });
    await rig.run(2);
    expect(shown(await rig.pod('one'))).toBe('Running | main ready x0');
    const { status } = await rig.pod('two');
    expect(status).toMatchObject({
      phase: 'Failed',
      reason: 'NodePorts',
      message: 'Pod Predicate NodePorts failed',
    });
    expect((await rig.events()).map(({ reason }) => reason)).toContain('NodePorts');
    await rig.client.delete(podKind, { namespace: 'default', name: 'one' });
    await rig.run(5);
    await rig.addPod({ name: 'three', spec: port() });
    await rig.run(2);
    expect(shown(await rig.pod('three'))).toBe('Running | main ready x0');
  });
});
