import { describe, expect, it } from 'vitest';
import { node as nodeKind, pod as podKind } from '#kinds';
import type { Node } from '#types';
import { pool } from '#pool';
import { makeContainer } from './objects.ts';
import { poolRig, type PoolRig } from './rig.ts';

function conditionsOf({ status }: Node): string[] {
  return status.conditions!.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
}

const healthy = [
  'MemoryPressure=False KubeletHasSufficientMemory',
  'DiskPressure=False KubeletHasNoDiskPressure',
  'PIDPressure=False KubeletHasSufficientPID',
  'Ready=True KubeletReady',
];

/** The node controller's verdict on a silent node: the node and its pods are not ready. */
async function condemn(rig: PoolRig): Promise<void> {
  const node = await rig.node();
  const conditions = node.status.conditions!.map((each) => ({ ...each, status: 'Unknown' }));
  await rig.client.update(
    nodeKind,
    { ...node, status: { ...node.status, conditions } },
    { subresource: 'status' },
  );
  for (const pod of (await rig.client.list(podKind)).items) {
    const falling = (pod.status.conditions ?? []).map((each) =>
      each.type === 'Ready' ? { ...each, status: 'False' } : each,
    );
    const status = { ...pod.status, conditions: falling };
    await rig.client.update(podKind, { ...pod, status }, { subresource: 'status' });
  }
  await rig.run();
}

describe('the images of a node', () => {
  it.each([
    ['0', 9, []],
    ['0.001', 9, ['app:1']],
    ['4', 3, []],
    ['4', 9, ['app:1']],
  ])('with a pull of %s s, after %i s', async (pull, seconds, expected) => {
    const rig = await poolRig();
    await rig.addNode('n1');
    const spec = { containers: [{ ...makeContainer(), image: 'app:1' }] };
    await rig.addPod({ annotations: { 'sim/pull-seconds': pull }, spec });
    await rig.run(seconds);
    const { images = [] } = (await rig.node()).status;
    expect(images.flatMap(({ names }) => names ?? [])).toEqual(expected);
    rig.manager.stop();
  });
});

