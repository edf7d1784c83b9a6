/** What the page draws of causes, lanes, windows and state machines. */
import { defaultProfile } from '#kinds';
import { beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import { lifeStates } from '#pool';
import { Run } from '#run';
import { checkScenario } from '#scenario';
import { RunView } from '#view';
import { windowOf } from '../../../ui/page/chart-data.ts';
import { BOX, edgePath, layoutOf } from '../../../ui/page/graph-layout.ts';
import { sourceOf } from './source.ts';

const recordKinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

let daemonSet: RunView;

async function played(name: string): Promise<RunView> {
  const { scenarios } = checkScenario('x.yaml', new KindRegistry(defaultProfile), {
    sources: [{ file: 'x.yaml', text: sourceOf(name) }],
  });
  return new RunView(await Run.play(scenarios[0]!), recordKinds);
}

beforeAll(async () => void (daemonSet = await played('daemonset/rolling-update')));

describe('the graph of causes', () => {
  it('leads from a status back to the step, through all that woke its reconcile', async () => {
    const agent = { kind: 'DaemonSet', key: 'default/agent' };
    const { history } = await daemonSet.object(agent, daemonSet.log.past.revision);
    const write = history.find(({ text }) => text.includes('numberUnavailable 0→2'))!;
    const graph = await daemonSet.causes(write.revision);
    expect(graph.nodes[0]).toMatchObject({ revision: write.revision, depth: 0 });
    const actors = graph.nodes.map(({ actor }) => actor);
    expect(actors).toContain('daemonset-controller');
    expect(actors).toContain('scenario');
    // Causes are earlier writes, and each leads to a node that is there.
    const known = new Set(graph.nodes.map(({ revision }) => revision));
    for (const { from, to } of graph.edges) {
      expect(from).toBeLessThan(to);
      expect(known.has(from) && known.has(to)).toBe(true);
    }
  });

  it('is bounded for every write, and empty for none', async () => {
    for (const { revision } of daemonSet.summary().writes) {
      const { nodes } = await daemonSet.causes(revision);
      expect(nodes.length).toBeGreaterThan(0);
      expect(nodes.length).toBeLessThanOrEqual(40);
      expect(new Set(nodes.map((each) => each.revision)).size).toBe(nodes.length);
    }
    expect(await daemonSet.causes(999_999)).toEqual({ nodes: [], edges: [], isCut: false });
  });

  it('has no two boxes at one place', () => {
    const nodes = [0, 1, 1, 2].map((depth, i) => ({ revision: i, depth }) as never);
    const { places, width, height } = layoutOf(nodes);
    const seen = [...places.values()].map(({ left, top }) => `${left} ${top}`);
    expect(new Set(seen).size).toBe(4);
    expect(places.get(0)!.left).toBeGreaterThan(places.get(3)!.left);
    for (const { left, top } of places.values()) {
      expect(left + BOX.width).toBeLessThanOrEqual(width);
      expect(top + BOX.height).toBeLessThanOrEqual(height);
    }
    expect(edgePath({ left: 0, top: 0 }, { left: 300, top: 0 })).toBe(
      'M170 31C235 31 235 31 300 31',
    );
  });
});

describe('an autoscaler', () => {
  it('has its target beside its use, and the window that it looks back', async () => {
    const view = await played('hpa/stabilization');
    const { series } = view.charts().find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
    const paths = series.map(({ path }) => path);
    expect(paths).toContain('spec.metrics[0].resource.target.averageUtilization');
    expect(paths).toContain('status.currentMetrics[0].resource.current.averageUtilization');
    const usual = { path: 'spec.behavior.scaleDown.stabilizationWindowSeconds' };
    const points = [{ atMs: 0, revision: 1, value: 300 }];
    expect(windowOf([{ ...usual, points }], 10, 5)).toBe(300_000);
    expect(windowOf([{ path: 'status.replicas', points }], 10, 5)).toBeUndefined();
  });
});

describe('a state machine', () => {
  it.each(['pod', 'node'] as const)('of a %s leads only to states that it has', (of) => {
    const states = lifeStates(of);
    const names = states.map(({ name }) => name);
    for (const { next } of states) {
      for (const { target } of next) expect(names).toContain(target);
    }
  });

  it('says where a pod and a node stand at a moment, in states of theirs', async () => {
    const { past } = daemonSet.log;
    const seen = new Map<string, Set<string>>();
    for (const { revision, kind, key } of daemonSet.summary().writes) {
      const { life } = await daemonSet.object({ kind, key }, revision);
      if (life?.now === undefined) continue;
      expect(life.states.map(({ name }) => name)).toContain(life.now);
      seen.set(kind, (seen.get(kind) ?? new Set<string>()).add(life.now));
    }
    expect([...seen.get('Pod')!].sort()).toEqual(['notReady', 'ready', 'starting', 'terminating']);
    expect([...seen.get('Node')!].sort()).toEqual(['healthy', 'off']);
    const agent = { kind: 'DaemonSet', key: 'default/agent' };
    expect((await daemonSet.object(agent, past.revision)).life).toBeUndefined();
  });
});
