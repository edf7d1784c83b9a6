/** Scheduling in a whole simulator: bursts, priorities, waiting and trying again. */
import { describe, expect, it } from 'vitest';
import {
  getPodCondition,
  node as nodeKind,
  persistentVolumeClaim,
  pod as podKind,
  podDisruptionBudget,
  priorityClass,
} from '#kinds';
import { parseMicroTime } from '#values';
import type { Event, Pod, PodSpec } from '#types';
import { Client } from '#request';
import { nodeLifecycle } from '../../../../controllers/nodelifecycle/index.ts';
import { scheduler } from '../../../../controllers/scheduler/index.ts';
import { start } from '../../../support/api.ts';
import { startCluster, type Cluster } from '../cluster.ts';

async function cluster(...nodes: readonly string[]): Promise<Cluster> {
  const made = await startCluster([scheduler, nodeLifecycle]);
  for (const name of nodes) await made.addNode(name);
  await made.run();
  return made;
}

function requesting(cpu: string): Partial<PodSpec> {
  return { containers: [{ name: 'main', image: 'app:v1', resources: { requests: { cpu } } }] };
}

function secondsOf({ eventTime }: Event): number {
  return (parseMicroTime(eventTime!) - start) / 1000;
}

describe('placing', () => {
  it('binds, says so in the condition and in an event of the newer form', async () => {
    const c = await cluster('n1');
    await c.addPod('web');
    await c.run();
    const pod = await c.pod('web');
    expect(pod.spec.nodeName).toBe('n1');
    expect(getPodCondition(pod, 'PodScheduled')?.status).toBe('True');
    const [told] = await c.events('Scheduled');
    expect(told).toMatchObject({
      type: 'Normal',
      message: 'Successfully assigned default/web to n1',
      action: 'Binding',
      reportingComponent: 'default-scheduler',
      involvedObject: { kind: 'Pod', name: 'web', uid: pod.metadata.uid },
    });
    expect(told?.count).toBeUndefined();
    expect(c.errors).toEqual([]);
  });

  it('spreads a burst before it sees any of its own bindings', async () => {
    const c = await cluster('n1', 'n2', 'n3', 'n4');
    await Promise.all(Array.from({ length: 12 }, (_, i) => c.addPod(`web-${i}`)));
    await c.run();
    const counts = new Map<string, number>();
    for (const { spec } of (await c.client.list(podKind)).items) {
      counts.set(spec.nodeName!, (counts.get(spec.nodeName!) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual([3, 3, 3, 3]);
  });

  it('does the same for the same seed, and not for every seed', async () => {
    const nodesOf = async (seed: number): Promise<string> => {
      const c = await startCluster([scheduler, nodeLifecycle], { seed });
      for (let i = 0; i < 8; i++) await c.addNode(`n${i}`);
      await c.run();
      for (let i = 0; i < 6; i++) await c.addPod(`web-${i}`);
      await c.run();
      return (await c.client.list(podKind)).items.map(({ spec }) => spec.nodeName).join();
    };
    expect(await nodesOf(1)).toBe(await nodesOf(1));
    const others = await Promise.all([2, 3, 4].map(nodesOf));
    expect(new Set([await nodesOf(1), ...others]).size).toBeGreaterThan(1);
  });

  it('leaves pods of other schedulers alone', async () => {
    const c = await cluster('n1');
    await c.addPod('web', { schedulerName: 'mine' });
    await c.run(20);
    expect((await c.pod('web')).spec.nodeName).toBeUndefined();
    expect(await c.events('Scheduled', 'FailedScheduling')).toEqual([]);
  });

  it('fills a node to the last millicore and not beyond', async () => {
    const c = await cluster('n1');
    for (let i = 0; i < 9; i++) await c.addPod(`web-${i}`);
    await c.run();
    const bound = (await c.client.list(podKind)).items.filter(({ spec }) => spec.nodeName);
    expect(bound).toHaveLength(8);
  });

  it('places pods of higher priority first', async () => {
    const c = await cluster('n1');
    await c.addPod('full', requesting('4'));
    await c.run();
    await c.addPod('low', requesting('4'));
    // It does not push the one aside that is there, and waits its turn.
    const preemptionPolicy = 'Never';
    await c.client.create(priorityClass, {
      metadata: { name: 'high' },
      value: 2,
      preemptionPolicy,
    });
    await c.addPod('high', { ...requesting('4'), priorityClassName: 'high' });
    await c.run(30);
    await c.client.delete(
      podKind,
      { namespace: 'default', name: 'full' },
      { gracePeriodSeconds: 0 },
    );
    await c.run(30);
    expect((await c.pod('low')).spec.nodeName).toBeUndefined();
    expect((await c.pod('high')).spec.nodeName).toBe('n1');
  });
});

describe('failing', () => {
  it('says why in the condition and in an event, and backs off when nothing changes', async () => {
    const c = await cluster('n1', 'n2');
    await c.patchNode('n2', { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } });
    await c.addPod('web', requesting('5'));
    await c.run(200);
    const message =
      '0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {k: v}. ' +
      'preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, ' +
      '1 Preemption is not helpful for scheduling.';
    expect(getPodCondition(await c.pod('web'), 'PodScheduled')).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message,
    });
    const told = await c.events('FailedScheduling');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ type: 'Warning', message, action: 'Scheduling' });
    expect(told[0]!.series).toBeUndefined();
    expect(await c.writes('pods')).toHaveLength(2); // created, condition
    expect(c.errors).toEqual([]);
  });

  it('tries again after five minutes whatever happened, and writes nothing new', async () => {
    const c = await cluster('n1');
    await c.addPod('web', requesting('5'));
    await c.run(331);
    const told = await c.events('FailedScheduling');
    expect(told[0]!.series?.count).toBe(1); // beside the first
    expect(secondsOf({ ...told[0]!, eventTime: told[0]!.series!.lastObservedTime })).toBe(330);
    expect(await c.writes('pods')).toHaveLength(2);
  });

  it('says that there are no nodes', async () => {
    const c = await cluster();
    await c.addPod('web');
    await c.run();
    expect(getPodCondition(await c.pod('web'), 'PodScheduled')?.message).toBe(
      'no nodes available to schedule pods',
    );
    await c.addNode('n1');
    await c.run();
    expect((await c.pod('web')).spec.nodeName).toBeUndefined(); // it backs off for a second
    await c.run(1);
    expect((await c.pod('web')).spec.nodeName).toBe('n1');
  });

  it('leaves pods alone that are deleted while they wait', async () => {
    const c = await cluster('n1');
    await c.addPod('web', requesting('5'));
    await c.run();
    await c.client.delete(podKind, { namespace: 'default', name: 'web' });
    await c.patchNode('n1', { status: { allocatable: { cpu: '8' } } }, 'status');
    await c.run(400);
    expect(await c.podNames()).toEqual([]);
    expect(c.errors).toEqual([]);
  });
});

