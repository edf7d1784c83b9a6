/** What a page shows of a pod. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { bucketOf, node, pod, type OwnerReference, type Pod } from '#kinds';
import { MemoryStore } from '#store';
import { MovingCluster, podBox, stateOf } from '../../../src/view/cluster.ts';

function podOf(status: object = {}, spec: object = {}, metadata: object = {}): Pod {
  return { metadata: { namespace: 'default', name: 'p', ...metadata }, spec, status } as Pod;
}

const placed = { nodeName: 'n1' };
const waiting = (reason: string): object => ({
  containerStatuses: [{ state: { running: {} } }, { state: { waiting: { reason } } }],
});
const isReady = (status: string): object => ({ conditions: [{ type: 'Ready', status }] });

describe('a pod is shown as', () => {
  it.each<[string, string, Pod]>([
    ['waiting', 'Pending', podOf()],
    ['waiting', 'Pending', podOf({ phase: 'Pending' })],
    ['starting', 'Pending', podOf({}, placed)],
    ['starting', 'ContainerCreating', podOf(waiting('ContainerCreating'), placed)],
    ['starting', 'PodInitializing', podOf(waiting('PodInitializing'), placed)],
    ['failing', 'ErrImagePull', podOf(waiting('ErrImagePull'), placed)],
    [
      'failing',
      'CrashLoopBackOff',
      podOf({ phase: 'Running', ...waiting('CrashLoopBackOff'), ...isReady('True') }, placed),
    ],
    ['running', 'Running, not ready', podOf({ phase: 'Running' }, placed)],
    ['running', 'Running, not ready', podOf({ phase: 'Running', ...isReady('False') }, placed)],
    ['ready', 'Ready', podOf({ phase: 'Running', ...isReady('True') }, placed)],
    ['succeeded', 'Succeeded', podOf({ phase: 'Succeeded' }, placed)],
    ['failed', 'Failed', podOf({ phase: 'Failed' }, placed)],
    ['failed', 'Evicted', podOf({ phase: 'Failed', reason: 'Evicted' }, placed)],
    [
      'terminating',
      'Terminating',
      podOf({ phase: 'Failed' }, placed, { deletionTimestamp: 'then' }),
    ],
  ])('%s: %s', (state, text, shown) => {
    expect(stateOf(shown)).toEqual([state, text]);
    expect(podBox(shown)).toEqual({ key: 'default/p', state, text });
  });
});

describe('the owner of a pod is', () => {
  const set = { kind: 'ReplicaSet', name: 'web' };
  const other = { kind: 'ConfigMap', name: 'c' };
  it.each<[string, string | undefined, readonly object[] | undefined]>([
    ['none', undefined, undefined],
    ['none without a reference', undefined, []],
    ['not one that does not control it', undefined, [other, { ...set, controller: false }]],
    ['its controller', 'ReplicaSet web', [{ ...set, controller: true }]],
    ['its controller, behind others', 'ReplicaSet web', [other, { ...set, controller: true }]],
  ])('%s', (_, owner, references) => {
    const ownerReferences = references as readonly OwnerReference[] | undefined;
    expect(podBox(podOf({}, {}, { ownerReferences })).owner).toBe(owner);
  });
});

describe('a cluster at a moment that moves', async () => {
  const store = new MemoryStore({ clock: new VirtualClock({ start: 0 }) });
  const put = (bucket: string, object: object, key: string) =>
    store.put(bucket, key, structuredClone(object) as never, { origin: { actor: 'test' } });
  const nodeOf = (name: string, spec = {}, conditions: readonly object[] = []) => ({
    ...{ metadata: { name }, spec, status: { conditions } },
  });
  await put(bucketOf(node), nodeOf('n1', {}, [{ type: 'Ready', status: 'True' }]), 'n1');
  const taints = [
    { key: 'a', value: 'b', effect: 'NoSchedule' },
    { key: 'c', effect: 'NoExecute' },
  ];
  const off = [{ type: 'Ready', status: 'Unknown' }];
  await put(bucketOf(node), nodeOf('n2', { unschedulable: true, taints }, off), 'n2');
  await put(bucketOf(pod), podOf({ phase: 'Running' }, placed, { name: 'a' }), 'default/a');
  await put(bucketOf(pod), podOf({}, {}, { name: 'b' }), 'default/b');
  await put(bucketOf(pod), podOf({}, { nodeName: 'gone' }, { name: 'c' }), 'default/c');
  const before = store.revision();
  await put(
    bucketOf(pod),
    podOf({ phase: 'Pending' }, { nodeName: 'n2' }, { name: 'b' }),
    'default/b',
  );
  const moving = new MovingCluster(store.past);

  it('has its pods on their nodes, and the others elsewhere', () => {
    const first = moving.at(before);
    const box = (name: string, state: string, text: string) => ({
      ...{ key: `default/${name}`, state, text },
    });
    const a = box('a', 'running', 'Running, not ready');
    const c = box('c', 'starting', 'Pending');
    const n1 = { name: 'n1', ready: true, cordoned: false, taints: [], pods: [a] };
    const n2 = {
      ...{ name: 'n2', ready: false, cordoned: true },
      ...{ taints: ['a=b:NoSchedule', 'c:NoExecute'], pods: [] },
    };
    expect(first).toEqual({ nodes: [n1, n2], elsewhere: [box('b', 'waiting', 'Pending'), c] });
    const second = moving.at(store.revision());
    expect(second).toEqual({
      nodes: [n1, { ...n2, pods: [box('b', 'starting', 'Pending')] }],
      elsewhere: [c],
    });
    // What has not changed is the same, so that it need not be shown again.
    expect(second.elsewhere[0]).toBe(first.elsewhere[1]);
    expect(second.nodes[0]!.pods[0]).toBe(first.nodes[0]!.pods[0]);
  });
});
