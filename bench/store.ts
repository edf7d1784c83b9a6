/** The store: what a write, a delivery, a page and a version cost, and how that grows. */
import type { Clock } from '#clock';
import type { KubeObject, Origin } from '#values';
import { MemoryStore, type HistoryWindow, type Store } from '#store';
import { bench, heapBytes, ratio, type Row } from './bench.ts';

const origin: Origin = { actor: 'bench' };
const SMALL = 10_000;
const LARGE = 100_000;
const NAMESPACES = 10;

/** Time stands still, and nothing waits for holds. */
const clock: Clock = {
  now: () => 0,
  after: (delay) => ({ due: delay, cancel: () => undefined }),
  hold: () => () => undefined,
};

export async function storeBench(): Promise<Row[]> {
  return [
    ...(await writes()),
    ...(await deliveries()),
    ...(await idleWatchers()),
    ...(await lists()),
    ...memory(),
  ];
}

async function writes(): Promise<Row[]> {
  const names = keys(LARGE);
  const order = shuffled(LARGE);
  const map = await bench('baseline: Map.set and array push', () => {
    const objects = new Map<string, KubeObject>();
    const log: KubeObject[] = [];
    for (const at of order) {
      const object = pod(names[at]!);
      objects.set(names[at]!, object);
      log.push(object);
    }
    return log.length;
  });
  const insert = await bench('insert 100,000, random order', () => fill(newStore(), names, order));
  const updates: Row[] = [];
  for (const count of [SMALL, LARGE]) {
    const store = newStore({ revisions: 100_000 });
    const some = keys(count);
    await fill(store, some, shuffled(count));
    const updateOrder = shuffled(count);
    const label = count.toLocaleString('en-US');
    updates.push(await bench(`update, ${label} objects`, () => fill(store, some, updateOrder)));
  }
  const [small, large] = updates as [Row, Row];
  const store = newStore({ revisions: 100_000 });
  const awaited = await bench('update, each awaited', async () => {
    for (let n = 0; n < SMALL; n++) {
      await store.put('pods', names[n]!, pod(names[n]!), { origin });
    }
    return SMALL;
  });
  return [
    map,
    insert,
    ratio('insert', insert, map),
    small,
    large,
    ratio('update at 10 times the objects', large, small),
    awaited,
  ];
}

async function deliveries(): Promise<Row[]> {
  const events = 2000;
  const names = keys(events);
  const baseline = await bench('baseline: array push, 1,000 arrays', () => {
    const arrays = Array.from({ length: 1000 }, () => [] as string[]);
    for (const name of names.slice(0, 200)) for (const array of arrays) array.push(name);
    return 200 * arrays.length;
  });
  const rows: Row[] = [];
  for (const watchers of [1, 1000]) {
    for (const pace of ['one by one', 'in bursts'] as const) {
      const label = watchers.toLocaleString('en-US');
      rows.push(
        await bench(`deliveries ${pace}, watchers: ${label}`, () =>
          deliver(watchers, pace, watchers === 1 ? names : names.slice(0, 200)),
        ),
      );
    }
  }
  const [oneByOne, , manyByOne, manyInBursts] = rows as [Row, Row, Row, Row];
  return [
    baseline,
    ...rows,
    ratio('deliveries to 1,000, one by one', manyByOne, oneByOne),
    ratio('deliveries to 1,000, in bursts', manyInBursts, baseline),
  ];
}

/** Writes, and returns how many changes the watchers received in total. */
async function deliver(
  watchers: number,
  pace: 'one by one' | 'in bursts',
  names: readonly string[],
): Promise<number> {
  const store = newStore();
  let delivered = 0;
  const readers = Array.from({ length: watchers }, async () => {
    const watch = store.watch('pods', { after: 0, hold: 'bench' });
    for (let batch = await watch.next(); batch.length > 0; batch = await watch.next()) {
      delivered += batch.length;
    }
  });
  for (const name of names) {
    void store.put('pods', name, pod(name), { origin });
    // The watchers wake, and ask for more.
    if (pace === 'one by one') for (let turn = 0; turn < 3; turn++) await Promise.resolve();
  }
  while (delivered < names.length * watchers) await Promise.resolve();
  store.close();
  await Promise.all(readers);
  return delivered;
}

