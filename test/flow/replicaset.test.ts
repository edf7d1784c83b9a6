/** The ReplicaSet controller in a whole control plane. */
import { afterEach, describe, expect, it } from 'vitest';
import { event, node, pod, replicaSet, replicationController } from '#kinds';
import type { Event, Pod, ReplicaSet, ReplicationController } from '#types';
import type { NewObject } from '#values';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const timing = { 'sim/start-seconds': '3', 'sim/ready-seconds': '2', 'sim/terminate-seconds': '2' };
const web = { namespace: 'default', name: 'web' };

const template = {
  metadata: { labels: { app: 'web' }, annotations: timing },
  spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
};

function set(spec: Partial<ReplicaSet['spec']> = {}): NewObject<ReplicaSet> {
  return {
    metadata: web,
    spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template, ...spec },
  };
}

const scale = (replicas: number): Promise<unknown> =>
  simulation.client.patch(replicaSet, web, { type: 'merge', body: { spec: { replicas } } });

const status = async (): Promise<ReplicaSet['status']> =>
  (await simulation.get(replicaSet, 'web')).status;

/** replicas/ready/available */
function numbers(): readonly (readonly [number, string])[] {
  return evolution(simulation, 'ReplicaSet', 'web', (object) => {
    const { replicas, readyReplicas = 0, availableReplicas = 0 } = (object as ReplicaSet).status;
    return `${String(replicas)}/${String(readyReplicas)}/${String(availableReplicas)}`;
  });
}

async function events(reason: string): Promise<readonly Event[]> {
  const { items } = await simulation.client.list(event);
  return items.filter((each) => each.reason === reason);
}

const names = (pods: readonly Pod[]): readonly string[] =>
  pods.map(({ metadata }) => metadata.name).sort();

