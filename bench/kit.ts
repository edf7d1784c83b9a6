/** Clusters of the kit: how quickly they come and go, what they take, and whether they leave anything. */
import { createCluster, type Cluster } from '#kit';
import type { Row } from './bench.ts';

const SAMPLES = 200;
const ALIVE = 1000;
const IN_A_ROW = 10_000;
const MIB = 2 ** 20;

export async function kitBench(): Promise<Row[]> {
  await inARow(50); // warm up
  const times = await inARow(SAMPLES);
  const alive = await aliveMiB();
  const growth = await growthOf();
  const median = times.toSorted((a, b) => a - b)[SAMPLES / 2]!;
  return [
    {
      name: 'create and dispose, 3 nodes: median',
      value: median,
      unit: 'ms',
      note: 'aim: under 10',
    },
    {
      name: `${ALIVE} clusters alive: memory`,
      value: alive,
      unit: 'MiB',
      note: 'aim: under 1,536',
    },
    { name: `${IN_A_ROW} in a row: heap left`, value: growth.heapMiB, unit: 'MiB', note: 'aim: 0' },
    { name: `${IN_A_ROW} in a row: handles left`, value: growth.handles, unit: '', note: 'aim: 0' },
  ];
}

/** Creates and disposes of clusters, one after the other; ms of each. */
async function inARow(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = performance.now();
    const cluster = await createCluster({ nodes: 3 });
    await cluster.dispose();
    times.push(performance.now() - before);
  }
  return times;
}

/** The memory of the process with that many clusters, each of which has lived for a minute. */
async function aliveMiB(): Promise<number> {
  const clusters: Cluster[] = [];
  for (let i = 0; i < ALIVE; i++) {
    const cluster = await createCluster({ nodes: 3, seed: i + 1 });
    await cluster.advance('1m');
    clusters.push(cluster);
  }
  globalThis.gc?.();
  const { rss } = process.memoryUsage();
  for (const cluster of clusters) await cluster.dispose();
  return rss / MIB;
}

async function growthOf(): Promise<{ readonly heapMiB: number; readonly handles: number }> {
  const before = held();
  await inARow(IN_A_ROW);
  const after = held();
  return {
    heapMiB: (after.heap - before.heap) / MIB,
    handles: after.handles - before.handles,
  };
}

function held(): { readonly heap: number; readonly handles: number } {
  globalThis.gc?.();
  const { heapUsed: heap } = process.memoryUsage();
  return { heap, handles: process.getActiveResourcesInfo().length };
}
