/** The API: what a creation and a status write cost on top of the store, and how that grows. */
import { ApiServer, type RequestContext } from '#api';
import { directClient, InProcessClients } from '#client';
import { Random, VirtualClock } from '#clock';
import { namespace, pod, defaultProfile } from '#kinds';
import type { NewObject } from '#values';
import type { Pod } from '#types';
import { anyKind } from '#request';
import { MemoryStore } from '#store';
import { bench, ratio, type Row } from './bench.ts';
import { flipped, labels, spec } from './support/pods.ts';

const kind = anyKind(pod);
const context: RequestContext = { origin: { actor: 'bench' } };
const SMALL = 1000;
const LARGE = 20_000;
const START = 1_795_204_800_000;
/** Enough for every run to be far from the edges, little enough to stay in memory. */
const window = { revisions: 50_000 };

export async function apiBench(): Promise<Row[]> {
  const rows: Row[] = [];
  const flips: Row[] = [];
  for (const count of [SMALL, LARGE]) {
    const label = count.toLocaleString('en-US');
    const store = await putting(`baseline: store.put, ${label} pods`, count);
    const creates = await creating(`create, ${label} pods`, count);
    const rig = await makeRig();
    const pods = await makePods(rig.api, count);
    const flip = await bench(`status flip, ${label} pods`, () => flipAll(rig.api, pods));
    const client = new InProcessClients(rig).as(context.origin);
    const called = await bench(`status flip by a client, ${label} pods`, async () => {
      for (const [n, one] of pods.entries()) {
        pods[n] = await client.update(pod, flipped(one), { subresource: 'status' });
      }
      return pods.length;
    });
    const relabel = await bench(`merge patch of a label, ${label} pods`, () =>
      relabelAll(rig.api, pods),
    );
    flips.push(flip);
    rows.push(store, creates, flip, called, relabel, ratio('create', creates, store));
  }
  const [small, large] = flips as [Row, Row];
  return [...rows, ratio('status flip at 20 times the pods', large, small)];
}

interface Rig {
  readonly api: ApiServer;
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
}

/** Without an API server beside it, so that its objects cost the collector nothing here. */
async function putting(name: string, count: number): Promise<Row> {
  let store = makeStore().store;
  const before = (): void => void ({ store } = makeStore());
  return bench(name, () => fillStore(store, count), { before });
}

async function creating(name: string, count: number): Promise<Row> {
  let rig = await makeRig();
  const before = async (): Promise<void> => {
    rig = await makeRig();
  };
  return bench(name, async () => (await makePods(rig.api, count)).length, { before });
}

function makeStore(): Pick<Rig, 'clock' | 'store'> {
  const clock = new VirtualClock({ start: START });
  return { clock, store: new MemoryStore({ clock, window }) };
}

async function makeRig(): Promise<Rig> {
  const { clock, store } = makeStore();
  const api = new ApiServer({ store, clock, random: new Random(1), profile: defaultProfile });
  await directClient(api, context).create(namespace, { metadata: { name: 'default' } });
  return { api, clock, store };
}

async function fillStore(store: MemoryStore, count: number): Promise<number> {
  for (let n = 0; n < count; n++) {
    const value = { apiVersion: 'v1', kind: 'Pod', ...podOf(n) } as unknown as Pod;
    await store.put('pods', `default/web-${n}`, value, { origin: context.origin, expected: 0 });
  }
  return count;
}

async function makePods(api: ApiServer, count: number): Promise<Pod[]> {
  const pods: Pod[] = [];
  for (let n = 0; n < count; n++) {
    const request = { verb: 'create', kind, namespace: 'default', body: podOf(n) } as const;
    pods.push((await api.call(context, request)) as Pod);
  }
  return pods;
}

/** Turns the Ready condition of each over, in a new object that shares all else. */
async function flipAll(api: ApiServer, pods: Pod[]): Promise<number> {
  for (const [n, one] of pods.entries()) {
    const [ref, body] = [one.metadata, flipped(one)];
    const request = { verb: 'update', kind, subresource: 'status', ref, body } as const;
    const { object } = await api.call(context, request);
    pods[n] = object as Pod;
  }
  return pods.length;
}

async function relabelAll(api: ApiServer, pods: Pod[]): Promise<number> {
  for (const [n, { metadata }] of pods.entries()) {
    const turn = metadata.labels?.['turn'] === 'a' ? 'b' : 'a';
    const patch = { type: 'merge', body: { metadata: { labels: { turn } } } } as const;
    const { object } = await api.call(context, { verb: 'patch', kind, ref: metadata, patch });
    pods[n] = object as Pod;
  }
  return pods.length;
}

/** Returns a pod as controllers make it. */
function podOf(n: number): NewObject<Pod> {
  return { metadata: { name: `web-${n}`, namespace: 'default', labels }, spec };
}
