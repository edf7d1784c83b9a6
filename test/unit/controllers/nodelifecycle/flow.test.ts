/** A node that falls silent and returns, in a whole simulator; times as in recorded traces. */
import { expect, it } from 'vitest';
import { getCondition, getPodCondition, node as nodeKind } from '#kinds';
import { parseTime } from '#values';
import type { Node } from '#types';
import { nodeLifecycle } from '../../../../controllers/nodelifecycle/index.ts';
import { scheduler } from '../../../../controllers/scheduler/index.ts';
import { taintEviction } from '../../../../controllers/tainteviction/index.ts';
import { start } from '../../../support/api.ts';
import { startCluster, type Cluster } from '../cluster.ts';

const UNREACHABLE = 'node.kubernetes.io/unreachable';

async function threeNodes(): Promise<Cluster> {
  const cluster = await startCluster([scheduler, nodeLifecycle, taintEviction]);
  for (const name of ['n1', 'n2', 'n3']) await cluster.addNode(name);
  await cluster.run(3);
  return cluster;
}

it('frees new nodes of the taint that admission puts on them, as soon as they are ready', async () => {
  const cluster = await startCluster([nodeLifecycle]);
  const before = cluster.simulator.store.revision();
  await cluster.addNode('n1');
  await cluster.run();
  const states = (await cluster.writes('nodes', before)).map(({ value }) => {
    const { spec, status } = value as Node;
    const ready = getCondition(status.conditions, 'Ready')?.status;
    return [ready, spec.taints?.map(({ effect, key }) => `${effect} ${key}`)];
  });
  const taint = 'NoSchedule node.kubernetes.io/not-ready';
  expect(states).toEqual([
    [undefined, [taint]],
    ['True', [taint]],
    ['True', undefined],
  ]);
  expect(cluster.errors).toEqual([]);
});

it('registers a node in the next pass, and removes one that is gone', async () => {
  const cluster = await threeNodes();
  await cluster.run(5);
  await cluster.client.delete(nodeKind, { name: 'n2' });
  await cluster.run(5);
  const events = await cluster.events('RegisteredNode', 'RemovingNode');
  expect(events.map(({ message }) => message)).toEqual([
    'Node n1 event: Registered Node n1 in Controller',
    'Node n2 event: Registered Node n2 in Controller',
    'Node n3 event: Registered Node n3 in Controller',
    'Node n2 event: Removing Node n2 from Controller',
  ]);
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['Normal']));
});

function readyReason(node: Node): string {
  const ready = getCondition(node.status.conditions, 'Ready');
  return `${ready?.status} ${ready?.reason}`;
}

it('makes a silent node Unknown after 40 s, taints it, marks its pods; takes it back when it returns', async () => {
  const cluster = await threeNodes();
  await cluster.addPod('web', { nodeSelector: { 'kubernetes.io/hostname': 'n3' } });
  await cluster.patchNode('n3', { metadata: { labels: { 'kubernetes.io/hostname': 'n3' } } });
  await cluster.run(9);
  expect(getPodCondition(await cluster.pod('web'), 'Ready')?.status).toBe('True');
  await cluster.silence('n3', true); // at 12 s
  await cluster.run(32);
  expect(readyReason(await cluster.node('n3'))).toBe('True KubeletReady');
  await cluster.run(10.999); // just before 55 s
  expect(readyReason(await cluster.node('n3'))).toBe('True KubeletReady');
  await cluster.run(0.001);
  const silent = await cluster.node('n3');
  expect(readyReason(silent)).toBe('Unknown NodeStatusUnknown');
  expect(silent.status.conditions?.map(({ status }) => status)).toEqual(Array(4).fill('Unknown'));
  expect(await cluster.taints('n3')).toEqual([`NoSchedule ${UNREACHABLE}`]);
  expect(getPodCondition(await cluster.pod('web'), 'Ready')?.status).toBe('False');
  await cluster.run(5);
  expect(await cluster.taints('n3')).toEqual([
    `NoSchedule ${UNREACHABLE}`,
    `NoExecute ${UNREACHABLE}`,
  ]);
  await cluster.run(15); // 75 s
  await cluster.silence('n3', false);
  await cluster.run();
  expect(readyReason(await cluster.node('n3'))).toBe('True KubeletReady');
  expect(await cluster.taints('n3')).toEqual([`NoExecute ${UNREACHABLE}`]);
  expect(getPodCondition(await cluster.pod('web'), 'Ready')?.status).toBe('True');
  await cluster.run(5);
  expect(await cluster.taints('n3')).toEqual([]);
  const told = await cluster.events('NodeNotReady', 'TaintManagerEviction');
  expect(
    told.map(({ type, message, involvedObject, source }) => [
      type,
      involvedObject.kind,
      message,
      source?.component,
    ]),
  ).toEqual([
    ['Normal', 'Node', 'Node n3 status is now: NodeNotReady', 'node-controller'],
    ['Warning', 'Pod', 'Node is not ready', 'node-controller'],
    ['Normal', 'Pod', 'Cancelling deletion of Pod default/web', 'taint-controller'],
  ]);
  expect(cluster.errors).toEqual([]);
});

