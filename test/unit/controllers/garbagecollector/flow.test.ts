import { afterEach, describe, expect, test } from 'vitest';
import {
  controllerRevision,
  daemonSet as daemonSetKind,
  lease,
  namespace as namespaceKind,
  node,
  pod,
  defaultProfile,
} from '#kinds';
import { isNotFound, type KubeObject } from '#values';
import type { ControllerRevision, ObjectMeta, OwnerReference } from '#types';
import { Random } from '#clock';
import { ControllerManager, type ControllerDefinition } from '#runtime';
import { daemonSet } from '../../../../controllers/daemonset/index.ts';
import { garbageCollector } from '../../../../controllers/garbagecollector/index.ts';
import { nodeLifecycle } from '../../../../controllers/nodelifecycle/index.ts';
import { scheduler } from '../../../../controllers/scheduler/index.ts';
import { startCluster, type Cluster } from '../cluster.ts';

let cluster: Cluster;

afterEach(() => {
  expect(cluster.errors).toEqual([]);
  cluster.simulator.stop();
});

async function startWith(...controllers: readonly ControllerDefinition[]): Promise<void> {
  cluster = await startCluster([...controllers, garbageCollector]);
}

/** Starts the collector in a cluster that is running without one. */
async function startLate(): Promise<ControllerManager> {
  const { clock, clients } = cluster.simulator;
  const manager = new ControllerManager({
    clock,
    clients,
    random: new Random(1),
    profile: defaultProfile,
    onError: (...error) => cluster.errors.push(error),
  });
  await manager.start([garbageCollector]);
  await cluster.run();
  return manager;
}

/** ControllerRevisions stand for objects of any kind: they do nothing by themselves. */
async function add(name: string, metadata: Partial<ObjectMeta> = {}): Promise<ControllerRevision> {
  const made = await cluster.client.create(controllerRevision, {
    metadata: { namespace: 'default', name, ...metadata },
    data: {},
    revision: 1,
  });
  await cluster.run();
  return made;
}

function ownedBy(owner: KubeObject, parts: Partial<OwnerReference> = {}): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, ...parts };
}

const ref = (name: string) => ({ namespace: 'default', name });

