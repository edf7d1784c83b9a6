/**
 * The objectives of Kubernetes' own scalability tests, over HTTP, while a large cluster comes up in
 * the same process: single objects within 1 s and lists within 30 s for 99 of 100 requests, and pods
 * that start within 5 s (of virtual time). Only when asked for: `npm run bench -- objectives`.
 */
import { configMap, pod } from '#kinds';
import type { Pod } from '#types';
import type { Simulator } from '#simulator';
import type { Row } from './bench.ts';
import { Clients } from './support/clients.ts';
import {
  addNodes,
  addPods,
  areReady,
  clientOf,
  container,
  largeCluster,
  until,
  type Size,
} from './support/large-cluster.ts';
import type { Latencies, PacedRequest } from './support/paced.ts';
import { serveApi, token } from './support/servers.ts';

const sizes: readonly Size[] = [
  { pods: 10_000, nodes: 1000 },
  { pods: 100_000, nodes: 1000 },
];
/** Objects that are patched, one after the other. */
const OLD_MAPS = 100;
/** Pods that are created when all others are ready. */
const LATER = 100;
const SINGLE_MS = 1000;
const LIST_MS = 30_000;
const START_S = 5;

const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
const posting = { ...headers, 'Content-Type': 'application/json' };
const patching = { ...headers, 'Content-Type': 'application/merge-patch+json' };
const maps = '/api/v1/namespaces/default/configmaps';

const singles: readonly PacedRequest[] = [
  { name: 'GET one', method: 'GET', path: '/api/v1/nodes/node-1', headers, everyMs: 20 },
  {
    ...{ name: 'CREATE', method: 'POST', path: maps, headers: posting, everyMs: 20 },
    body: JSON.stringify({ metadata: { name: 'map-########' }, data: { turn: '1' } }),
  },
  {
    ...{ name: 'PATCH', method: 'PATCH', path: `${maps}/old-########`, headers: patching },
    ...{
      objects: OLD_MAPS,
      everyMs: 20,
      body: JSON.stringify({ metadata: { labels: { turn: 't########' } } }),
    },
  },
];
const lists: readonly PacedRequest[] = [
  { name: 'LIST all pods', method: 'GET', path: '/api/v1/pods', headers, everyMs: 30_000 },
];

export async function objectivesBench(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await measure(size)));
  return rows;
}

async function measure(size: Size): Promise<Row[]> {
  const sim = largeCluster();
  const served = await serveApi(sim);
  const clients = new Clients();
  const name = `${size.pods} pods on ${size.nodes} nodes`;
  try {
    await addNodes(sim, size);
    await addMaps(sim);
    const end = clients.pace({ port: served.port, requests: [...singles, ...lists] });
    await addPods(sim, size.pods);
    await until(sim, () => areReady(sim, size.pods));
    const latencies = await end();
    const together = await startsOf(sim, () => true);
    const later = await startLater(sim);
    return [
      ...latencies.flatMap((each) => rowsOf(name, each)),
      start(`${name}: start of a pod, 99 of 100, all together`, together),
      start(`${name}: start of a pod, 99 of 100, ${LATER} of them later`, later),
    ];
  } finally {
    clients.stop();
    await served.close();
  }
}

async function addMaps(sim: Simulator): Promise<void> {
  for (let at = 0; at < OLD_MAPS; at++) {
    const name = `old-${String(at).padStart(8, '0')}`;
    await clientOf(sim).create(configMap, { metadata: { name, namespace: 'default' } });
  }
}

function rowsOf(size: string, { name, count, failed, p50, p99, longest }: Latencies): Row[] {
  const aim = lists.some((each) => each.name === name) ? LIST_MS : SINGLE_MS;
  const about = (share: string, value: number, note: string): Row => {
    return { name: `${size}: ${name}, ${share}`, value, unit: 'ms', note };
  };
  return [
    about('half', p50, `${count} requests, ${failed} refused`),
    about('99 of 100', p99, `objective: ${aim}`),
    about('the longest', longest, ''),
  ];
}

function start(name: string, value: number): Row {
  return { name, value, unit: 's', note: `virtual; objective: ${START_S}` };
}

/** Creates pods beside all those that are ready. @returns as {@link startsOf} */
async function startLater(sim: Simulator): Promise<number> {
  const spec = { containers: [container('1.0')] };
  for (let at = 0; at < LATER; at++) {
    const metadata = { name: `later-${at}`, namespace: 'default', labels: { app: 'later' } };
    await clientOf(sim).create(pod, { metadata, spec } as never);
  }
  await sim.clock.advanceBy(60_000);
  return startsOf(sim, ({ metadata }) => metadata.labels?.['app'] === 'later');
}

/** From creation to readiness, in virtual seconds: what 99 of 100 pods take at most. */
async function startsOf(sim: Simulator, isMeant: (each: Pod) => boolean): Promise<number> {
  const { items } = await clientOf(sim).list(pod);
  const seconds = items.filter(isMeant).map(({ metadata, status }) => {
    const ready = status?.conditions?.find(
      ({ type, status }) => type === 'Ready' && status === 'True',
    );
    if (ready === undefined) throw new Error(`${metadata.name} is not ready`);
    return (Date.parse(ready.lastTransitionTime!) - Date.parse(metadata.creationTimestamp)) / 1000;
  });
  seconds.sort((a, b) => a - b);
  return seconds[Math.ceil(seconds.length * 0.99) - 1]!;
}
