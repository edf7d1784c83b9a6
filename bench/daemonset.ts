/** A DaemonSet over many nodes: how long it takes to come up and to roll, and how that grows. */
import { controllers } from '#controllers';
import { daemonSet, node, pod } from '#kinds';
import { parseTime, type NewObject } from '#values';
import type { DaemonSet } from '#types';
import { Simulator } from '#simulator';
import { usedHeap, type Row } from './bench.ts';

const START = parseTime('2026-01-01T00:00:00Z');
const SMALL = 100;
const LARGE = 1000;

interface Times {
  /** Wall ms until all pods are Ready, nodes registered before. */
  readonly upMs: number;
  /** Wall ms from the change of the image until all pods are of the new revision and Ready. */
  readonly rollMs: number;
  readonly writes: number;
  readonly heapMiB: number;
}

export async function daemonSetBench(): Promise<Row[]> {
  await measure(SMALL); // warm up
  const small = await measure(SMALL);
  const large = await measure(LARGE);
  const growth = (of: number, base: number): number => of / base / (LARGE / SMALL);
  return [
    row(`${SMALL} nodes: all Ready`, small.upMs, 'ms'),
    row(`${LARGE} nodes: all Ready`, large.upMs, 'ms', 'aim: under 1,000'),
    row(`${SMALL} nodes: rolled, maxUnavailable 10%`, small.rollMs, 'ms'),
    row(`${LARGE} nodes: rolled, maxUnavailable 10%`, large.rollMs, 'ms', 'aim: under 5,000'),
    row('growth of coming up, a node', growth(large.upMs, small.upMs), 'x', '1 is linear'),
    row('growth of rolling, a node', growth(large.rollMs, small.rollMs), 'x', '1 is linear'),
    row(`${LARGE} nodes: writes`, large.writes, ''),
    row(`${LARGE} nodes: heap at the end`, large.heapMiB, 'MiB', 'with the whole history'),
  ];
}

function row(name: string, value: number, unit: string, note?: string): Row {
  return { name, value, unit, note };
}

async function measure(nodes: number): Promise<Times> {
  const heapBefore = usedHeap();
  const sim = new Simulator({ startMs: START, controllers });
  await sim.start();
  const client = sim.clients.as({ actor: 'bench' });
  const names = Array.from({ length: nodes }, (_, i) => `node-${i + 1}`);
  await Promise.all(names.map((name) => client.create(node, { metadata: { name } })));
  await sim.clock.advanceBy(10_000);

  let before = performance.now();
  await client.create(daemonSet, agent());
  await until(sim, nodes, (status) => status.numberReady === nodes);
  const upMs = performance.now() - before;

  before = performance.now();
  const containers = [{ name: 'agent', image: 'example.com/agent:2.0' }];
  const body = { spec: { template: { spec: { containers } } } };
  await client.patch(daemonSet, { namespace: 'default', name: 'agent' }, { type: 'merge', body });
  await until(
    sim,
    nodes,
    (status) => status.updatedNumberScheduled === nodes && status.numberReady === nodes,
  );
  const rollMs = performance.now() - before;
  const { items } = await client.list(pod);
  if (items.length !== nodes) throw new Error(`expected ${nodes} pods, found ${items.length}`);
  const heapMiB = (usedHeap() - heapBefore) / 2 ** 20;
  const writes = sim.store.revision();
  sim.stop();
  return { upMs, rollMs, writes, heapMiB };
}

function agent(): NewObject<DaemonSet> {
  return {
    metadata: { name: 'agent', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: { containers: [{ name: 'agent', image: 'example.com/agent:1.0' }] },
      },
    },
  } as NewObject<DaemonSet>;
}

/** Moves time on, second by second, until the status is as wanted. */
async function until(
  sim: Simulator,
  nodes: number,
  done: (status: DaemonSet['status']) => boolean,
): Promise<void> {
  const client = sim.clients.as({ actor: 'bench' });
  for (let second = 0; second < 10 * nodes; second++) {
    await sim.clock.advanceBy(1000);
    const set = await client.get(daemonSet, { namespace: 'default', name: 'agent' });
    if (done(set.status)) return;
  }
  throw new Error('the DaemonSet does not get there');
}
