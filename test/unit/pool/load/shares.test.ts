import { beforeEach, describe, expect, it } from 'vitest';
import { deployment, node, pod, replicaSet } from '#kinds';
import type { Deployment, OwnerReference, ReplicaSet } from '#types';
import type { NewObject } from '#values';
import { Metrics } from '#pool';
import { poolRig, type PoolRig } from '../rig.ts';

let rig: PoolRig;
beforeEach(async () => {
  rig = await poolRig();
  await rig.addNode('n1');
});

const spec = {
  selector: { matchLabels: { app: 'web' } },
  template: {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', image: 'app:1' }] },
  },
};

const owned = (kind: string, name: string, uid: string): readonly OwnerReference[] => [
  { apiVersion: 'apps/v1', kind, name, uid, controller: true },
];

/** A ReplicaSet, of a Deployment if that has a load too; answers the reference to the ReplicaSet. */
async function addWorkload(
  load: string,
  deploymentLoad?: string,
): Promise<readonly OwnerReference[]> {
  const metadata = { namespace: 'default', name: 'web', annotations: { 'sim/load': load } };
  let ownerReferences: readonly OwnerReference[] = [];
  if (deploymentLoad !== undefined) {
    const annotations = { 'sim/load': deploymentLoad };
    const object = { metadata: { ...metadata, annotations }, spec };
    const made = await rig.client.create(deployment, object as NewObject<Deployment>);
    ownerReferences = owned('Deployment', 'web', made.metadata.uid);
  }
  const object = { metadata: { ...metadata, ownerReferences }, spec };
  const made = await rig.client.create(replicaSet, object as NewObject<ReplicaSet>);
  return owned('ReplicaSet', 'web', made.metadata.uid);
}

async function addPods(
  ownerReferences: readonly OwnerReference[],
  annotations: Record<string, Record<string, string>>,
): Promise<void> {
  for (const [name, own] of Object.entries(annotations)) {
    await rig.client.create(pod, {
      metadata: { namespace: 'default', name, ownerReferences, annotations: own },
      spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'app:1' }] },
    });
  }
  await rig.run(5);
}

/** CPU use by pod. */
async function uses(): Promise<object> {
  const measured = await new Metrics({ clock: rig.base.clock }).ofPods(rig.client, 'default');
  return Object.fromEntries(
    measured.map(({ metadata, containers }) => [metadata.name, containers[0]!.usage.cpu]),
  );
}

describe('load', () => {
  it('is shared by the ready pods, beside what they use themselves', async () => {
    await addPods(await addWorkload('1'), {
      a: {},
      b: { 'sim/cpu': '50m' },
      c: { 'sim/ready': 'false' },
      d: { 'sim/ready': 'false', 'sim/cpu': '5m' },
    });
    await addPods([], { other: {}, own: { 'sim/cpu': '7m' } });
    expect(await uses()).toEqual({ a: '500m', b: '550m', c: '0', d: '5m', own: '7m' });
  });

  it('moves to the pods that are left', async () => {
    const annotations = { 'sim/terminate-seconds': '100' };
    await addPods(await addWorkload('1'), { a: annotations, b: {}, c: {} });
    expect(await uses()).toEqual({ a: '333333333n', b: '333333333n', c: '333333333n' });
    await rig.deletePod('a');
    expect(await uses()).toEqual({ a: '0', b: '500m', c: '500m' });
  });

  it('of a Deployment counts, not its copy on the ReplicaSet', async () => {
    await addPods(await addWorkload('9', '1200m'), { a: {}, b: {} });
    expect(await uses()).toEqual({ a: '600m', b: '600m' });
  });

  it('goes up and down with the time since the workload came', async () => {
    await addPods(await addWorkload('ramp from=0 to=1 at=5 over=10'), { a: {}, b: {} });
    expect(await uses()).toEqual({ a: '0', b: '0' });
    await rig.run(5);
    expect(await uses()).toEqual({ a: '250m', b: '250m' });
    await rig.run(60);
    expect(await uses()).toEqual({ a: '500m', b: '500m' });
  });

  it('stands on the template where the workload itself has none', async () => {
    const template = {
      ...spec.template,
      metadata: { ...spec.template.metadata, annotations: { 'sim/load': '3' } },
    };
    const metadata = { namespace: 'default', name: 'web' };
    const object = { metadata, spec: { ...spec, template } } as NewObject<ReplicaSet>;
    const made = await rig.client.create(replicaSet, object);
    await addPods(owned('ReplicaSet', 'web', made.metadata.uid), { a: {}, b: {} });
    expect(await uses()).toEqual({ a: '1500m', b: '1500m' });
  });

  it('on memory is shared in whole bytes, beside what the pods use themselves', async () => {
    const annotations = { 'sim/load-memory': '1001' };
    const metadata = { namespace: 'default', name: 'web', annotations };
    const made = await rig.client.create(replicaSet, { metadata, spec } as NewObject<ReplicaSet>);
    const owner = owned('ReplicaSet', 'web', made.metadata.uid);
    await addPods(owner, { a: {}, b: { 'sim/memory': '1Ki' } });
    const measured = await new Metrics({ clock: rig.base.clock }).ofPods(rig.client, 'default');
    expect(measured.map(({ containers }) => containers[0]!.usage)).toEqual([
      { cpu: '0', memory: `${64 * 2 ** 20 + 500}` },
      { cpu: '0', memory: '1524' },
    ]);
  });

  it('is lost while no pod is ready', async () => {
    await addPods(await addWorkload('1'), { a: { 'sim/ready': 'false' } });
    expect(await uses()).toEqual({ a: '0' });
  });

  it('that is not a quantity is none', async () => {
    await addPods(await addWorkload('much'), { a: {} });
    expect(await uses()).toEqual({});
  });

  it('shows in the use of nodes', async () => {
    await rig.addNode('n2');
    await addPods(await addWorkload('1'), { a: {}, b: {}, c: {} });
    const measured = await new Metrics({ clock: rig.base.clock }).ofNodes(rig.client);
    expect(measured.map(({ metadata, usage }) => [metadata.name, usage])).toEqual([
      ['n1', { cpu: '999999999n', memory: '192Mi' }],
      ['n2', { cpu: '0', memory: '0' }],
    ]);
    const body = { metadata: { annotations: { 'sim/silent': 'true' } } };
    await rig.client.patch(node, { name: 'n1' }, { type: 'merge', body });
    expect(await uses()).toEqual({});
  });
});
