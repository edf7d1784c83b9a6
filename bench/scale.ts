/**
 * Large clusters: ten Deployments share the pods; they come up, roll, lose a tenth of the nodes, and
 * go. It takes minutes, so it runs only when it is asked for: `npm run bench -- scale`.
 */
import { deployment, node, pod } from '#kinds';
import { OFF } from '#pool';
import type { Simulator } from '#simulator';
import type { Row } from './bench.ts';
import {
  addNodes,
  addPods,
  areReady,
  clientOf,
  container,
  DEPLOYMENTS,
  largeCluster,
  PATIENCE_S,
  until,
  type Size,
} from './support/large-cluster.ts';

const KIB = 1024;
/** Pods leave lost nodes one node after the other, this far apart, as in v1.24. */
const EVICTION_S = 10;

/** From small to large: the peak of memory is the process's so far. */
const sizes: readonly Size[] = [
  { pods: 10_000, nodes: 1000 },
  { pods: 100_000, nodes: 1000 },
  { pods: 100_000, nodes: 10_000 },
];

export async function scaleBench(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await measure(size)));
  return rows;
}

async function measure({ pods, nodes }: Size): Promise<Row[]> {
  const sim = largeCluster();
  const name = `${pods} pods on ${nodes} nodes`;
  const rows: Row[] = [];
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    const value = (user + system) / 1e6;
    rows.push({ name: `${name}: ${what}`, value, unit: 's', note: 'of processor time' });
    console.error(`${name}: ${what} (${value.toFixed(1)} s of processor time)`);
  };
  await sim.start();
  await step('nodes ready', () => addNodes(sim, { pods, nodes }));
  await step('all pods ready', async () => {
    await addPods(sim, pods);
    await until(sim, () => areReady(sim, pods));
  });
  await step('rolled', async () => {
    await patchAll(sim, { template: { spec: { containers: [container('2.0')] } } });
    await until(sim, () => areReady(sim, pods));
  });
  await step('a tenth of the nodes lost, pods ready elsewhere', async () => {
    await loseNodes(sim, nodes / 10);
    await sim.clock.advanceBy(60_000);
    await until(sim, () => areReady(sim, pods), PATIENCE_S + (EVICTION_S * nodes) / 10);
  });
  await step('gone, but for pods on lost nodes', async () => {
    await patchAll(sim, { replicas: 0 });
    await until(sim, () => areGone(sim));
  });
  rows.push({ name: `${name}: writes`, value: sim.store.revision(), unit: '' });
  const peakMiB = process.resourceUsage().maxRSS / KIB;
  rows.push({ name: `${name}: peak memory`, value: peakMiB, unit: 'MiB', note: 'of the process' });
  sim.stop();
  return rows;
}

async function loseNodes(sim: Simulator, count: number): Promise<void> {
  const body = { metadata: { annotations: { [OFF]: 'true' } } };
  for (let at = 1; at <= count; at++) {
    await clientOf(sim).patch(node, { name: `node-${at}` }, { type: 'merge', body });
  }
}

async function patchAll(sim: Simulator, spec: object): Promise<void> {
  for (let at = 0; at < DEPLOYMENTS; at++) {
    const ref = { namespace: 'default', name: `app-${at}` };
    await clientOf(sim).patch(deployment, ref, { type: 'strategic', body: { spec } } as never);
  }
}

/** Whether the only pods left are on machines that are off, which cannot confirm their end. */
async function areGone(sim: Simulator): Promise<boolean> {
  const { items } = await clientOf(sim).list(pod);
  return items.every(({ metadata }) => metadata.deletionTimestamp !== undefined);
}