describe('a node', () => {
  it('is taken over as soon as it appears', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    const node = await rig.node();
    const capacity = { cpu: '4', memory: '8Gi', pods: '110', 'ephemeral-storage': '50Gi' };
    expect(node.status).toMatchObject({
      capacity,
      allocatable: capacity,
      addresses: [
        { type: 'InternalIP', address: '172.18.0.2' },
        { type: 'Hostname', address: 'n1' },
      ],
      nodeInfo: { kubeletVersion: 'v1.24.17' },
    });
    expect(conditionsOf(node)).toEqual(healthy);
    const at = '2026-11-20T20:00:00Z';
    for (const condition of node.status.conditions!) {
      expect(condition).toMatchObject({ lastHeartbeatTime: at, lastTransitionTime: at });
    }
    expect(await rig.lease()).toMatchObject({
      metadata: {
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: node.metadata.uid }],
      },
      spec: {
        holderIdentity: 'n1',
        leaseDurationSeconds: 40,
        renewTime: '2026-11-20T20:00:00.000000Z',
      },
    });
    expect(rig.errors).toEqual([]);
  });

  it('has a machine of its own, from the seed, with another boot id after it was off', async () => {
    const infoOf = async (rig: PoolRig, name: string) => {
      const { machineID, systemUUID, bootID } = (await rig.node(name)).status.nodeInfo!;
      return { machineID, systemUUID, bootID };
    };
    const rig = await poolRig();
    for (const name of ['n1', 'n2']) await rig.addNode(name);
    const first = await infoOf(rig, 'n1');
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    expect(first).toEqual({
      machineID: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      systemUUID: expect.stringMatching(uuid) as string,
      bootID: expect.stringMatching(uuid) as string,
    });
    const all = [...Object.values(first), ...Object.values(await infoOf(rig, 'n2'))];
    expect(new Set(all).size).toBe(6);
    // A node that comes later, or alone, is the same machine.
    const other = await poolRig();
    await other.addNode('n2');
    await other.addNode('n1');
    expect(await infoOf(other, 'n1')).toEqual(first);
    // Shorter than anybody notices.
    await rig.run(15);
    await rig.annotateNode({ 'sim/off': 'true' });
    await rig.run(5);
    await rig.annotateNode({ 'sim/off': null });
    await rig.run(1);
    const second = await infoOf(rig, 'n1');
    expect(second).toEqual({ ...first, bootID: expect.stringMatching(uuid) as string });
    expect(second.bootID).not.toBe(first.bootID);
    await rig.run(600);
    expect(await infoOf(rig, 'n1')).toEqual(second);
    expect(rig.errors).toEqual([]);
  });

  it('offers the extended resources that are patched into its capacity, as long as they are there', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    const patch = async (amount: string | null): Promise<void> => {
      const body = {
        status: { capacity: { 'example.com/gpu': amount, 'kubernetes.io/own': '7' } },
      };
      const options = { subresource: 'status' } as const;
      await rig.client.patch(nodeKind, { name: 'n1' }, { type: 'merge', body }, options);
      await rig.run(11);
    };
    await patch('3');
    expect((await rig.node()).status.allocatable).toEqual({
      ...{ cpu: '4', memory: '8Gi', pods: '110', 'ephemeral-storage': '50Gi' },
      'example.com/gpu': '3',
    });
    await patch(null);
    expect((await rig.node()).status.allocatable).not.toHaveProperty(['example.com/gpu']);
    expect(rig.errors).toEqual([]);
  });

  it('keeps its own description', async () => {
    const rig = await poolRig();
    const capacity = { cpu: '16', pods: '250' };
    const addresses = [{ type: 'InternalIP', address: '192.168.7.7' }];
    await rig.client.create(nodeKind, {
      metadata: { name: 'n1' },
      status: { capacity, addresses },
    });
    await rig.addPod();
    expect((await rig.node()).status).toMatchObject({ capacity, allocatable: capacity });
    expect((await rig.node()).status.addresses).toEqual([
      ...addresses,
      { type: 'Hostname', address: 'n1' },
    ]);
    expect((await rig.pod()).status.hostIP).toBe('192.168.7.7');
  });

  it('renews its lease every 10 s and posts its status every 5 min, and nothing else', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    await rig.run(2.5);
    await rig.addNode('n2');
    await rig.addNode('n3');
    const since = rig.base.store.revision();
    await rig.run(3600);
    const times = (await rig.writes('leases.coordination.k8s.io', since)).map(
      ({ key, time }) => `${key} ${time % 10_000}`,
    );
    expect(times.length).toBe(3 * 360);
    expect(new Set(times)).toEqual(
      new Set(['kube-node-lease/n1 0', 'kube-node-lease/n2 2500', 'kube-node-lease/n3 2500']),
    );
    expect((await rig.lease()).spec.renewTime).toBe('2026-11-20T21:00:00.000000Z');
    const posts = await rig.writes('nodes', since);
    expect(posts.length).toBe(3 * 12);
    expect((await rig.node()).status.conditions![3]).toMatchObject({
      lastHeartbeatTime: '2026-11-20T21:00:00Z',
      lastTransitionTime: '2026-11-20T20:00:00Z',
    });
  });

  it('whose conditions somebody else wrote gets its own back with the next renewal', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    await rig.run(12);
    await condemn(rig);
    expect(conditionsOf(await rig.node())).not.toEqual(healthy);
    await rig.run(8);
    expect(conditionsOf(await rig.node())).toEqual(healthy);
  });
});

describe('a silent node', () => {
  it('renews once more, and then nothing', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    await rig.run(12);
    await rig.annotateNode({ 'sim/silent': 'true' });
    expect((await rig.lease()).spec.renewTime).toBe('2026-11-20T20:00:12.000000Z');
    const since = rig.base.store.revision();
    await rig.run(3600);
    expect(rig.base.store.revision()).toBe(since);
  });

  it('freezes its pods, which then get the status that they should have', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    await rig.addNode('n2');
    const never = { restartPolicy: 'Never' } as const;
    await rig.addPod({ name: 'steady' });
    await rig.addPod({ name: 'slow', annotations: { 'sim/ready-seconds': '20' } });
    await rig.addPod({ name: 'ending', annotations: { 'sim/run-seconds': '20' }, spec: never });
    await rig.addPod({ name: 'crashing', annotations: { 'sim/run-seconds': '2' } });
    await rig.addPod({ name: 'leaving', annotations: { 'sim/terminate-seconds': '9' } });
    await rig.addPod({
      name: 'elsewhere',
      annotations: { 'sim/ready-seconds': '20' },
      spec: { nodeName: 'n2' },
    });
    await rig.run(4);
    await rig.deletePod('leaving');
    await rig.addPod({ name: 'starting', annotations: { 'sim/start-seconds': '20' } });
    await rig.annotateNode({ 'sim/silent': 'true' });
    await rig.addPod({ name: 'new' });
    await condemn(rig);
    const since = rig.base.store.revision();
    await rig.run(60);
    const touched = (await rig.writes('pods', since)).map(({ key }) => key);
    expect(new Set(touched)).toEqual(new Set(['default/elsewhere']));

    await rig.annotateNode({ 'sim/silent': null });
    expect(conditionsOf(await rig.node())).toEqual(healthy);
    expect((await rig.lease()).spec.renewTime).toBe('2026-11-20T20:01:04.000000Z');
    const names = ['steady', 'slow', 'ending', 'crashing', 'leaving', 'starting', 'new'];
    const glances = await Promise.all(names.map((name) => rig.glance(name)));
    expect(Object.fromEntries(names.map((name, index) => [name, glances[index]]))).toEqual({
      steady: 'Running ready',
      slow: 'Running ready',
      ending: 'Succeeded unready Completed',
      crashing: 'Running ready 1',
      leaving: 'gone',
      starting: 'Running ready',
      new: 'Pending unready ContainerCreating',
    });
    expect(rig.errors).toEqual([]);
  });
});