describe('trying again', () => {
  const changes: Record<string, (c: Cluster) => Promise<unknown>> = {
    'a node comes': (c) => c.addNode('n2'),
    'a node is uncordoned': (c) => c.patchNode('n1', { spec: { unschedulable: null } }),
    'a node offers more': (c) =>
      c.patchNode('n1', { status: { allocatable: { cpu: '8' } } }, 'status'),
    'a pod goes away': (c) =>
      c.client.delete(podKind, { namespace: 'default', name: 'full' }, { gracePeriodSeconds: 0 }),
    'a pod finishes': (c) =>
      c.client.patch(
        podKind,
        { namespace: 'default', name: 'full' },
        { type: 'merge', body: { status: { phase: 'Succeeded' } } },
        { subresource: 'status' },
      ),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`when ${name}`, async () => {
      const c = await cluster('n1');
      await c.addPod('full', requesting('4'));
      await c.run(2);
      if (name.includes('cordoned')) {
        await c.client.delete(
          podKind,
          { namespace: 'default', name: 'full' },
          { gracePeriodSeconds: 0 },
        );
        await c.patchNode('n1', { spec: { unschedulable: true } });
      }
      await c.addPod('web', requesting('4'));
      await c.run(20);
      expect((await c.pod('web')).spec.nodeName).toBeUndefined();
      await change(c);
      await c.run(1);
      expect((await c.pod('web')).spec.nodeName).toMatch(/^n[12]$/);
      expect(c.errors).toEqual([]);
    });
  }

  it('not for heartbeats and labels that do not matter', async () => {
    const c = await cluster('n1');
    await c.addPod('web', requesting('5'));
    await c.run(10);
    await c.patchNode('n1', { metadata: { labels: { other: 'yes' } } });
    await c.run(100);
    expect((await c.events('FailedScheduling'))[0]?.series).toBeUndefined();
  });
});

describe('a binding that is refused', () => {
  it('gives the room back and is tried again', async () => {
    const c = await cluster('n1');
    const refused = new Set<string>();
    const { clients } = c.simulator;
    const original = clients.as.bind(clients);
    clients.as = (origin) => {
      const { call } = original(origin);
      return new Client((request) => {
        if (request.verb === 'post' && !refused.has(request.ref.name)) {
          refused.add(request.ref.name);
          throw new Error('the wire broke');
        }
        return call(request);
      });
    };
    await c.addPod('web', requesting('4'));
    await c.run();
    expect(getPodCondition(await c.pod('web'), 'PodScheduled')).toMatchObject({
      status: 'False',
      reason: 'SchedulerError',
      message: 'binding rejected: running Bind plugin "DefaultBinder": the wire broke',
    });
    await c.patchNode('n1', { metadata: { labels: { fresh: 'yes' } } });
    await c.run(1);
    expect((await c.pod('web')).spec.nodeName).toBe('n1');
    expect(c.errors).toEqual([]);
  });
});