it('evicts pods from a silent node when their toleration runs out', async () => {
  const cluster = await threeNodes();
  const toleration = { key: UNREACHABLE, effect: 'NoExecute', operator: 'Exists' } as const;
  const nodeSelector = { only: 'n3' };
  await cluster.patchNode('n3', { metadata: { labels: nodeSelector } });
  await cluster.addPod('short', {
    nodeSelector,
    tolerations: [{ ...toleration, tolerationSeconds: 20 }],
  });
  await cluster.addPod('default', { nodeSelector });
  await cluster.addPod('ever', { nodeSelector, tolerations: [toleration] });
  await cluster.run(9);
  await cluster.silence('n3', true); // at 12 s: Unknown at 55 s, NoExecute at 60 s
  await cluster.run(400);
  const deletedAt = async (name: string): Promise<number | undefined> => {
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = (await cluster.pod(name))
      .metadata;
    if (deletionTimestamp === undefined) return undefined;
    return (parseTime(deletionTimestamp) - start) / 1000 - deletionGracePeriodSeconds;
  };
  expect(await deletedAt('short')).toBe(80);
  expect(await deletedAt('default')).toBe(360);
  expect(await deletedAt('ever')).toBeUndefined();
  const told = await cluster.events('TaintManagerEviction');
  expect(told.map(({ message }) => message)).toEqual([
    'Marking for deletion Pod default/short',
    'Marking for deletion Pod default/default',
  ]);
});

it('taints no node and lifts taints when no zone has a ready node any more', async () => {
  const cluster = await threeNodes();
  for (const name of ['n1', 'n2', 'n3']) await cluster.silence(name, true);
  await cluster.run(100);
  for (const name of ['n1', 'n2', 'n3']) {
    expect(await cluster.taints(name)).toEqual([`NoSchedule ${UNREACHABLE}`]);
  }
});

it('taints one node in ten seconds where several of a zone fall silent', async () => {
  const cluster = await startCluster([nodeLifecycle]);
  for (let i = 0; i < 6; i++) await cluster.addNode(`n${i}`);
  await cluster.run(3);
  for (const name of ['n0', 'n1', 'n2']) await cluster.silence(name, true); // seen at 5 s
  const before = cluster.simulator.store.revision();
  await cluster.run(100);
  const tainted = (await cluster.writes('nodes', before)).flatMap(({ value, previous, time }) => {
    const has = (object: unknown): boolean =>
      (object as Node).spec.taints?.some(({ effect }) => effect === 'NoExecute') === true;
    return has(value) && !has(previous) ? [[value.metadata.name, (time - start) / 1000]] : [];
  });
  expect(tainted).toEqual([
    ['n0', 50],
    ['n1', 60],
    ['n2', 70],
  ]);
});

it('follows cordons', async () => {
  const cluster = await threeNodes();
  await cluster.patchNode('n1', { spec: { unschedulable: true } });
  await cluster.run();
  expect(await cluster.taints('n1')).toEqual(['NoSchedule node.kubernetes.io/unschedulable']);
  await cluster.patchNode('n1', { spec: { unschedulable: null } });
  await cluster.run();
  expect(await cluster.taints('n1')).toEqual([]);
});

it('writes nothing while all nodes are well', async () => {
  const cluster = await threeNodes();
  await cluster.run(10);
  const before = cluster.simulator.store.revision();
  await cluster.run(600);
  const nodeWrites = await cluster.writes('nodes', before);
  expect(nodeWrites.filter(({ origin }) => origin.actor !== 'kubelet')).toEqual([]);
  expect(await cluster.writes('pods', before)).toEqual([]);
});
