/**
 * Large clusters: ten Deployments share the pods; they come up, roll, lose a tenth of the nodes, and
 * go. It takes minutes, so it runs only when it is asked for: `npm run bench -- scale`.
 */
import { controllers } from '#controllers';
import { deployment, node, parseTime, pod, type Deployment, type NewObject } from '#kinds';
import { OFF } from '#pool';
import { Simulator } from '#simulator';
import type { Row } from './bench.ts';

const START = parseTime('2026-01-01T00:00:00Z');
const DEPLOYMENTS = 10;
/** As much as `orrery run` keeps. */
const HISTORY = { revisions: 50_000 };
const KIB = 1024;
/** What a step may take, in virtual seconds. */
const PATIENCE_S = 3600;
/** Pods leave lost nodes one node after the other, this far apart, as in v1.24. */
const EVICTION_S = 10;

interface Size {
  readonly pods: number;
  readonly nodes: number;
}

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
  const sim = new Simulator({ startMs: START, controllers, window: HISTORY });
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
  await step('nodes ready', () => addNodes(sim, nodes, Math.ceil((1.5 * pods) / nodes)));
  await step('all pods ready', async () => {
    await Promise.all(wanted(pods).map((each) => clientOf(sim).create(deployment, each)));
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

function clientOf(sim: Simulator) {
  return sim.clients.as({ actor: 'bench' });
}

async function addNodes(sim: Simulator, count: number, pods: number): Promise<void> {
  const capacity = { cpu: '64', memory: '256Gi', pods: String(pods) };
  const names = Array.from({ length: count }, (_, at) => `node-${at + 1}`);
  await Promise.all(
    names.map((name) =>
      clientOf(sim).create(node, { metadata: { name }, status: { capacity } } as never),
    ),
  );
  await sim.clock.advanceBy(10_000);
}

async function loseNodes(sim: Simulator, count: number): Promise<void> {
  const body = { metadata: { annotations: { [OFF]: 'true' } } };
  for (let at = 1; at <= count; at++) {
    await clientOf(sim).patch(node, { name: `node-${at}` }, { type: 'merge', body });
  }
}

function container(version: string) {
  const requests = { cpu: '100m', memory: '64Mi' };
  return { name: 'main', image: `example.com/app:${version}`, resources: { requests } };
}

function wanted(pods: number): NewObject<Deployment>[] {
  return Array.from({ length: DEPLOYMENTS }, (_, at) => {
    const labels = { app: `app-${at}` };
    const spec = {
      replicas: pods / DEPLOYMENTS,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container('1.0')] } },
    };
    return { metadata: { name: `app-${at}`, namespace: 'default' }, spec } as never;
  });
}

async function patchAll(sim: Simulator, spec: object): Promise<void> {
  for (let at = 0; at < DEPLOYMENTS; at++) {
    const ref = { namespace: 'default', name: `app-${at}` };
    await clientOf(sim).patch(deployment, ref, { type: 'strategic', body: { spec } } as never);
  }
}

/** Whether each Deployment says that all of its pods are those of its latest template, and ready. */
async function areReady(sim: Simulator, pods: number): Promise<boolean> {
  const { items } = await clientOf(sim).list(deployment);
  return items.every(({ metadata, status }) => {
    const isSeen = status.observedGeneration === metadata.generation;
    const counts = [status.replicas, status.updatedReplicas, status.availableReplicas];
    return isSeen && counts.every((count) => count === pods / DEPLOYMENTS);
  });
}

/** Whether the only pods left are on machines that are off, which cannot confirm their end. */
async function areGone(sim: Simulator): Promise<boolean> {
  const { items } = await clientOf(sim).list(pod);
  return items.every(({ metadata }) => metadata.deletionTimestamp !== undefined);
}

/** Moves time on, second by second. */
async function until(
  sim: Simulator,
  done: () => Promise<boolean>,
  patienceS = PATIENCE_S,
): Promise<void> {
  for (let second = 0; second < patienceS; second++) {
    await sim.clock.advanceBy(1000);
    if (await done()) return;
  }
  throw new Error(`not done after ${patienceS} virtual seconds`);
}
