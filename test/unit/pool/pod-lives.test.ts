/** Init containers, probes, deadlines and refusals, as a client sees them second by second. */
import { describe, expect, it } from 'vitest';
import {
  configMap,
  namespace,
  pod as podKind,
  type Container,
  type Pod,
  type PodSpec,
} from '#kinds';
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
    const now =
      waiting?.reason ??
      (running ? (each.ready ? 'ready' : 'running') : `exit ${terminated?.exitCode}`);
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
      annotations: { ...started, 'sim/ready-seconds': '30' },
      spec: { containers: slow({ startupProbe: probe }), restartPolicy: 'Never' },
      seen: { 4.9: 'Running | main running x0', 5: 'Failed | main exit 137 x0' },
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
