/** The runtime: what a queued key, a reconcile and a change seen by informers cost. */
import { defaultProfile } from '#kinds';
import { Random, VirtualClock, type Clock } from '#clock';
import type { KubeObject } from '#values';
import { ControllerManager, type Client, type WorkQueue } from '#runtime';
import { ObjectCache } from '../src/runtime/object-cache.ts';
import { KeyQueue } from '../src/runtime/work-queue.ts';
import { bench, ratio, type Row } from './bench.ts';

const KEYS = 10_000;
const OBJECTS = 20_000;
const START = 1_795_204_800_000;
const cause = { revision: 1 };
const nothing = (): void => undefined;

/** Time stands still, and nothing waits for holds. */
const still: Clock = {
  now: () => START,
  after: (delay) => ({ due: START + delay, cancel: nothing }),
  hold: () => nothing,
};

export async function runtimeBench(): Promise<Row[]> {
  const queue = await queues();
  return [...queue, ...(await reconciles(queue.at(-2)!)), ...(await caches())];
}

async function queues(): Promise<Row[]> {
  const keys = names(KEYS);
  const map = await bench('baseline: Map.set, Map.delete, array push', () => {
    const dirty = new Map<string, object>();
    const order: string[] = [];
    for (const key of keys) {
      dirty.set(key, { key });
      order.push(key);
    }
    for (const key of order) dirty.delete(key);
    return KEYS;
  });
  const plain = await bench('queue: add, get, done, without a clock', () => workOff(still, keys));
  const held = await bench('queue: add, get, done, holding the clock', () =>
    workOff(new VirtualClock({ start: START }), keys),
  );
  const merged = await bench('queue: add to a key that waits', () => {
    const queue = new KeyQueue({ clock: still, name: 'bench' });
    for (let n = 0; n < KEYS; n++) queue.add('default/agent', { revision: n });
    return KEYS;
  });
  return [map, plain, merged, held, ratio('add, get, done', held, map)];
}

function workOff(clock: Clock, keys: readonly string[]): number {
  const queue = new KeyQueue({ clock, name: 'bench' });
  queue.open(nothing);
  for (const key of keys) queue.add(key, cause);
  for (let item = queue.get(); item !== undefined; item = queue.get()) queue.done(item.key);
  return keys.length;
}

/** `queue`: the cost of the queue alone. */
async function reconciles(queue: Row): Promise<Row[]> {
  const keys = names(KEYS);
  const clock = new VirtualClock({ start: START });
  const idle = await startIdle(clock);
  const run = await bench('reconciles that do nothing', async () => {
    for (const key of keys) idle.add(key, cause);
    await clock.settled();
    return KEYS;
  });
  return [run, ratio('reconciles', run, queue)];
}

/** A controller that does nothing with its keys, and its queue. */
async function startIdle(clock: VirtualClock): Promise<WorkQueue> {
  const manager = new ControllerManager({
    clock,
    clients: { as: () => ({}) as Client },
    random: new Random(1),
    profile: defaultProfile,
  });
  let queue: WorkQueue | undefined;
  await manager.start([
    {
      name: 'idle',
      actor: 'idle',
      start(context) {
        queue = context.queue({ workers: 5, reconcile: async () => undefined });
      },
    },
  ]);
  return queue!;
}

async function caches(): Promise<Row[]> {
  const objects = names(OBJECTS).map(pod);
  const map = await bench('baseline: Map.set of the same', () => {
    const byKey = new Map<string, KubeObject>();
    for (const object of objects) byKey.set(object.metadata.uid, object);
    return OBJECTS;
  });
  const fill = await bench('cache: add, 3 indexes', () => filled(objects).size);
  const cache = filled(objects);
  const current = [...objects];
  const change = await bench('cache: change, 3 indexes whose values stay', () => {
    for (const [at, old] of current.entries()) {
      const object = { ...old };
      cache.set(object, old);
      current[at] = object;
    }
    return OBJECTS;
  });
  return [map, fill, change, ratio('change', change, map)];
}

function filled(objects: readonly KubeObject[]): ObjectCache<KubeObject> {
  const cache = new ObjectCache<KubeObject>();
  cache.addIndex('node', ({ metadata }) => [metadata.labels!['node']!]);
  cache.addIndex('app', ({ metadata }) => [metadata.labels!['app']!]);
  cache.addIndex('uid', ({ metadata }) => [metadata.uid]);
  for (const object of objects) cache.set(object, undefined);
  return cache;
}

function pod(key: string, at: number): KubeObject {
  const [namespace, name] = key.split('/') as [string, string];
  const labels = { node: `node-${at % 1_000}`, app: `app-${at % 50}` };
  const version = { creationTimestamp: '', resourceVersion: String(at) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name, labels, uid: `uid-${at}`, ...version },
  };
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `namespace-${at % 10}/pod-${at}`);
}
