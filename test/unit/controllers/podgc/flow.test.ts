import { expect, it } from 'vitest';
import { node as nodeKind } from '#kinds';
import { nodeLifecycle } from '../../../../controllers/nodelifecycle/index.ts';
import { podGarbageCollector } from '../../../../controllers/podgc/index.ts';
import { scheduler } from '../../../../controllers/scheduler/index.ts';
import { startCluster, type Cluster } from '../cluster.ts';

async function cluster(): Promise<Cluster> {
  const c = await startCluster([scheduler, nodeLifecycle, podGarbageCollector]);
  await c.addNode('n1');
  await c.run();
  await c.addPod('web');
  await c.run(25);
  return c;
}

it('takes the pods of a node that is gone, forty seconds after it missed it', async () => {
  const c = await cluster();
  await c.client.delete(nodeKind, { name: 'n1' }); // at 25 s; missed at 40 s
  await c.run(54.999);
  expect(await c.podNames()).toEqual(['web']);
  const before = c.simulator.store.revision();
  await c.run(0.001);
  expect(await c.podNames()).toEqual([]);
  const changes = await c.writes('pods', before);
  expect(changes.at(-1)).toMatchObject({
    type: 'deleted',
    origin: { actor: 'pod-garbage-collector' },
  });
  expect(await c.events('TaintManagerEviction', 'Killing')).toEqual([]);
  expect(c.errors).toEqual([]);
});

it('leaves them when the node comes back in time', async () => {
  const c = await cluster();
  await c.client.delete(nodeKind, { name: 'n1' });
  await c.run(50);
  await c.addNode('n1');
  await c.run(100);
  expect(await c.podNames()).toEqual(['web']);
});

it('restarts the quarantine when the node is lost again', async () => {
  const c = await cluster();
  await c.client.delete(nodeKind, { name: 'n1' }); // missed at 40 s
  await c.run(30); // 55 s
  await c.addNode('n1');
  await c.run(10); // 65 s, seen again at 60 s
  await c.client.delete(nodeKind, { name: 'n1' }); // missed at 80 s
  await c.run(54); // 119 s
  expect(await c.podNames()).toEqual(['web']);
  await c.run(1);
  expect(await c.podNames()).toEqual([]);
});

it('judges each missing node by itself: one that is back, and one that never was', async () => {
  const c = await cluster();
  await c.client.delete(nodeKind, { name: 'n1' }); // at 25 s
  await c.addPod('lost', { nodeName: 'nowhere' }); // missed at 40 s
  await c.run(5);
  await c.addNode('n1'); // seen again at 40 s
  await c.run(49.999);
  expect(await c.podNames()).toEqual(['lost', 'web']);
  await c.run(0.001); // 80 s
  expect(await c.podNames()).toEqual(['web']);
});

it('finds pods that were bound to a node that never was', async () => {
  const c = await cluster();
  await c.addPod('lost', { nodeName: 'nowhere' });
  await c.run(100);
  expect(await c.podNames()).toEqual(['web']);
});

it('reads and writes nothing in a healthy cluster', async () => {
  const c = await cluster();
  const before = c.simulator.store.revision();
  await c.run(300);
  expect(await c.writes('pods', before)).toEqual([]);
});