async function idleWatchers(): Promise<Row[]> {
  const names = keys(SMALL);
  const order = shuffled(SMALL);
  const rows: Row[] = [];
  for (const watchers of [0, 10, 1000]) {
    const store = newStore({ revisions: 1000 });
    for (let n = 0; n < watchers; n++) {
      void store.watch('pods', { after: 0, prefix: `idle-${String(n)}/` }).next();
    }
    const label = watchers.toLocaleString('en-US');
    rows.push(await bench(`update, idle watchers: ${label}`, () => fill(store, names, order)));
  }
  const [, few, many] = rows as [Row, Row, Row];
  return [...rows, ratio('update at 100 times the idle watchers', many, few)];
}

async function lists(): Promise<Row[]> {
  const names = keys(LARGE);
  const store = newStore();
  await fill(store, names, shuffled(LARGE));
  const objects = [...(await store.list('pods')).items];
  const past = store.revision();
  const slice = await bench('baseline: slice of 500', () => {
    for (let n = 0; n < 1000; n++) objects.slice(n, n + 500);
    return 1000;
  });
  const pages = await bench('list of 500', () => pageThrough(store, names));
  const all = await bench('list of 100,000', async () => {
    await store.list('pods');
    return 1;
  });
  const interleaved = await bench('insert + list of 10', () => insertAndList(store));
  await fill(store, names, shuffled(LARGE));
  const old = await bench('list of 500, 100,000 writes back', () =>
    pageThrough(store, names, past),
  );
  return [
    slice,
    pages,
    ratio('list of 500', pages, slice),
    all,
    interleaved,
    old,
    ratio('list of 500 in the past', old, pages),
  ];
}

async function pageThrough(
  store: Store,
  names: readonly string[],
  revision?: number,
): Promise<number> {
  for (let n = 0; n < 50; n++) {
    await store.list('pods', { after: names[n * 100]!, limit: 500, revision });
  }
  return 50;
}

let inserted = 0;
async function insertAndList(store: Store): Promise<number> {
  for (let n = 0; n < 1000; n++) {
    const key = `ns-${String(n % NAMESPACES)}/new-${String(++inserted)}`;
    await store.put('pods', key, pod(key), { origin });
    await store.list('pods', { prefix: key.slice(0, 5), limit: 10 });
  }
  return 1000;
}

function memory(): Row[] {
  const versions = 20;
  const names = keys(SMALL);
  const count = versions * SMALL;
  const bare = heapBytes('baseline: objects in an array', count, () =>
    Array.from({ length: count }, (_, n) => {
      const object = pod(names[n % SMALL]!);
      (object.metadata as { resourceVersion?: string }).resourceVersion = String(n + 1);
      return object;
    }),
  );
  const stored = heapBytes('versions in the store', count, () => {
    const store = newStore();
    for (let n = 0; n < count; n++) {
      void store.put('pods', names[n % SMALL]!, pod(names[n % SMALL]!), { origin });
    }
    return store;
  });
  const own = { name: 'own cost of a version', value: stored.value - bare.value, unit: 'B' };
  return [bare, stored, own];
}

function newStore(window?: HistoryWindow): MemoryStore {
  return new MemoryStore({ clock, window });
}

/** Puts all of them in the order given; awaits only the last. */
async function fill(store: Store, names: readonly string[], order: Uint32Array): Promise<number> {
  let last: Promise<unknown> | undefined;
  for (const at of order) {
    last = store.put('pods', names[at]!, pod(names[at]!), { origin });
  }
  await last;
  return order.length;
}

const spec = { nodeName: 'node-1', containers: [] };

/** A pod that shares its spec, as pods of one template do. */
function pod(key: string): KubeObject {
  const metadata = { name: key, namespace: 'ns', uid: key };
  const object = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
  return object as unknown as KubeObject;
}

/** Keys in order, over {@link NAMESPACES} namespaces. */
function keys(count: number): string[] {
  const perNamespace = count / NAMESPACES;
  const namesInOrder: string[] = [];
  for (let n = 0; n < count; n++) {
    const namespace = String(Math.floor(n / perNamespace));
    namesInOrder.push(`ns-${namespace}/pod-${String(n % perNamespace).padStart(6, '0')}`);
  }
  return namesInOrder;
}

/** The numbers below `count` in an order that is the same in each run. */
function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, n) => n);
  let state = 1;
  for (let n = count - 1; n > 0; n--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = state % (n + 1);
    [order[n], order[other]] = [order[other]!, order[n]!];
  }
  return order;
}
