/**
 * A million pods on 10,000 nodes come up, in one process. It takes a quarter of an hour and some 12 GiB, so it runs only when it is
 * asked for: `NODE_OPTIONS=--max-old-space-size=15000 npm run bench -- million`.
 */
import type { Row } from './bench.ts';
import {
  addNodes,
  addPods,
  areReady,
  DEPLOYMENTS,
  largeCluster,
  until,
} from './support/large-cluster.ts';

const size = { pods: 1_000_000, nodes: 10_000 };
const GIB = 2 ** 20;
/** How many writes a line of progress stands for. */
const WRITES_SHOWN = 250_000;

export async function millionBench(): Promise<Row[]> {
  const sim = largeCluster(size.pods / DEPLOYMENTS);
  let shown = 0;
  sim.record.onChange(({ revision }) => {
    if (revision < shown + WRITES_SHOWN) return;
    shown = revision;
    console.error(`${revision} writes: ${used()}`);
  });
  const following = sim.record.follow();
  await sim.start();
  await addNodes(sim, size);
  console.error(`${size.nodes} nodes ready: ${used()}`);
  await addPods(sim, size.pods);
  await until(sim, () => areReady(sim, size.pods));
  const rows: Row[] = [
    { name: 'all pods ready', value: processorSeconds(), unit: 's', note: 'of processor time' },
    { name: 'writes', value: sim.store.revision(), unit: '' },
    { name: 'peak memory', value: peakGib(), unit: 'GiB', note: 'of the process' },
  ];
  sim.stop();
  await following;
  return rows;
}

function used(): string {
  return `${processorSeconds().toFixed(0)} s of processor time, ${peakGib().toFixed(1)} GiB`;
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function peakGib(): number {
  return process.resourceUsage().maxRSS / GIB;
}
