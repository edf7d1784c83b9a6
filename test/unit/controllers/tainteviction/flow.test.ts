import { expect, it } from 'vitest';
import { node as nodeKind, pod as podKind } from '#kinds';
import type { Toleration } from '#types';
import { nodeLifecycle } from '../../../../controllers/nodelifecycle/index.ts';
import { scheduler } from '../../../../controllers/scheduler/index.ts';
import { taintEviction } from '../../../../controllers/tainteviction/index.ts';
import { startCluster, type Cluster } from '../cluster.ts';

const maintenance = { key: 'maintenance', effect: 'NoExecute' } as const;
const forSeconds = (tolerationSeconds: number): Toleration => ({
  key: 'maintenance',
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds,
});

async function cluster(...tolerations: readonly Toleration[]): Promise<Cluster> {
  const c = await startCluster([scheduler, nodeLifecycle, taintEviction]);
  await c.addNode('n1');
  await c.run();
  await c.addPod('web', { tolerations });
  await c.run(3);
  return c;
}

async function told(c: Cluster): Promise<readonly string[]> {
  return (await c.events('TaintManagerEviction')).map(({ message = '' }) => message);
}

it('evicts at once what does not tolerate a taint', async () => {
  const c = await cluster();
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.run();
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeDefined();
  await c.run(2);
  expect(await c.podNames()).toEqual([]);
  expect(await told(c)).toEqual(['Marking for deletion Pod default/web']);
  expect(c.errors).toEqual([]);
});

it('calls it off when the taint goes in time', async () => {
  const c = await cluster(forSeconds(20));
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.run(19);
  await c.patchNode('n1', { spec: { taints: null } });
  await c.run(100);
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeUndefined();
  expect(await told(c)).toEqual(['Cancelling deletion of Pod default/web']);
});

it('restarts when the taint comes again', async () => {
  const c = await cluster(forSeconds(20));
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.run(10);
  await c.patchNode('n1', { spec: { taints: null } });
  await c.run(5);
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.run(19);
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeUndefined();
  await c.run(1);
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeDefined();
});

it('keeps the time although another taint comes', async () => {
  const c = await cluster(forSeconds(20), { ...forSeconds(60), key: 'other' });
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.run(10);
  await c.patchNode('n1', { spec: { taints: [maintenance, { ...maintenance, key: 'other' }] } });
  await c.run(10);
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeDefined();
  expect(await told(c)).toEqual(['Marking for deletion Pod default/web']);
});

it('reports a cancellation when the pod goes by itself', async () => {
  const c = await cluster(forSeconds(20));
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.run(5);
  await c.client.delete(podKind, { namespace: 'default', name: 'web' });
  await c.run(30);
  expect(await told(c)).toEqual(['Cancelling deletion of Pod default/web']);
});

it('evicts even when the node is gone by then', async () => {
  const c = await cluster(forSeconds(20));
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.run(5);
  await c.client.delete(nodeKind, { name: 'n1' });
  await c.run(14);
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeUndefined();
  await c.run(1);
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeDefined();
});

it('begins when the pod is bound, though nothing else happens to it', async () => {
  const c = await startCluster([scheduler, taintEviction], { pool: false });
  await c.addNode('n1');
  await c.patchNode('n1', { spec: { taints: [maintenance] } });
  await c.addPod('web', { tolerations: [forSeconds(20)] });
  await c.run(19);
  expect((await c.pod('web')).spec.nodeName).toBe('n1');
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeUndefined();
  await c.run(1);
  expect((await c.pod('web')).metadata.deletionTimestamp).toBeDefined();
});
