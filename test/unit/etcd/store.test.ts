import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WallTimers } from '#clock';
import { MasterLeases } from '#etcd';
import type { KubeObject } from '#values';
import type { Change, StoreWatch } from '#store';
import { etcdMissing, startEtcd, type EtcdProcess } from '../../../tools/etcd-process.ts';
import { storeRig, type StoreRig } from './rig.ts';

const origin = { actor: 'test', note: 'why' };
const bucket = 'configmaps';

function map(name: string, value: string): KubeObject {
  const metadata = { namespace: 'a', name, creationTimestamp: '2026-01-01T00:00:00Z' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value } } as never;
}

describe.skipIf(etcdMissing)('stores on a real etcd', () => {
  let server: EtcdProcess;
  let prefixes = 0;
  const rigs: StoreRig[] = [];
  const open = async (prefix: string, options = {}) => {
    const rig = await storeRig(server.url, prefix, options);
    rigs.push(rig);
    return rig;
  };
  const several = async (count: number) => {
    const prefix = `/test/${++prefixes}`;
    return Promise.all(Array.from({ length: count }, () => open(prefix)));
  };
  beforeAll(async () => {
    server = await startEtcd();
  }, 30_000);
  afterAll(async () => {
    for (const rig of rigs) rig.close();
    await server.remove();
  });

  it('shows on one server what was acknowledged on another', async () => {
    const [a, b] = await several(2);
    for (let n = 0; n < 50; n++) {
      await a!.store.put(bucket, 'a/x', map('x', String(n)), { origin });
      await b!.store.fresh();
      expect(b!.store.peek(bucket, 'a/x')).toEqual(a!.store.peek(bucket, 'a/x'));
    }
    await a!.store.put(bucket, 'a/y', map('y', 'new'), { origin });
    expect(await b!.store.get(bucket, 'a/y')).toBeDefined();
  });

  it('gives all servers the same changes, with their origins', async () => {
    const [a, b] = await several(2);
    const start = a!.store.revision();
    await b!.store.fresh();
    const watches = [a!, b!].map(({ store }) => store.watch(bucket, { after: start }));
    const writes = [a!, b!].flatMap(({ store }, n) =>
      Array.from({ length: 20 }, (_, i) =>
        store.put(bucket, `a/${i}`, map(String(i), `${n}`), { origin }),
      ),
    );
    await Promise.all(writes);
    const [one, two] = await Promise.all(watches.map((watch) => read(watch, 40)));
    const shown = ({ revision, type, key, value, origin: by }: Change) => {
      return { revision, type, key, value, by };
    };
    expect(two!.map(shown)).toEqual(one!.map(shown));
    expect(one!.every((change) => change.origin.note === 'why')).toBe(true);
  });

  it('compares with what another server has written', async () => {
    const [a, b] = await several(2);
    const { metadata } = await a!.store.put(bucket, 'a/x', map('x', '1'), { origin });
    const expected = Number(metadata.resourceVersion);
    const puts = [a!, b!].map(({ store }, n) =>
      store.put(bucket, 'a/x', map('x', `rival ${n}`), { origin, expected }),
    );
    const results = await Promise.allSettled(puts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const { store } of [a!, b!]) {
      expect(store.peek(bucket, 'a/x')).toMatchObject({
        data: { value: expect.stringMatching(/^rival/) },
      });
    }
  });

  it('begins with what is there, and a part of its past', async () => {
    const [a] = await several(1);
    const prefix = `/test/${prefixes}`;
    // As API servers note how far it is compacted.
    const compacted = String(a!.store.revision());
    await a!.etcd.txn({ if: [], then: [{ put: 'compact_rev_key', value: compacted }] });
    const first = await a!.store.put(bucket, 'a/x', map('x', '1'), { origin });
    await a!.store.put(bucket, 'a/x', map('x', '2'), { origin });
    const b = await open(prefix);
    expect(b.store.peek(bucket, 'a/x')).toMatchObject({ data: { value: '2' } });
    const watch = b.store.watch(bucket, { after: Number(first.metadata.resourceVersion) });
    expect((await read(watch, 1)).map(({ value, origin: by }) => [value, by.note])).toMatchObject([
      [{ data: { value: '2' } }, 'why'],
    ]);
    await a!.etcd.compact(a!.store.revision());
    const c = await open(prefix);
    expect(c.store.peek(bucket, 'a/x')).toMatchObject({ data: { value: '2' } });
  });

  it('takes what other programs write, delete, and get wrong', async () => {
    const [a] = await several(1);
    const { store, etcd, broken } = a!;
    const name = `/test/${prefixes}/configmaps/a/x`;
    const put = (value: string) => etcd.txn({ if: [], then: [{ put: name, value }] });
    const watch = store.watch(bucket, { after: store.revision() });
    await put(JSON.stringify({ ...map('x', 'foreign'), unknown: 1 }));
    await put('no object');
    await put(JSON.stringify(map('x', 'again')));
    await etcd.txn({ if: [], then: [{ delete: name }] });
    const seen = await read(watch, 4);
    expect(seen.map(({ type, value, origin: by }) => [type, value, by.actor])).toMatchObject([
      ['created', { data: { value: 'foreign' } }, 'etcd'],
      ['deleted', { data: { value: 'foreign' } }, 'etcd'],
      ['created', { data: { value: 'again' } }, 'etcd'],
      ['deleted', { data: { value: 'again' } }, 'etcd'],
    ]);
    expect(seen[0]!.value).not.toHaveProperty('unknown');
    expect(broken).toEqual([expect.stringContaining(`${name}: `)]);
  });

  it('lets events expire by leases that several share', async () => {
    const prefix = `/test/${++prefixes}`;
    const { store, etcd } = await open(prefix, { eventTtlMs: 1000 });
    const event = (name: string) =>
      ({ apiVersion: 'v1', kind: 'Event', metadata: { namespace: 'a', name } }) as never;
    const watch = store.watch('events', { after: store.revision() });
    for (const name of ['x', 'y']) {
      await store.put('events', `a/${name}`, event(name), { origin, ttlMs: 3_600_000 });
    }
    const found = await etcd.range({ key: `${prefix}/events/`, end: `${prefix}/events0` });
    expect(found.found.map(({ lease }) => lease)).toEqual([
      expect.any(BigInt),
      found.found[0]!.lease,
    ]);
    expect(found.found[0]!.lease).not.toBe(0n);
    const seen = await read(watch, 4);
    expect(seen.slice(2).map(({ type, origin: by }) => `${type} ${by.note}`)).toEqual([
      'deleted expired',
      'deleted expired',
    ]);
  }, 20_000);

  it('names all API servers by keys of v1.24, those that have ended no longer', async () => {
    const [{ etcd, store }] = (await several(1)) as [StoreRig];
    const prefix = store.keyOf('masterleases/');
    const renewals: (() => void)[] = [];
    const hand: WallTimers = {
      after: (_, run) => {
        renewals.push(run);
        return () => undefined;
      },
      turn: () => Promise.resolve(),
    };
    const open = (address: string) => new MasterLeases({ etcd, timers: hand, prefix, address });
    const renew = async (): Promise<void> => {
      const due = renewals.splice(0);
      for (const run of due) run();
      await expect.poll(() => renewals.length).toBe(due.length);
    };
    const a = open('192.0.2.9');
    expect(a.addresses).toEqual(['192.0.2.9']);
    await expect.poll(() => renewals.length).toBe(1);
    const b = open('192.0.2.10');
    await expect.poll(() => renewals.length).toBe(2);
    expect(b.addresses).toEqual(['192.0.2.10', '192.0.2.9']);
    expect(a.addresses).toEqual(['192.0.2.9']);
    await renew();
    expect(a.addresses).toEqual(b.addresses);
    const [kv] = (await etcd.range({ key: `${prefix}192.0.2.9` })).found;
    expect(kv!.lease).not.toBe(0n);
    expect(JSON.parse(kv!.value.toString())).toEqual({
      ...{ kind: 'Endpoints', apiVersion: 'v1' },
      metadata: { creationTimestamp: null, generation: 2 },
      subsets: [{ addresses: [{ ip: '192.0.2.9' }] }],
    });
    await b.stop();
    for (const run of renewals.splice(0)) run();
    await expect.poll(() => a.addresses).toEqual(['192.0.2.9']);
    await a.stop();
  });

  it('says what is wrong while etcd is away, and catches up when it is back, whatever was compacted', async () => {
    const [a, b] = await several(2);
    const { store } = a!;
    for (const name of ['stays', 'goes', 'changes']) {
      await store.put(bucket, `a/${name}`, map(name, '1'), { origin });
    }
    await b!.store.fresh();
    await server.kill();
    await expect(store.put(bucket, 'a/x', map('x', '1'), { origin })).rejects.toMatchObject({
      code: 500,
      message: expect.stringContaining('connection error') as string,
    });
    await expect(store.fresh()).rejects.toMatchObject({ code: 500 });
    expect(store.isFollowing).toBe(false);
    expect(store.peek(bucket, 'a/stays')).toBeDefined();
    await server.restart();
    // What this one does, the other cannot follow any more.
    const late = await storeRig(server.url, `/test/${prefixes}`);
    await late.store.delete(bucket, 'a/goes', { origin });
    await late.store.put(bucket, 'a/changes', map('changes', '2'), { origin });
    await late.store.put(bucket, 'a/comes', map('comes', '1'), { origin });
    await late.etcd.compact(late.store.revision());
    late.close();
    await expect
      .poll(() => store.isFollowing && b!.store.isFollowing, { timeout: 10_000 })
      .toBe(true);
    for (const rig of [a!, b!]) {
      await rig.store.fresh();
      const { items } = await rig.store.list(bucket);
      expect(items.map(({ metadata }) => metadata.name)).toEqual(['changes', 'comes', 'stays']);
    }
    await store.put(bucket, 'a/x', map('x', '1'), { origin });
  }, 40_000);
});

async function read(watch: StoreWatch, count: number): Promise<Change[]> {
  const changes: Change[] = [];
  while (changes.length < count) changes.push(...(await watch.next()));
  return changes;
}