async function find(name: string): Promise<ControllerRevision | undefined> {
  try {
    return await cluster.client.get(controllerRevision, ref(name));
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function names(): Promise<readonly string[]> {
  const { items } = await cluster.client.list(controllerRevision);
  return items.map(({ metadata }) => metadata.name);
}

async function remove(
  name: string,
  propagationPolicy?: 'Background' | 'Foreground' | 'Orphan',
): Promise<void> {
  await cluster.client.delete(controllerRevision, ref(name), { propagationPolicy });
  await cluster.run();
}

describe('an object whose owner goes', () => {
  test('goes after it, and so do its own dependents', async () => {
    await startWith();
    const a = await add('a');
    const b = await add('b', { ownerReferences: [ownedBy(a)] });
    await add('c', { ownerReferences: [ownedBy(b)] });
    await add('other');
    await remove('a');
    expect(await names()).toEqual(['other']);
  });

  test('stays when it has another owner, without the reference', async () => {
    await startWith();
    const [a, b] = [await add('a'), await add('b')];
    await add('c', { ownerReferences: [ownedBy(a), ownedBy(b)] });
    await remove('a');
    expect((await find('c'))?.metadata.ownerReferences).toEqual([ownedBy(b)]);
    await remove('b');
    expect(await names()).toEqual([]);
  });

  test('goes when the owner was gone before it came', async () => {
    await startWith();
    const a = await add('a');
    await remove('a');
    await add('b', { ownerReferences: [ownedBy(a)] });
    await add('c', { ownerReferences: [ownedBy(a)] });
    expect(await names()).toEqual([]);
  });

  test('is not kept by a new owner of the same name', async () => {
    await startWith();
    const a = await add('a');
    await remove('a');
    await add('a');
    await add('b', { ownerReferences: [ownedBy(a)] });
    expect(await names()).toEqual(['a']);
  });

  test('is not kept by an owner of the same uid and another name', async () => {
    await startWith();
    const a = await add('a');
    await add('b', { ownerReferences: [ownedBy(a, { name: 'wrong' })] });
    expect(await names()).toEqual(['a']);
  });

  test('stays when the owner is of an unknown kind', async () => {
    await startWith();
    const a = await add('a');
    await add('b', { ownerReferences: [ownedBy(a, { kind: 'Bogus' })] });
    await remove('a');
    expect(await names()).toEqual(['b']);
  });

  test('goes when the collector only comes after it all', async () => {
    cluster = await startCluster([]);
    const a = await add('a');
    await add('b', { ownerReferences: [ownedBy(a)] });
    await remove('a');
    expect(await names()).toEqual(['b']);
    const manager = await startLate();
    expect(await names()).toEqual([]);
    manager.stop();
  });
});

describe('owners in other places', () => {
  test('are none, and an event says so', async () => {
    await startWith();
    await cluster.client.create(namespaceKind, { metadata: { name: 'other' } });
    const owner = await add('owner', { namespace: 'other' });
    const child = await add('child', { ownerReferences: [ownedBy(owner)] });
    await cluster.run(1);
    expect(await names()).toEqual(['owner']);
    const [told, ...more] = await cluster.events('OwnerRefInvalidNamespace');
    const { uid } = owner.metadata;
    expect(told).toMatchObject({
      type: 'Warning',
      involvedObject: { kind: 'ControllerRevision', name: 'child', uid: child.metadata.uid },
      source: { component: 'garbage-collector-controller' },
      message: `ownerRef [apps/v1/ControllerRevision, namespace: default, name: owner, uid: ${uid}] does not exist in namespace "default"`,
    });
    expect(more).toEqual([]);
  });

  test('may be without a namespace', async () => {
    await startWith();
    await cluster.addNode('n1');
    const machine = await cluster.node('n1');
    await add('child', { ownerReferences: [ownedBy(machine)] });
    await cluster.run(15);
    const leases = { namespace: 'kube-node-lease', name: 'n1' };
    expect(await names()).toEqual(['child']);
    expect((await cluster.client.get(lease, leases)).metadata.ownerReferences).toHaveLength(1);
    await cluster.client.delete(node, { name: 'n1' });
    await cluster.run(1);
    expect(await names()).toEqual([]);
    await expect(cluster.client.get(lease, leases)).rejects.toSatisfy(isNotFound);
  });

  test('keep objects that have no namespace themselves', async () => {
    await startWith();
    const owner = await add('owner');
    await cluster.addNode('n1', {}, { ownerReferences: [ownedBy(owner)] });
    await remove('owner');
    await cluster.run(1);
    expect((await cluster.node('n1')).metadata.ownerReferences).toHaveLength(1);
  });
});

describe('deletion in the foreground', () => {
  const blockOwnerDeletion = true;

  test('takes dependents first, from the leaves up', async () => {
    await startWith();
    const a = await add('a');
    const b = await add('b', { ownerReferences: [ownedBy(a, { blockOwnerDeletion })] });
    await add('c', { ownerReferences: [ownedBy(b, { blockOwnerDeletion })] });
    await remove('a', 'Foreground');
    expect(await names()).toEqual([]);
    const gone = await cluster.writes('controllerrevisions.apps');
    const order = gone
      .filter(({ type }) => type === 'deleted')
      .map(({ value }) => value.metadata.name);
    expect(order).toEqual(['c', 'b', 'a']);
  });

  test('waits for dependents that block, and for no others', async () => {
    await startWith();
    const a = await add('a');
    const finalizers = ['example.com/hold'];
    const kept = { ownerReferences: [ownedBy(a, { blockOwnerDeletion })], finalizers };
    await add('blocks', kept);
    await add('does-not', { ownerReferences: [ownedBy(a)], finalizers });
    await remove('a', 'Foreground');
    expect(await names()).toEqual(['a', 'blocks', 'does-not']);
    expect((await find('a'))?.metadata.finalizers).toEqual(['foregroundDeletion']);
    await cluster.client.patch(controllerRevision, ref('blocks'), {
      type: 'merge',
      body: { metadata: { finalizers: null } },
    });
    await cluster.run();
    expect(await names()).toEqual(['does-not']);
  });

  test('continues when a dependent is released', async () => {
    await startWith();
    const [a, b] = [await add('a'), await add('b')];
    const ownerReferences = [ownedBy(a, { blockOwnerDeletion }), ownedBy(b)];
    await add('c', { ownerReferences });
    await remove('a', 'Foreground');
    expect(await names()).toEqual(['b', 'c']);
    expect((await find('c'))?.metadata.ownerReferences).toEqual([ownedBy(b)]);
  });

  test('comes to an end when objects own each other', async () => {
    await startWith();
    const a = await add('a');
    const b = await add('b', { ownerReferences: [ownedBy(a, { blockOwnerDeletion })] });
    const body = { metadata: { ownerReferences: [ownedBy(b, { blockOwnerDeletion })] } };
    await cluster.client.patch(controllerRevision, ref('a'), { type: 'merge', body });
    await cluster.run();
    await remove('a', 'Foreground');
    expect(await names()).toEqual([]);
  });

  test('keeps what it has begun when the collector restarts', async () => {
    cluster = await startCluster([]);
    const a = await add('a');
    await add('b', { ownerReferences: [ownedBy(a, { blockOwnerDeletion })] });
    await remove('a', 'Foreground');
    expect(await names()).toEqual(['a', 'b']);
    const manager = await startLate();
    expect(await names()).toEqual([]);
    manager.stop();
  });
});

describe('orphaning', () => {
  test('lets all dependents go before the owner', async () => {
    await startWith();
    const [a, b] = [await add('a'), await add('b')];
    await add('c', { ownerReferences: [ownedBy(a)] });
    await add('d', { ownerReferences: [ownedBy(a), ownedBy(b)] });
    await remove('a', 'Orphan');
    expect(await names()).toEqual(['b', 'c', 'd']);
    expect((await find('c'))?.metadata.ownerReferences).toBeUndefined();
    expect((await find('d'))?.metadata.ownerReferences).toEqual([ownedBy(b)]);
    const changes = await cluster.writes('controllerrevisions.apps');
    expect(changes.at(-1)).toMatchObject({ type: 'deleted', value: { metadata: { name: 'a' } } });
  });

  test('leaves other finalizers', async () => {
    await startWith();
    await add('a', { finalizers: ['example.com/hold'] });
    await remove('a', 'Orphan');
    expect((await find('a'))?.metadata.finalizers).toEqual(['example.com/hold']);
  });
});

describe('a DaemonSet', () => {
  const agent = ref('agent');

  async function startAgent(): Promise<void> {
    await startWith(daemonSet, nodeLifecycle, scheduler);
    await cluster.addNode('n1');
    await cluster.addNode('n2');
    await cluster.run(3);
    const labels = { app: 'agent' };
    await cluster.client.create(daemonSetKind, {
      metadata: agent,
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { 'sim/terminate-seconds': '5' } },
          spec: { containers: [{ name: 'main', image: 'app:v1' }] },
        },
      },
    });
    await cluster.run(7);
    expect(await cluster.podNames()).toHaveLength(2);
  }

  const exists = async (): Promise<boolean> =>
    (await cluster.client.list(daemonSetKind)).items.length > 0;

  test('deleted in the foreground goes when its pods have', async () => {
    await startAgent();
    await cluster.client.delete(daemonSetKind, agent, { propagationPolicy: 'Foreground' });
    await cluster.run(3);
    const { metadata, status } = await cluster.client.get(daemonSetKind, agent);
    expect(metadata).toMatchObject({ generation: 2, finalizers: ['foregroundDeletion'] });
    expect(status).toMatchObject({ numberReady: 2, observedGeneration: 1 });
    expect(await names()).toEqual([]);
    const { items } = await cluster.client.list(pod);
    expect(items.map((item) => item.metadata.deletionTimestamp)).not.toContain(undefined);
    await cluster.run(1.9);
    expect(await exists()).toBe(true);
    await cluster.run(0.2);
    expect(await exists()).toBe(false);
    expect(await cluster.podNames()).toEqual([]);
  });

  test('deleted in the background goes before its pods', async () => {
    await startAgent();
    await cluster.client.delete(daemonSetKind, agent);
    await cluster.run();
    expect(await exists()).toBe(false);
    expect(await cluster.podNames()).toHaveLength(2);
    await cluster.run(6);
    expect(await cluster.podNames()).toEqual([]);
    expect(await names()).toEqual([]);
  });

  test('deleted as an orphanage leaves pods and revisions to whoever comes', async () => {
    await startAgent();
    await cluster.client.delete(daemonSetKind, agent, { propagationPolicy: 'Orphan' });
    await cluster.run(5);
    expect(await exists()).toBe(false);
    const { items: pods } = await cluster.client.list(pod);
    const { items: revisions } = await cluster.client.list(controllerRevision);
    expect([pods.length, revisions.length]).toEqual([2, 1]);
    for (const { metadata } of [...pods, ...revisions]) {
      expect(metadata.ownerReferences).toBeUndefined();
      expect(metadata.deletionTimestamp).toBeUndefined();
    }
  });
});
