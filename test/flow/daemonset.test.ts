/** The DaemonSet controller in a whole control plane, by the worked examples of the reference. */
import { afterEach, describe, expect, it } from 'vitest';
import { controllerRevision, daemonSet, node, pod, type DaemonSet, type NewObject } from '#kinds';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const timing = { 'sim/start-seconds': '3', 'sim/ready-seconds': '2', 'sim/terminate-seconds': '2' };

function agent(spec: Partial<DaemonSet['spec']> = {}, annotations = timing): NewObject<DaemonSet> {
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

  it('stops at pods that never start, and goes on when the template comes back', async () => {
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

  it('replaces failed pods at once, then after 1, 2, 4 seconds', async () => {
    simulation = await simulate(1);
    await simulation.client.create(daemonSet, agent());
    await simulation.run(10);
    for (let i = 0; i < 4; i++) {
      const [running] = await simulation.pods();
      const failed = { ...running!, status: { ...running!.status, phase: 'Failed' as const } };
      await simulation.client.update(pod, failed, { subresource: 'status' });
      await simulation.run(20);
    }
    const failures = simulation.changes.filter(
      ({ value, type }) =>
        value.kind === 'Event' && type === 'created' && reasonOf(value) === 'FailedDaemonPod',
    );
    expect(failures).toHaveLength(4);
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
    // Nobody tells the controller of a removed node; it learns when the pod is collected.
    expect(await status()).toMatchObject({ desiredNumberScheduled: 3 });
    await simulation.run(90);
    expect(await status()).toMatchObject({ desiredNumberScheduled: 2, currentNumberScheduled: 2 });
  });
});

function reasonOf(object: object): string | undefined {
  return (object as { reason?: string }).reason;
}
