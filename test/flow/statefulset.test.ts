/** The StatefulSet controller in a whole control plane. */
import { afterEach, describe, expect, it } from 'vitest';
import { controllerRevision, event, persistentVolumeClaim, pod, statefulSet } from '#kinds';
import type { NewObject } from '#values';
import type { StatefulSet } from '#types';
import { START, evolution, simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
const failures: unknown[] = [];
afterEach(() => {
  simulation.stop();
  expect(failures.splice(0)).toEqual([]);
});

const timing = { 'sim/start-seconds': '3', 'sim/ready-seconds': '2', 'sim/terminate-seconds': '2' };
const db = { namespace: 'default', name: 'db' };

function set(spec: Partial<StatefulSet['spec']> = {}): NewObject<StatefulSet> {
  return {
    metadata: db,
    spec: {
      replicas: 3,
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: {
        metadata: { labels: { app: 'db' }, annotations: timing },
        spec: { containers: [{ name: 'main', image: 'example.com/db:1' }] },
      },
      ...spec,
    },
  };
}

async function begin(spec: Partial<StatefulSet['spec']> = {}, seconds = 30): Promise<void> {
  simulation = await simulate(3, {
    onReconcileError: (actor, key, error) => failures.push([actor, key, error]),
  });
  await simulation.client.create(statefulSet, set(spec));
  await simulation.run(seconds);
}

const patch = (spec: object): Promise<StatefulSet> =>
  simulation.client.patch(statefulSet, db, { type: 'strategic', body: { spec } });

const setImage = (image: string): Promise<StatefulSet> =>
  patch({ template: { spec: { containers: [{ name: 'main', image }] } } });

const get = (): Promise<StatefulSet> => simulation.get(statefulSet, 'db');

/** replicas/ready/available/current/updated */
function numbers(after = 0): readonly (readonly [number, string])[] {
  const all = evolution(simulation, 'StatefulSet', 'db', (object) => {
    const { status } = object as StatefulSet;
    return [
      status.replicas,
      status.readyReplicas ?? 0,
      status.availableReplicas ?? 0,
      status.currentReplicas ?? 0,
      status.updatedReplicas ?? 0,
    ].join('/');
  });
  return all.filter(([seconds]) => seconds >= after);
}

/** `5 create db-1`: when which pod came and went. */
function comings(after = 0): readonly string[] {
  return simulation.changes.flatMap(({ value, type, time }) => {
    const seconds = (time - START) / 1000;
    if (value.kind !== 'Pod' || type === 'updated' || seconds < after) return [];
    return [`${String(seconds)} ${type} ${value.metadata.name}`];
  });
}

const images = async (): Promise<readonly string[]> =>
  (await simulation.pods())
    .map(({ metadata, spec }) => `${metadata.name} ${spec.containers[0]!.image!}`)
    .sort();

describe('a StatefulSet', () => {
  it('creates its pods one after the other', async () => {
    await begin();
    expect(comings()).toEqual(['0 created db-0', '5 created db-1', '10 created db-2']);
    expect(numbers()).toEqual([
      [0, '1/0/0/1/1'],
      [5, '2/1/1/2/2'],
      [10, '3/2/2/3/3'],
      [15, '3/3/3/3/3'],
    ]);
    const { status } = await get();
    const [{ metadata }] = (await simulation.client.list(controllerRevision)).items as [never];
    const { name } = metadata as { name: string };
    expect(status).toEqual({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      observedGeneration: 1,
      currentRevision: name,
      updateRevision: name,
      collisionCount: 0,
    });
    expect((await simulation.get(pod, 'db-1')).metadata).toMatchObject({
      generateName: 'db-',
      labels: {
        app: 'db',
        'controller-revision-hash': name,
        'statefulset.kubernetes.io/pod-name': 'db-1',
      },
      ownerReferences: [{ kind: 'StatefulSet', name: 'db', controller: true }],
    });
    expect((await simulation.get(pod, 'db-1')).spec).toMatchObject({
      hostname: 'db-1',
      subdomain: 'db',
    });
    const { items } = await simulation.client.list(event);
    const messages = items.filter(({ reason }) => reason === 'SuccessfulCreate');
    expect(messages.map(({ message }) => message)).toEqual([
      'create Pod db-0 in StatefulSet db successful',
      'create Pod db-1 in StatefulSet db successful',
      'create Pod db-2 in StatefulSet db successful',
    ]);
  });

  it('deletes the highest pods first, each once the one before is gone', async () => {
    await begin();
    await patch({ replicas: 1 });
    await simulation.run(20);
    expect(comings(30)).toEqual(['32 deleted db-2', '34 deleted db-1']);
    expect((await get()).status).toMatchObject({ replicas: 1, readyReplicas: 1 });
  });

  it('creates a pod again under its name', async () => {
    await begin();
    const { uid } = (await simulation.get(pod, 'db-1')).metadata;
    await simulation.client.delete(pod, { namespace: 'default', name: 'db-1' });
    await simulation.run(10);
    expect(comings(30)).toEqual(['32 deleted db-1', '32 created db-1']);
    expect((await simulation.get(pod, 'db-1')).metadata.uid).not.toBe(uid);
  });

  it('replaces failed pods at once', async () => {
    await begin({ replicas: 1 });
    const running = await simulation.get(pod, 'db-0');
    const failed = { ...running, status: { ...running.status, phase: 'Failed' as const } };
    await simulation.client.update(pod, failed, { subresource: 'status' });
    await simulation.run(10);
    expect(comings(30)).toEqual(['30 deleted db-0', '30 created db-0']);
    const { items } = await simulation.client.list(event);
    expect(items.map(({ message }) => message)).toContain(
      'StatefulSet default/db is recreating failed Pod db-0',
    );
    expect((await get()).status).toMatchObject({ replicas: 1, readyReplicas: 1 });
  });

  it('with the Parallel policy waits for none', async () => {
    await begin({ podManagementPolicy: 'Parallel' });
    expect(comings()).toEqual(['0 created db-0', '0 created db-1', '0 created db-2']);
    await patch({ replicas: 0 });
    await simulation.run(10);
    expect(comings(30)).toEqual(['32 deleted db-2', '32 deleted db-1', '32 deleted db-0']);
  });

  it('waits until a pod is available', async () => {
    await begin({ replicas: 2, minReadySeconds: 4 });
    // Ready at 5 and available after 9; like v1.24 it looks every minReadySeconds, no sooner.
    expect(comings()).toEqual(['0 created db-0', '12.003 created db-1']);
    expect(numbers().at(-1)![1]).toBe('2/2/2/2/2');
  });

  it('creates claims, and keeps them', async () => {
    const spec = {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    };
    await begin({ replicas: 2, volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }] });
    await patch({ replicas: 1 });
    await simulation.run(10);
    const { items } = await simulation.client.list(persistentVolumeClaim);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['data-db-0', 'data-db-1']);
    expect(items[0]!.metadata.labels).toEqual({ app: 'db' });
    expect((await simulation.get(pod, 'db-0')).spec.volumes).toMatchObject([
      { name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } },
    ]);
    const { items: events } = await simulation.client.list(event);
    expect(events.map(({ message }) => message)).toContain(
      'create Claim data-db-0 Pod db-0 in StatefulSet db success',
    );
    await patch({ replicas: 2 });
    await simulation.run(10);
    expect((await get()).status.readyReplicas).toBe(2);
  });
});

