/** What is on each node, by what the scheduler has seen and assumed. */
import { describe, expect, it } from 'vitest';
import type { ClusterCache } from '../../../../controllers/scheduler/cluster-cache.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { makeContainer, makeNode, makePod } from '../objects.ts';
import { clusterOf, site } from './sites.ts';

const web = makePod('web', { containers: [makeContainer({ cpu: '1' })] });
const uid = web.metadata.uid;
const on = (nodeName: string) => ({ ...web, spec: { ...web.spec, nodeName } });
const assume = (cluster: ClusterCache): void => cluster.assume(candidateOf(web), 'n1');

describe('a pod counts', () => {
  /** What happens, the pods on n1 and on n2 then, and whether it is assumed still. */
  it.each<[string, (cluster: ClusterCache) => void, number, number, boolean]>([
    ['nowhere', () => undefined, 0, 0, false],
    ['where it is assumed', assume, 1, 0, true],
    ['nowhere when that did not come true', (c) => (assume(c), c.forget(uid)), 0, 0, false],
    ['where it is seen', (c) => c.addPod(on('n1')), 1, 0, false],
    ['once, where it is assumed and seen', (c) => (assume(c), c.addPod(on('n1'))), 1, 0, false],
    [
      'where it is seen, not where it was assumed',
      (c) => (assume(c), c.addPod(on('n2'))),
      0,
      1,
      false,
    ],
    [
      'once, however often it is seen',
      (c) => (c.addPod(on('n1')), c.addPod(on('n1'))),
      1,
      0,
      false,
    ],
    [
      'where it is seen, whatever is forgotten',
      (c) => (c.addPod(on('n1')), c.forget(uid)),
      1,
      0,
      false,
    ],
    ['nowhere once it is gone', (c) => (c.addPod(on('n1')), void c.removePod(uid)), 0, 0, false],
    [
      'where its node is, when that comes later',
      (c) => (c.removeNode('n1'), c.addPod(on('n1')), void c.setNode(makeNode('n1'))),
      1,
      0,
      false,
    ],
    [
      'where its node was and is again',
      (c) => (c.addPod(on('n1')), c.removeNode('n1'), void c.setNode(makeNode('n1'))),
      1,
      0,
      false,
    ],
  ])('%s', (_, act, onFirst, onSecond, isAssumed) => {
    const cluster = clusterOf([site('n1'), site('n2')]);
    act(cluster);
    const counts = ['n1', 'n2'].map((name) => cluster.node(name)!.podCount);
    expect(counts).toEqual([onFirst, onSecond]);
    const cpu = ['n1', 'n2'].map((name) => cluster.node(name)!.requested['cpu'] ?? 0);
    expect(cpu).toEqual([1000 * onFirst, 1000 * onSecond]);
    expect(cluster.isAssumed(uid)).toBe(isAssumed);
  });

  it('not on a node that is gone, and its end makes room on none', () => {
    const cluster = clusterOf([site('n1', {}, [on('n1')])]);
    cluster.removeNode('n1');
    expect(cluster.nodes).toEqual([]);
    expect(cluster.removePod(uid)).toBeUndefined();
    expect(cluster.removePod(uid)).toBeUndefined();
    cluster.setNode(makeNode('n1'));
    expect(cluster.node('n1')!.podCount).toBe(0);
  });

  it('as room on its node when it ends', () => {
    const cluster = clusterOf([site('n1', {}, [on('n1')]), site('n2')]);
    expect(cluster.removePod(uid)).toBe(cluster.node('n1'));
  });
});

describe('the pods that are placed', () => {
  const ranked = (name: string, priority: number) => makePod(name, { priority, nodeName: 'n1' });

  it('are known by how much they matter, until the last of a priority has gone', () => {
    const cluster = clusterOf([site('n1')]);
    const [a, b, c] = [ranked('a', 5), ranked('b', 5), ranked('c', 9)];
    const below = () => [5, 6, 9, 10].map((each) => cluster.pods.hasAnyBelow(each));
    expect(below()).toEqual([false, false, false, false]);
    for (const each of [a, b, c]) cluster.addPod(each);
    expect(below()).toEqual([false, true, true, true]);
    cluster.removePod(a.metadata.uid);
    expect(below()).toEqual([false, true, true, true]);
    cluster.removePod(b.metadata.uid);
    expect(below()).toEqual([false, false, false, true]);
    cluster.removePod(c.metadata.uid);
    expect(below()).toEqual([false, false, false, false]);
    expect([...cluster.pods.on('n1')]).toEqual([]);
  });

  it('leave room on their node', () => {
    const cluster = clusterOf([site('n1')]);
    const pod = makePod('a', { nodeName: 'n1', containers: [makeContainer({ cpu: '3' })] });
    cluster.addPod(pod);
    const info = cluster.node('n1')!;
    const before = info.version;
    expect([info.requested['cpu'], info.podCount]).toEqual([3000, 1]);
    expect(cluster.removePod(pod.metadata.uid)).toBe(info);
    expect([info.requested['cpu'], info.podCount]).toEqual([0, 0]);
    expect(info.version).toBeGreaterThan(before);
    expect(cluster.removePod(pod.metadata.uid)).toBeUndefined();
  });

  it('outlive their node, whose room is gone', () => {
    const cluster = clusterOf([site('n1')]);
    cluster.addPod(ranked('a', 5));
    cluster.removeNode('n1');
    expect(cluster.removePod('uid-a')).toBeUndefined();
    expect(cluster.nodes).toEqual([]);
  });
});
