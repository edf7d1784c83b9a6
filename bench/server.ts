/**
 * The server: each line beside a bare node:https server that does the same input and output in the
 * same run. The clients are another process. What counts is how much the server's process computes
 * for a request: other than requests in a second it does not depend on what else the machine does.
 */
import { Agent, get } from 'node:https';
import type { ServerResponse } from 'node:http';
import { directClient } from '#client';
import { configMap, pod } from '#kinds';
import type { ConfigMap } from '#types';
import type { Row } from './bench.ts';
import { Clients, type Rate } from './support/clients.ts';
import { echoing, sending, serveApi, serveBare, token, type Served } from './support/servers.ts';

const MS = 2000;
const CONNECTIONS = 32;
const ITEMS = 500;
const WATCHERS = 1000;
const EVENTS = 1000;
const MANY_WATCHERS = 10_000;
/** Written between two turns of the event loop. */
const EVENTS_A_TURN = 10;

const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
const posting = { ...headers, 'Content-Type': 'application/json' };
const patching = { ...headers, 'Content-Type': 'application/strategic-merge-patch+json' };
const pods = '/api/v1/namespaces/default/pods';
const maps = '/api/v1/namespaces/default/configmaps';
const origin = { actor: 'bench' };

export async function serverBench(): Promise<Row[]> {
  const clients = new Clients();
  try {
    return [
      ...(await reads(clients)),
      ...(await writes(clients)),
      ...(await watches(clients)),
      ...(await manyWatches(clients)),
    ];
  } finally {
    clients.stop();
  }
}

async function reads(clients: Clients): Promise<Row[]> {
  let changes = 0;
  let isChanging = false;
  const served = await serveApi(undefined, () => {
    if (isChanging) relabel(served, changes++);
  });
  const shape = { connections: CONNECTIONS, ms: MS, method: 'GET', headers, body: '' };
  await fill(served, ITEMS);
  const path = `${pods}/web-00000007`;
  const bareGet = await bareRate(clients, sending(await fetched(served, path)), { ...shape, path });
  const getOne = await clients.rate({ ...shape, port: served.port, path });
  const lists = { ...shape, connections: 8, path: pods };
  const bareList = await bareRate(clients, sending(await fetched(served, pods)), lists);
  const list = await clients.rate({ ...lists, port: served.port });
  isChanging = true;
  const changed = await clients.rate({ ...lists, port: served.port });
  await served.close();
  return [
    ...rows('GET one', getOne, bareGet),
    ...rows(`LIST of ${ITEMS}`, list, bareList),
    ...rows(`LIST of ${ITEMS} after a change`, changed, bareList).slice(1),
  ];
}

/** Changes one of the pods, each in its turn. */
function relabel({ simulator: { api } }: Served, turn: number): void {
  const ref = { namespace: 'default', name: `web-${String(turn % ITEMS).padStart(8, '0')}` };
  const body = { metadata: { labels: { turn: `t${turn}` } } };
  void directClient(api, { origin }).patch(pod, ref, { type: 'merge', body });
}

async function writes(clients: Clients): Promise<Row[]> {
  const served = await serveApi();
  const shape = { connections: CONNECTIONS, ms: MS, port: served.port };
  const creates = {
    ...shape,
    method: 'POST',
    path: pods,
    headers: posting,
    body: JSON.stringify(wanted('new-########')),
  };
  const bareCreate = await bareRate(clients, echoing, creates);
  const create = await clients.rate(creates);
  const fewer = await createsOver(clients, creates);
  await fill(served, ITEMS);
  const patches = {
    ...shape,
    method: 'PATCH',
    path: `${pods}/web-########`,
    objects: ITEMS,
    headers: patching,
    body: JSON.stringify({ metadata: { labels: { turn: 't########' } } }),
  };
  const barePatch = await bareRate(clients, echoing, patches);
  const patch = await clients.rate(patches);
  await served.close();
  return [
    ...rows('CREATE a pod', create, bareCreate),
    ...fewer,
    ...rows('PATCH a label', patch, barePatch),
  ];
}

/** A client that creates one object after the other waits for the wire most of the time. */
async function createsOver(
  clients: Clients,
  creates: Parameters<Clients['rate']>[0],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const connections of [1, 16]) {
    const shape = { ...creates, connections };
    const bare = await bareRate(clients, echoing, shape);
    const name = `CREATE a pod, ${connections === 1 ? 'one connection' : `${connections} connections`}`;
    found.push(...rows(name, await clients.rate(shape), bare).slice(0, 3));
  }
  return found;
}

async function bareRate(
  clients: Clients,
  handle: Parameters<typeof serveBare>[0],
  job: Omit<Parameters<Clients['rate']>[0], 'port'>,
): Promise<Rate> {
  const bare = await serveBare(handle);
  const rate = await clients.rate({ ...job, port: bare.port });
  bare.close();
  return rate;
}