describe('a ReplicaSet', () => {
  it('creates pods, and replaces those that are deleted without waiting for them to end', async () => {
    simulation = await simulate(2);
    await simulation.client.create(replicaSet, set());
    await simulation.run(10);
    const [victim] = await simulation.pods();
    await simulation.client.delete(pod, { namespace: 'default', name: victim!.metadata.name });
    await simulation.run(0);
    expect(await simulation.pods()).toHaveLength(4);
    await simulation.run(20);
    expect(names(await simulation.pods())).not.toContain(victim!.metadata.name);
    // A pod on its way out is not counted.
    expect(numbers()).toEqual([
      [0, '3/0/0'],
      [5, '3/3/3'],
      [10, '3/2/2'],
      [15, '3/3/3'],
    ]);
    expect(await status()).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      observedGeneration: 1,
    });
    expect(await events('SuccessfulCreate')).toHaveLength(4);
  });

  it('makes pods from its template, owned by it', async () => {
    simulation = await simulate(1);
    const { metadata } = await simulation.client.create(replicaSet, set({ replicas: 1 }));
    await simulation.run(0);
    const [made] = await simulation.pods();
    expect(made!.metadata).toMatchObject({ generateName: 'web-', labels: { app: 'web' } });
    expect(made!.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: 'web',
        uid: metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
  });

  it('takes the cheapest pods first when there are too many', async () => {
    simulation = await simulate(3);
    await simulation.client.create(replicaSet, set());
    await simulation.run(10);
    const pods = await simulation.pods();
    const cheap = pods[1]!.metadata.name;
    const annotations = { 'controller.kubernetes.io/pod-deletion-cost': '-5' };
    await simulation.client.patch(
      pod,
      { namespace: 'default', name: cheap },
      { type: 'merge', body: { metadata: { annotations } } },
    );
    await scale(2);
    await simulation.run(10);
    expect(names(await simulation.pods())).toEqual(names(pods.filter((_, i) => i !== 1)));
    expect((await events('SuccessfulDelete')).map(({ message }) => message)).toEqual([
      `Deleted pod: ${cheap}`,
    ]);
    expect((await status()).observedGeneration).toBe(2);
  });

  it('counts pods as available only minReadySeconds after they are ready', async () => {
    simulation = await simulate(1);
    await simulation.client.create(replicaSet, set({ replicas: 2, minReadySeconds: 10 }));
    await simulation.run(30);
    expect(numbers()).toEqual([
      [0, '2/0/0'],
      [5, '2/2/0'],
      [15.001, '2/2/2'],
    ]);
  });

  it('replaces finished pods, and leaves them', async () => {
    simulation = await simulate(1);
    await simulation.client.create(replicaSet, set({ replicas: 1 }));
    await simulation.run(10);
    const [running] = await simulation.pods();
    const failed = { ...running!, status: { ...running!.status, phase: 'Failed' as const } };
    await simulation.client.update(pod, failed, { subresource: 'status' });
    await simulation.run(10);
    expect((await simulation.pods()).map(({ status }) => status.phase).sort()).toEqual([
      'Failed',
      'Running',
    ]);
    expect(await status()).toMatchObject({ replicas: 1, readyReplicas: 1 });
  });

  it('adopts pods that match and releases those that no longer do', async () => {
    simulation = await simulate(1);
    const metadata = { ...template.metadata, namespace: 'default', name: 'orphan' };
    await simulation.client.create(pod, { ...template, metadata });
    await simulation.client.create(replicaSet, set({ replicas: 2 }));
    await simulation.run(10);
    expect(await simulation.pods()).toHaveLength(2);
    const body = { metadata: { labels: { app: 'other' } } };
    await simulation.client.patch(
      pod,
      { namespace: 'default', name: 'orphan' },
      { type: 'merge', body },
    );
    await simulation.run(10);
    expect(await simulation.pods()).toHaveLength(3);
    const released = await simulation.get(pod, 'orphan');
    expect(released.metadata.ownerReferences).toBeUndefined();
    expect(await status()).toMatchObject({ replicas: 2, fullyLabeledReplicas: 2 });
  });

  it('reports pods that it could not create, until it can', async () => {
    simulation = await simulate(1);
    // Templates are validated as pods are, so what is amiss has to be elsewhere.
    const classy = { ...template, spec: { ...template.spec, priorityClassName: 'gone' } };
    await simulation.client.create(replicaSet, set({ replicas: 2, template: classy }));
    await simulation.run(1);
    const { conditions, replicas, observedGeneration } = await status();
    expect({ replicas, observedGeneration }).toEqual({ replicas: 0, observedGeneration: 1 });
    expect(conditions).toEqual([
      {
        type: 'ReplicaFailure',
        status: 'True',
        reason: 'FailedCreate',
        message: 'pods "web-" is forbidden: no PriorityClass with name gone was found',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ]);
    expect((await events('FailedCreate'))[0]).toMatchObject({
      type: 'Warning',
      message:
        'Error creating: pods "web-" is forbidden: no PriorityClass with name gone was found',
    });
    await simulation.client.patch(replicaSet, web, {
      type: 'merge',
      body: { spec: { template: { spec: { priorityClassName: null } } } },
    });
    await simulation.run(10);
    expect(await status()).toMatchObject({ replicas: 2, readyReplicas: 2, observedGeneration: 2 });
    expect((await status()).conditions).toBeUndefined();
  });

  it('creates at most 500 pods in a pass, and gets there', async () => {
    simulation = await simulate(0);
    await simulation.client.create(replicaSet, set({ replicas: 1200 }));
    await simulation.run(1);
    expect((await status()).replicas).toBe(1200);
    expect(await simulation.pods()).toHaveLength(1200);
    await scale(0);
    await simulation.run(1);
    expect(await simulation.pods()).toHaveLength(0);
    expect(await status()).toEqual({ replicas: 0, observedGeneration: 2 });
  });

  it('outlives a node', async () => {
    simulation = await simulate(2);
    await simulation.client.create(replicaSet, set({ replicas: 4 }));
    await simulation.run(10);
    await simulation.client.delete(node, { name: 'node-1' });
    await simulation.run(120);
    const pods = await simulation.pods();
    expect(new Set(pods.map(({ spec }) => spec.nodeName))).toEqual(new Set(['node-2']));
    expect(await status()).toMatchObject({ replicas: 4, readyReplicas: 4 });
  });
});

describe('a ReplicationController', () => {
  it('does the same with plain labels', async () => {
    simulation = await simulate(1);
    const rc: NewObject<ReplicationController> = {
      metadata: web,
      spec: { replicas: 2, template },
    };
    await simulation.client.create(replicationController, rc);
    await simulation.run(10);
    const { status: rcStatus } = await simulation.get(replicationController, 'web');
    expect(rcStatus).toMatchObject({ replicas: 2, readyReplicas: 2, observedGeneration: 1 });
    const [made] = await simulation.pods();
    expect(made!.metadata.ownerReferences).toMatchObject([
      { apiVersion: 'v1', kind: 'ReplicationController', name: 'web' },
    ]);
    expect((await events('SuccessfulCreate'))[0]!.source).toEqual({
      component: 'replication-controller',
    });
  });
});