describe('a node that is deleted', () => {
  it('leaves its pods as they are', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    await rig.addPod();
    await rig.addPod({ name: 'ending', annotations: { 'sim/run-seconds': '20' } });
    await rig.run(5);
    await rig.deletePod('web');
    await rig.client.delete(nodeKind, { name: 'n1' });
    await rig.run();
    const since = rig.base.store.revision();
    await rig.run(600);
    expect(rig.base.store.revision()).toBe(since);
    expect(await rig.glance('ending')).toBe('Running ready');

    await rig.addNode('n1');
    await rig.run();
    expect(await rig.glance('web')).toBe('gone');
    expect(await rig.glance('ending')).toBe('Running unready CrashLoopBackOff');
    expect((await rig.lease()).spec.renewTime).toBe('2026-11-20T20:10:05.000000Z');
    expect((await rig.lease()).metadata.ownerReferences![0]!.uid).toBe(
      (await rig.node()).metadata.uid,
    );
    expect(rig.errors).toEqual([]);
  });
});

describe('a pool that restarts', () => {
  it('continues where it was', async () => {
    const rig = await poolRig();
    await rig.addNode('n1');
    await rig.addNode('n2');
    await rig.addPod({ name: 'steady', spec: { nodeName: 'n2' } });
    await rig.addPod({ name: 'slow', annotations: { 'sim/ready-seconds': '20' } });
    await rig.addPod({
      name: 'ended',
      annotations: { 'sim/run-seconds': '2' },
      spec: { restartPolicy: 'Never' },
    });
    await rig.addPod({ name: 'crashing', annotations: { 'sim/run-seconds': '5' } });
    await rig.addPod({ name: 'leaving', annotations: { 'sim/terminate-seconds': '20' } });
    await rig.run(8);
    await rig.deletePod('leaving');
    const steady = await rig.pod('steady');
    rig.manager.stopOne('pool');
    await rig.run(2);
    const since = rig.base.store.revision();
    await rig.manager.start([pool()]);
    await rig.run();
    expect((await rig.writes('pods', since)).map(({ key }) => key)).toEqual([]);

    await rig.addPod({ name: 'fresh', spec: { nodeName: 'n2' } });
    await rig.run(5.9); // 15.9
    expect(await rig.glance('crashing')).toBe('Running unready CrashLoopBackOff');
    await rig.run(0.1);
    expect(await rig.glance('crashing')).toBe('Running ready 1');
    await rig.run(4.9);
    expect(await rig.glance('slow')).toBe('Running unready');
    await rig.run(0.1);
    expect(await rig.glance('slow')).toBe('Running ready');
    await rig.run(6.9);
    expect(await rig.glance('leaving')).toBe('Running ready');
    await rig.run(0.1);
    expect(await rig.glance('leaving')).toBe('gone');
    expect(await rig.glance('ended')).toBe('Succeeded unready Completed');
    expect(await rig.pod('steady')).toBe(steady);
    const fresh = await rig.pod('fresh');
    expect([steady.status.podIP, fresh.status.podIP]).toEqual(['10.128.4.1', '10.128.4.2']);
    expect(rig.errors).toEqual([]);
  });
});

describe('the same again', () => {
  it('gives the same writes', async () => {
    const play = async (): Promise<string> => {
      const rig = await poolRig({ events: true });
      for (const name of ['n1', 'n2', 'n3']) await rig.addNode(name);
      for (let number = 0; number < 20; number++) {
        const annotations = {
          'sim/run-seconds': String(number),
          'sim/exit-code': String(number % 2),
        };
        await rig.addPod({
          name: `p${number}`,
          annotations,
          spec: { nodeName: `n${(number % 3) + 1}` },
        });
      }
      await rig.run(60);
      return JSON.stringify(await rig.writes('pods'));
    };
    expect(await play()).toBe(await play());
  });
});