function rows(name: string, ours: Rate, bare: Rate): Row[] {
  return [
    { name: `baseline: ${name}`, value: bare.perSecond, unit: 'ops/s' },
    { name, value: ours.perSecond, unit: 'ops/s' },
    { name: `${name}, by the clock`, value: ours.perSecond / bare.perSecond, unit: 'x' },
    {
      name: `${name}, by what the server computes`,
      value: ours.perCpuSecond / bare.perCpuSecond,
      unit: 'x',
      note: 'of the baseline',
    },
  ];
}

/** Every event reaches every watcher; on both sides it is serialised once. */
async function watches(clients: Clients): Promise<Row[]> {
  const line = await eventLine();
  const open = new Set<ServerResponse>();
  const bare = await serveBare((_, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.flushHeaders();
    open.add(res);
  });
  const batch = Buffer.concat(Array<Buffer>(EVENTS_A_TURN).fill(line));
  const shape = { watchers: WATCHERS, events: EVENTS };
  const bareSeconds = await delivery(clients, { ...shape, port: bare.port, path: '/' }, () => {
    for (const res of open) res.write(batch);
    return Promise.resolve();
  });
  bare.close();
  const { seconds } = await serveWatches(clients, shape);
  const name = `${WATCHERS} watchers x ${EVENTS} events of 1 kB`;
  return [
    { name: `baseline: ${name}`, value: bareSeconds, unit: 's' },
    { name, value: seconds, unit: 's' },
    { name: `${name}, rate`, value: bareSeconds / seconds, unit: 'x', note: 'of the baseline' },
  ];
}

/** As many as a server of a large cluster has, on a connection each. */
async function manyWatches(clients: Clients): Promise<Row[]> {
  const shape = { watchers: MANY_WATCHERS, events: EVENTS_A_TURN };
  const { seconds, bytes } = await serveWatches(clients, shape);
  const name = `${MANY_WATCHERS} watchers`;
  return [
    { name: `${name} x ${EVENTS_A_TURN} events of 1 kB`, value: seconds, unit: 's' },
    {
      name: `${name}, memory of each`,
      value: bytes / MANY_WATCHERS / 1000,
      unit: 'kB',
      note: 'with its connection',
    },
  ];
}

/** An event as our server sends it: with what it has added to the object. */
async function eventLine(): Promise<Buffer> {
  const { simulator, close } = await serveApi();
  const client = directClient(simulator.api, { origin });
  await client.create(configMap, changed(0));
  const object = await client.update(configMap, changed(1));
  await close();
  return Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object })}\n`);
}

interface Delivery {
  readonly watchers: number;
  readonly events: number;
}

/** Changes of one object, to watchers of our server: see {@link delivery}; and the memory, in bytes. */
async function serveWatches(
  clients: Clients,
  shape: Delivery,
): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const { port, simulator, close } = await serveApi();
  const { api } = simulator;
  const client = directClient(api, { origin });
  await client.create(configMap, changed(0));
  const path = `${maps}?watch=1&resourceVersion=${api.revision()}`;
  let number = 0;
  const before = process.memoryUsage.rss();
  const seconds = await delivery(clients, { ...shape, port, path }, async () => {
    for (let n = 0; n < EVENTS_A_TURN; n++) await client.update(configMap, changed(++number));
  });
  const bytes = process.memoryUsage.rss() - before;
  await close();
  return { seconds, bytes };
}

/** Seconds from the first event until the last watcher has the last one. */
async function delivery(
  clients: Clients,
  { watchers, events, ...to }: Delivery & { readonly port: number; readonly path: string },
  writeSome: () => Promise<void>,
): Promise<number> {
  const received = await clients.watch({ ...to, connections: watchers, lines: events, headers });
  const start = performance.now();
  for (let n = 0; n < events / EVENTS_A_TURN; n++) {
    await writeSome();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await received();
  return (performance.now() - start) / 1000;
}

const kilobyte = 'x'.repeat(700);

function changed(number: number): ConfigMap {
  const metadata = { name: 'watched', namespace: 'default', labels: { turn: `t${number}` } };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: kilobyte } };
  return object as unknown as ConfigMap;
}

async function fill({ simulator: { api } }: Served, count: number): Promise<void> {
  const client = directClient(api, { origin, fieldManager: 'bench' });
  for (let number = 0; number < count; number++) {
    const name = `web-${String(number).padStart(8, '0')}`;
    await client.create(pod, wanted(name));
  }
}

function wanted(name: string): { metadata: { name: string; namespace: string }; spec: never } {
  const metadata = { name, namespace: 'default', labels: { app: 'web', turn: 't' } };
  const spec = {
    containers: [
      {
        name: 'main',
        image: 'registry.example/app:1',
        ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
        env: [{ name: 'MODE', value: 'fast' }],
        resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 80 }, periodSeconds: 5 },
      },
    ],
    tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
  };
  return { metadata, spec: spec as never };
}

async function fetched({ port }: Served, path: string): Promise<Buffer> {
  const agent = new Agent({ rejectUnauthorized: false });
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers, agent }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => resolve(Buffer.concat(chunks)));
    });
    request.on('error', reject);
  });
}
