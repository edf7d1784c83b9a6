/** The DaemonSet controller in a whole control plane, by the worked examples of the reference. */
import { afterEach, describe, expect, it } from 'vitest';
import { controllerRevision, daemonSet, event, node, pod, resourceQuota } from '#kinds';
import type { DaemonSet } from '#types';
import type { NewObject } from '#values';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const timing = { 'sim/start-seconds': '3', 'sim/ready-seconds': '2', 'sim/terminate-seconds': '2' };

function agent(
  spec: Partial<DaemonSet['spec']> = {},
  annotations: Readonly<Record<string, string>> = timing,
): NewObject<DaemonSet> {
  return {
    metadata: { name: 'agent', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: {
        metadata: { labels: { app: 'agent' }, annotations },
        spec: { containers: [{ name: 'agent', image: 'example.com/agent:1' }] },
      },
      ...spec,
    },
  } as NewObject<DaemonSet>;
}

async function setImage(image: string): Promise<void> {
  const containers = [{ name: 'agent', image }];
  const body = { spec: { template: { spec: { containers } } } };
  await simulation.client.patch(
    daemonSet,
    { namespace: 'default', name: 'agent' },
    { type: 'strategic', body },
  );
}

/** current/ready/updated/available/unavailable, as the reference tabulates it. */
function numbers(): readonly (readonly [number, string])[] {
  return evolution(simulation, 'DaemonSet', 'agent', (object) => {
    const { status } = object as DaemonSet;
    return [
      status.currentNumberScheduled,
      status.numberReady,
      status.updatedNumberScheduled ?? 0,
      status.numberAvailable ?? 0,
      status.numberUnavailable ?? 0,
    ].join('/');
  });
}

const status = async (): Promise<DaemonSet['status']> =>
  (await simulation.get(daemonSet, 'agent')).status;

const rolling = (rollingUpdate: object): Partial<DaemonSet['spec']> => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate },
});

describe('a rolling update', () => {
  it('takes maxUnavailable 30% of 5 nodes, rounded up, down at a time', async () => {
    simulation = await simulate(5);
    await simulation.client.create(daemonSet, agent(rolling({ maxUnavailable: '30%' })));
    await simulation.run(12);
    await setImage('example.com/agent:2');
    await simulation.run(40);
    expect(numbers()).toEqual([
      [0, '5/0/5/0/5'],
      [5, '5/5/5/5/0'],
      [12, '5/5/0/5/0'],
      [14, '5/3/2/3/2'],
      [19, '5/5/2/5/0'],
      [21, '5/3/4/3/2'],
      [26, '5/5/4/5/0'],
      [28, '5/4/5/4/1'],
      [33, '5/5/5/5/0'],
    ]);
    expect((await status()).observedGeneration).toBe(2);
    expect((await status()).desiredNumberScheduled).toBe(5);
  });

  it('with maxSurge has the new pod available before the old one goes', async () => {
    simulation = await simulate(5);
    const spec = { ...rolling({ maxUnavailable: 0, maxSurge: 2 }), minReadySeconds: 3 };
    await simulation.client.create(daemonSet, agent(spec));
    await simulation.run(12);
    await setImage('example.com/agent:2');
    await simulation.run(60);
    const after = numbers().filter(([seconds]) => seconds >= 12);
    for (const [, state] of after) expect(state).toMatch(/^5\/5\/\d\/5\/0$/);
    // Old pods go four seconds after their partner is ready; the oldest pod speaks for its node.
    expect(after.map(([, state]) => state.split('/')[2])).toEqual(['0', '2', '4', '5']);
    expect(await simulation.pods()).toHaveLength(5);
  });

  it('stops at pods that never start, and continues when the template comes back', async () => {
    simulation = await simulate(4);
    await simulation.client.create(daemonSet, agent(rolling({ maxUnavailable: 1 })));
    await simulation.run(12);
    await setImage('example.com/broken:2');
    await simulation.run(60);
    expect(await status()).toMatchObject({ numberReady: 3, updatedNumberScheduled: 1 });
    await setImage('example.com/agent:1');
    await simulation.run(60);
    expect(await status()).toMatchObject({ numberReady: 4, updatedNumberScheduled: 4 });
    const { items } = await simulation.client.list(controllerRevision);
    // The old revision is used again and becomes the newest.
    expect(items.map(({ revision }) => revision).sort()).toEqual([2, 3]);
  });
});