describe('a rolling update', () => {
  it('goes from the highest pod to the lowest', async () => {
    await begin();
    const { currentRevision } = (await get()).status;
    await setImage('example.com/db:2');
    await simulation.run(60);
    expect(comings(30)).toEqual([
      '32 deleted db-2',
      '32 created db-2',
      '39 deleted db-1',
      '39 created db-1',
      '46 deleted db-0',
      '46 created db-0',
    ]);
    const { status } = await get();
    expect(status.currentRevision).toBe(status.updateRevision);
    expect(status.currentRevision).not.toBe(currentRevision);
    expect(status).toMatchObject({ currentReplicas: 3, updatedReplicas: 3, readyReplicas: 3 });
  });

  it('leaves pods below the partition, and recreates those from the old revision', async () => {
    await begin({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } });
    await setImage('example.com/db:2');
    await simulation.run(20);
    await simulation.client.delete(pod, { namespace: 'default', name: 'db-0' });
    await simulation.run(20);
    expect(await images()).toEqual([
      'db-0 example.com/db:1',
      'db-1 example.com/db:1',
      'db-2 example.com/db:2',
    ]);
    const { status } = await get();
    expect(status).toMatchObject({ currentReplicas: 2, updatedReplicas: 1 });
    expect(status.currentRevision).not.toBe(status.updateRevision);
    await patch({ updateStrategy: { rollingUpdate: { partition: 0 } } });
    await simulation.run(30);
    expect(await images()).toEqual([0, 1, 2].map((i) => `db-${String(i)} example.com/db:2`));
  });

  it('with OnDelete waits for pods to be deleted by hand', async () => {
    await begin({ updateStrategy: { type: 'OnDelete' } });
    await setImage('example.com/db:2');
    await simulation.run(10);
    expect(comings(30)).toEqual([]);
    await simulation.client.delete(pod, { namespace: 'default', name: 'db-1' });
    await simulation.run(10);
    expect((await images())[1]).toBe('db-1 example.com/db:2');
  });

  it('brings an old revision back as the newest, and keeps as many as the limit says', async () => {
    await begin({ replicas: 1, revisionHistoryLimit: 1 });
    const { currentRevision } = (await get()).status;
    await setImage('example.com/db:2');
    await simulation.run(20);
    await setImage('example.com/db:1');
    await simulation.run(20);
    expect((await get()).status.currentRevision).toBe(currentRevision);
    await setImage('example.com/db:3');
    await simulation.run(20);
    const { items } = await simulation.client.list(controllerRevision);
    expect(items.map(({ revision }) => revision).sort()).toEqual([3, 4]);
  });

  it('stops at a pod that does not start', async () => {
    await begin();
    await setImage('example.com/broken:2');
    await simulation.run(30);
    expect((await get()).status).toMatchObject({ readyReplicas: 2, updatedReplicas: 1 });
  });
});