describe('daemon pods of one instant', () => {
  it('each go to their own node', async () => {
    const c = await startCluster([scheduler], { pool: false });
    const names = Array.from({ length: 200 }, (_, i) => `n${i}`);
    for (const name of names) {
      await c.addNode(name);
      await c.patchNode(name, { spec: { taints: null } });
    }
    await c.run();
    await Promise.all(
      names.map((name) =>
        c.addPod(`agent-${name}`, {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] },
                ],
              },
            },
          },
        }),
      ),
    );
    await c.run();
    const { items } = await c.client.list<Pod>(podKind);
    expect(items.map(({ metadata, spec }) => `agent-${spec.nodeName}` === metadata.name)).toEqual(
      names.map(() => true),
    );
    const { items: nodes } = await c.client.list(nodeKind);
    expect(nodes).toHaveLength(200);
  });
});

describe('pushing others aside', () => {
  /** Nodes of 4 CPUs, full of pods of 2; and a pod of more priority that wants 2. */
  async function full(...nodes: readonly string[]): Promise<Cluster> {
    const c = await cluster(...nodes);
    await c.client.create(priorityClass, { metadata: { name: 'high' }, value: 1000 });
    for (let i = 0; i < 2 * nodes.length; i++) await c.addPod(`low-${i}`, requesting('2'));
    await c.run(10);
    return c;
  }
  const vip = { ...requesting('2'), priorityClassName: 'high' };

  it('deletes as many as needed, says so, and comes when they have gone', async () => {
    const c = await full('n1');
    await c.addPod('vip', vip);
    await c.run();
    const waiting = await c.pod('vip');
    expect(waiting.status.nominatedNodeName).toBe('n1');
    expect(getPodCondition(waiting, 'PodScheduled')).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    });
    const [told, ...others] = await c.events('Preempted');
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      type: 'Normal',
      action: 'Preempting',
      message: 'Preempted by a pod on node n1',
      involvedObject: { kind: 'Pod', name: expect.stringMatching(/^low-/) as string },
      related: { kind: 'Pod', name: 'vip' },
    });
    const victim = told!.involvedObject.name!;
    expect((await c.pod(victim)).metadata.deletionTimestamp).toBeDefined();
    await c.run(40);
    const placed = await c.pod('vip');
    expect(placed.spec.nodeName).toBe('n1');
    expect(placed.status.nominatedNodeName).toBe('n1');
    const left = (await c.client.list(podKind)).items.map(({ metadata }) => metadata.name);
    expect(left).toHaveLength(2);
    expect(left).not.toContain(victim);
    expect(c.errors).toEqual([]);
  });

  it('keeps the room for the one that it was made for', async () => {
    const c = await full('n1');
    await c.addPod('vip', vip);
    await c.run(1);
    await c.addPod('small', requesting('1'));
    await c.run(60);
    expect((await c.pod('vip')).spec.nodeName).toBe('n1');
    expect((await c.pod('small')).spec.nodeName).toBeUndefined();
  });

  it('does not push further while a victim is on its way out', async () => {
    const c = await full('n1');
    await c.addPod('vip', vip);
    await c.run();
    const told = (await c.events('Preempted'))[0]!.involvedObject;
    const slow = { metadata: { annotations: { 'sim/terminate-seconds': '20' } } };
    const body = { metadata: { labels: { wakes: 'it' } } };
    const ref = (name: string) => ({ namespace: 'default', name });
    await c.client.patch(podKind, ref(told.name!), { type: 'merge', body: slow });
    await c.client.patch(podKind, ref('vip'), { type: 'merge', body });
    await c.run(5);
    expect(await c.events('Preempted')).toHaveLength(1);
    const waiting = await c.pod('vip');
    expect(getPodCondition(waiting, 'PodScheduled')?.message).toBe(
      '0/1 nodes are available: 1 Insufficient cpu. ' +
        'preemption: not eligible due to a terminating pod on the nominated node.',
    );
    expect(waiting.status.nominatedNodeName).toBe('n1');
  });

  it('spares those whom a budget protects', async () => {
    const c = await cluster('n1', 'n2');
    await c.client.create(priorityClass, { metadata: { name: 'high' }, value: 1000 });
    for (const name of ['kept', 'spare']) {
      await c.client.create(podKind, {
        metadata: { namespace: 'default', name, labels: { app: name } },
        spec: requesting('4') as PodSpec,
      });
      await c.run();
    }
    await c.client.create(podDisruptionBudget, {
      metadata: { namespace: 'default', name: 'kept' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'kept' } } },
    });
    await c.addPod('vip', vip);
    await c.run();
    expect((await c.events('Preempted')).map((each) => each.involvedObject.name)).toEqual([
      'spare',
    ]);
  });
});

describe('a pod with a claim', () => {
  it('waits for it, on whatever node', async () => {
    const c = await cluster('n1', 'n2');
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'nope' } }];
    await c.addPod('web', { volumes });
    await c.run();
    const told = getPodCondition(await c.pod('web'), 'PodScheduled')?.message;
    expect(told).toBe(
      '0/2 nodes are available: 2 persistentvolumeclaim "nope" not found. preemption: ' +
        '0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
    );
    await c.client.create(persistentVolumeClaim, {
      metadata: { namespace: 'default', name: 'nope' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    await c.run(2);
    expect((await c.pod('web')).spec.nodeName).toBeDefined();
  });
});