describe('a DaemonSet', () => {
  it('with OnDelete updates only what is deleted by hand', async () => {
    simulation = await simulate(3);
    await simulation.client.create(daemonSet, agent({ updateStrategy: { type: 'OnDelete' } }));
    await simulation.run(12);
    await setImage('example.com/agent:2');
    await simulation.run(30);
    expect((await status()).updatedNumberScheduled ?? 0).toBe(0);
    const [first] = await simulation.pods();
    const { namespace, name } = first!.metadata;
    await simulation.client.delete(pod, { namespace, name });
    await simulation.run(30);
    expect((await status()).updatedNumberScheduled).toBe(1);
  });

  it('counts pods as available only minReadySeconds after they are ready', async () => {
    simulation = await simulate(2);
    await simulation.client.create(daemonSet, agent({ minReadySeconds: 10 }));
    await simulation.run(60);
    expect(numbers()).toEqual([
      [0, '2/0/2/0/2'],
      [5, '2/2/2/0/2'],
      [15.001, '2/2/2/2/0'],
    ]);
  });

  it('replaces pods that fail again and again at once, then 1, 2, 4, 8 seconds later', async () => {
    simulation = await simulate(1);
    await simulation.client.create(daemonSet, agent({}, { 'sim/terminate-seconds': '0' }));
    await simulation.run(10);
    // Whenever there is a pod it is made to fail, as by a kubelet that refuses it.
    for (let tenths = 0; tenths < 200; tenths++) {
      for (const each of await simulation.pods()) {
        if (each.status.phase === 'Failed' || each.metadata.deletionTimestamp !== undefined)
          continue;
        const failed = { ...each, status: { ...each.status, phase: 'Failed' as const } };
        await simulation.client.update(pod, failed, { subresource: 'status' });
      }
      await simulation.run(0.1);
    }
    const told = simulation.changes.filter(
      ({ value, type }) => type !== 'deleted' && reasonOf(value) === 'FailedDaemonPod',
    );
    const times = told.map(({ time }) => time / 1000);
    const gaps = times.slice(1).map((time, i) => Math.round(time - times[i]!));
    expect(gaps).toEqual([1, 2, 4, 8]);
  });

  it('that may not create all its pods says nothing of itself, and keeps trying', async () => {
    simulation = await simulate(5);
    await simulation.client.create(resourceQuota, {
      metadata: { name: 'pq', namespace: 'default' },
      spec: { hard: { pods: '2' } },
    });
    await simulation.run(1);
    await simulation.client.create(daemonSet, agent());
    await simulation.run(20);
    expect(await simulation.pods()).toHaveLength(2);
    expect(await status()).toEqual({
      currentNumberScheduled: 0,
      desiredNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
    });
    const { items } = await simulation.client.list(event, { namespace: 'default' });
    const refused = items.filter(({ reason }) => reason === 'FailedCreate');
    expect(refused.length).toBeGreaterThan(1);
    expect(refused[0]!.message).toMatch(
      /^Error creating: pods "agent-\w{5}" is forbidden: exceeded quota: pq, requested: pods=1, used: pods=2, limited: pods=2$/,
    );
  });

  it('counts an unreachable node as one where it should not be, until it is back', async () => {
    simulation = await simulate(5);
    await simulation.client.create(daemonSet, agent());
    await simulation.run(10);
    const silent = (value: string | null) =>
      simulation.client.patch(
        node,
        { name: 'node-1' },
        { type: 'merge', body: { metadata: { annotations: { 'sim/silent': value } } } },
      );
    await silent('true');
    await simulation.run(60);
    expect(await status()).toMatchObject({
      desiredNumberScheduled: 4,
      currentNumberScheduled: 4,
      numberMisscheduled: 1,
      numberReady: 4,
      updatedNumberScheduled: 4,
      numberAvailable: 4,
    });
    const there = (await simulation.pods()).find(({ spec }) => spec.nodeName === 'node-1')!;
    const isReady = async (value: string): Promise<void> => {
      const body = { metadata: { annotations: { 'sim/ready': value } } };
      const { namespace, name } = there.metadata;
      await simulation.client.patch(pod, { namespace, name }, { type: 'merge', body });
      await simulation.run(10);
    };
    await isReady('false');
    await silent(null);
    await simulation.run(10);
    expect(await status()).toMatchObject({
      desiredNumberScheduled: 5,
      currentNumberScheduled: 5,
      numberMisscheduled: 0,
      numberReady: 4,
      numberUnavailable: 1,
    });
    await isReady('true');
    expect(await status()).toMatchObject({ numberReady: 5 });
  });

  it('follows nodes: taints, new ones, lost ones', async () => {
    simulation = await simulate(3);
    await simulation.client.create(daemonSet, agent());
    await simulation.run(10);
    const taints = [{ key: 'a', effect: 'NoExecute' }];
    await simulation.client.patch(
      node,
      { name: 'node-2' },
      { type: 'merge', body: { spec: { taints } } },
    );
    await simulation.run(10);
    expect(await status()).toMatchObject({ desiredNumberScheduled: 2, numberReady: 2 });
    await simulation.client.create(node, { metadata: { name: 'node-4' } });
    await simulation.run(20);
    expect(await status()).toMatchObject({ desiredNumberScheduled: 3, numberReady: 3 });
    await simulation.client.delete(node, { name: 'node-1' });
    await simulation.run(5);
    // The controller gets no event for a removed node; it learns when the pod is collected.
    expect(await status()).toMatchObject({ desiredNumberScheduled: 3 });
    await simulation.run(90);
    expect(await status()).toMatchObject({ desiredNumberScheduled: 2, currentNumberScheduled: 2 });
  });
});

function reasonOf(object: object): string | undefined {
  return (object as { reason?: string }).reason;
}
