/** What the stage shows of a run. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunView, Scene } from '#view';
import { viewOf } from './source.ts';

/** The stage of a view at a moment, in virtual ms since the start. */
function sceneAt(view: RunView, atMs: number): Scene {
  const { writes } = view.summary();
  return view.scene(writes.findLast((write) => write.atMs <= atMs)!.revision);
}

describe('the stage of a StatefulSet', () => {
  it('names the pod that is waited for, up to the moment at which it is ready', async () => {
    const view = await viewOf('statefulset/ordered');
    const awaited = (atMs: number): string | undefined =>
      sceneAt(view, atMs).owners.find(({ kind }) => kind === 'StatefulSet')!.waitsFor;
    expect(awaited(2_000)).toBe('default/db-0');
    expect(awaited(8_000)).toBe('default/db-1');
    expect(awaited(40_000)).toBeUndefined();
    // It is deleted, and made again, while the update is held.
    expect(awaited(82_000)).toBe('default/db-0');
    expect(awaited(190_000)).toBe('default/db-0');
    expect(awaited(230_000)).toBeUndefined();
  });
});

describe('the stage of a rolling update', () => {
  let view: RunView;
  beforeAll(async () => {
    view = await viewOf('daemonset/rolling-update');
  });

  it('has the nodes in the order of their numbers, with the pods on them', () => {
    const { nodes, pods } = sceneAt(view, 0);
    expect(nodes.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `node-${n}`));
    expect(pods!.map(({ node, state }) => [node, state])).toEqual(
      expect.arrayContaining([0, 1, 2, 3, 4].map((node) => [node, 'starting'])),
    );
  });

  it('gives pods of another template another colour', () => {
    const { pods, versions } = sceneAt(view, 21_000);
    const images = pods!.map(({ version }) => versions[version]!.image);
    expect(images.filter((image) => image === 'agent:1.0')).toHaveLength(1);
    expect(images.filter((image) => image === 'agent:2.0')).toHaveLength(4);
    const [one, two] = ['agent:1.0', 'agent:2.0'].map((image) =>
      versions.find((each) => each.image === image)!,
    );
    expect(one!.root).toBe('DaemonSet default/agent');
    expect(one!.colour).not.toBe(two!.colour);
  });

  it('says that a node is silent before its controller has seen it, and unreachable afterwards', () => {
    const before = sceneAt(view, 110_000).nodes.find(({ name }) => name === 'node-3')!;
    expect(before.state).toBe('ready');
    expect(before.silentSinceMs).toBe(100_000);
    const after = sceneAt(view, 160_000).nodes.find(({ name }) => name === 'node-3')!;
    expect(after).toMatchObject({ state: 'unreachable', silentSinceMs: before.silentSinceMs });
    // Taints that a control plane adds for such a state are left out.
    expect(after.taints).toEqual([]);
    expect(sceneAt(view, 62_000).nodes[1]!.taints).toEqual(['maintenance=true:NoExecute']);
  });

  it('keeps a node that is gone in its place until its pods are gone', () => {
    const { nodes, pods } = sceneAt(view, 220_000);
    const at = nodes.findIndex(({ name }) => name === 'node-5');
    expect(nodes[at]!.state).toBe('removed');
    expect(nodes[at + 1]!.name).toBe('node-6');
    expect(pods!.some(({ node }) => node === at)).toBe(true);
    expect(sceneAt(view, 300_000).nodes.some(({ name }) => name === 'node-5')).toBe(false);
  });

  it('lets a pod keep its place on its node from its arrival to its end', () => {
    const places = new Map<string, number>();
    for (const { atMs } of view.summary().writes) {
      const { pods, places: most } = sceneAt(view, atMs);
      for (const { key, node, place } of pods!) {
        if (node === undefined) continue;
        expect(places.get(key) ?? place).toBe(place);
        places.set(key, place);
        expect(place).toBeLessThan(most);
      }
      const taken = pods!
        .filter(({ node }) => node !== undefined)
        .map((pod) => `${pod.node} ${pod.place}`);
      expect(new Set(taken).size).toBe(taken.length);
    }
  });

  it('counts all pods, whether they are shown one by one or not', () => {
    const { heaps, pods } = sceneAt(view, 21_000);
    expect(heaps.reduce((sum, { count }) => sum + count, 0)).toBe(pods!.length);
  });

  it('counts the same pods however the moment got there', () => {
    const last = view.summary().revision;
    fc.assert(
      fc.property(fc.array(fc.nat(last), { minLength: 2, maxLength: 12 }), (revisions) => {
        for (const revision of revisions) {
          const { heaps, pods } = view.scene(revision);
          const counts = new Map<string, number>();
          for (const { node, version, state } of pods!) {
            const name = JSON.stringify([node, version, state]);
            counts.set(name, (counts.get(name) ?? 0) + 1);
          }
          const told = heaps.map(
            ({ node, version, state, count }) =>
              [JSON.stringify([node, version, state]), count] as const,
          );
          expect(new Map(told)).toEqual(counts);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('says what a DaemonSet asks for, as its controller counts it', () => {
    const { owners } = sceneAt(view, 21_000);
    expect(owners.find(({ kind }) => kind === 'DaemonSet')).toMatchObject({
      ...{ key: 'default/agent', wanted: 5, ready: 3 },
      asks: 'one on each fitting node · 2 may be missing',
    });
  });

  it('has the lives of its pods: their states in order, and how many there were', () => {
    const { pods, total, counts } = view.lives()!;
    expect(total).toBe(11);
    expect(pods).toHaveLength(11);
    for (const { spans, untilMs = Infinity } of pods!) {
      const times = [...spans.map(({ atMs }) => atMs), untilMs];
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
    expect(pods![0]!.spans.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['starting', 'ready', 'terminating']),
    );
    const last = counts.at(-1)!.counts;
    expect(Object.values(last).reduce((sum, count) => sum + count, 0)).toBe(
      pods!.filter(({ untilMs }) => untilMs === undefined).length,
    );
  });
});

describe('owners on the stage', () => {
  it('are a Deployment with its bounds and the ReplicaSets that it makes pods by', async () => {
    const view = await viewOf('deployment/rolling-update');
    const { owners } = view.scene(view.summary().revision);
    const web = owners.find(({ kind }) => kind === 'Deployment')!;
    expect(web.asks).toMatch(/^asks for \d+ · at most \d+, at least \d+$/);
    const sets = owners.filter(({ kind }) => kind === 'ReplicaSet');
    expect(sets.length).toBeGreaterThan(1);
    for (const { of } of sets) expect(of).toBe(`Deployment ${web.key}`);
  });

  it('are an autoscaler with what it measures and aims at', async () => {
    const view = await viewOf('hpa/a-busy-quarter');
    const { owners } = sceneAt(view, 95_000);
    const { gauge } = owners.find(
      ({ kind, key }) => kind === 'HorizontalPodAutoscaler' && key === 'default/web',
    )!;
    expect(gauge).toEqual({ name: 'cpu', value: 100, target: 50 });
  });

  it('are a quota with what of it is used', async () => {
    const view = await viewOf('quota/no-room-for-a-rollout');
    const { owners } = sceneAt(view, 60_000);
    expect(owners.find(({ kind }) => kind === 'ResourceQuota')!.used).toContainEqual(
      expect.objectContaining({ resource: 'pods', hard: '5' }),
    );
  });

  it('are CronJobs; all runs of one with the same image are one version', async () => {
    const view = await viewOf('cronjob/skipped-runs');
    const { owners, versions } = view.scene(view.summary().revision);
    const own = owners.filter(({ kind }) => kind === 'CronJob');
    expect(own.length).toBeGreaterThan(0);
    for (const { schedule } of own) expect(schedule!.text).toContain('* * * *');
    const roots = versions.map(({ root, image }) => `${root} ${image}`);
    expect(new Set(roots).size).toBe(roots.length);
  });
});

describe('a pod that fits nowhere', () => {
  it('waits on no node, with the reason that the scheduler gives', async () => {
    const view = await viewOf('nodes/preemption');
    const waiting = view
      .summary()
      .writes.flatMap(({ revision }) => view.scene(revision).pods ?? [])
      .filter(({ text }) => text === 'Unschedulable');
    expect(waiting.length).toBeGreaterThan(0);
    for (const { node, state } of waiting) {
      expect(node).toBeUndefined();
      expect(state).toBe('waiting');
    }
  });
});
