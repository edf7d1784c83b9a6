/** What a server and a cluster cost at each release of Kubernetes, and what several releases cost in one process. */
import { profileOf } from '#kinds';
import { createCluster } from '#kit';
import { Simulator } from '#simulator';
import { usedHeap, type Row } from './bench.ts';
import { idleServer, middle } from './start.ts';
import { serveApi } from './support/servers.ts';

/** The default, some in between and the newest. */
const minors = [24, 27, 30, 34, 37];
const SERVERS = 15;
const CLUSTERS = 60;
const STARTS = 3;
const startMs = 1_795_204_800_000;

export async function releasesBench(): Promise<Row[]> {
  const together = await oneAfterTheOther();
  const rows: Row[] = [];
  for (const minor of minors) {
    const [ready, cluster, idle] = [
      await readyMs(minor),
      await clusterMs(minor),
      await idleMb(minor),
    ];
    const name = `1.${minor}`;
    rows.push(
      { name: `${name}: ready, in process`, value: ready, unit: 'ms', note: 'aim: under 5' },
      { name: `${name}: create and dispose`, value: cluster, unit: 'ms', note: 'aim: under 10' },
      { name: `${name}: idle`, value: idle, unit: 'MB', note: 'resident' },
    );
  }
  return [...together, ...rows];
}

/** The heap that the first cluster of each release leaves in a process, and the second. */
async function oneAfterTheOther(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const time of ['first', 'second']) {
    for (const minor of minors) {
      const before = usedHeap();
      await aCluster(minor);
      const value = (usedHeap() - before) / 1e6;
      rows.push({ name: `1.${minor}: kept of the ${time} cluster`, value, unit: 'MB' });
    }
  }
  return rows;
}

async function aCluster(minor: number): Promise<void> {
  const cluster = await createCluster({ nodes: 3, kubernetes: `1.${minor}` });
  await cluster.dispose();
}

async function clusterMs(minor: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CLUSTERS; i++) times.push(await processorMs(() => aCluster(minor)));
  return Math.min(...times);
}

async function readyMs(minor: number): Promise<number> {
  const profile = profileOf(minor);
  const times: number[] = [];
  for (let i = 0; i < SERVERS; i++) {
    let close = (): Promise<void> => Promise.resolve();
    const ms = await processorMs(async () => {
      const simulator = new Simulator({ seed: 1, startMs, controllers: [], pool: false, profile });
      ({ close } = await serveApi(simulator));
    });
    times.push(ms);
    await close();
  }
  return Math.min(...times);
}

/** What a work takes of the processor. The least of several is what other work on the machine changes least. */
async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function idleMb(minor: number): Promise<number> {
  const bytes: number[] = [];
  for (let i = 0; i < STARTS; i++)
    bytes.push((await idleServer('--kubernetes', `1.${minor}`)).bytes);
  return middle(bytes) / 1e6;
}
