/** A store whose objects have a limit: what it refuses, and that it knows what they take. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { MemoryStore, type MemoryStoreOptions } from '#store';
import { Engine } from '../../../src/store/engine.ts';
import { unsharedWeight } from '../../../src/store/weight.ts';

const origin = { actor: 'test' };
const noSpace = { code: 500, message: 'etcdserver: mvcc: database space exceeded' };

const objectOf = (name: string, length: number, more: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { text: 'x'.repeat(length) } },
  metadata: { name, uid: name, creationTimestamp: '', resourceVersion: '', ...more },
});
const put = (store: MemoryStore, name: string, length: number, more?: object) =>
  store.put('configmaps', name, objectOf(name, length, more), { origin });

const small: MemoryStoreOptions = {
  clock: new VirtualClock({ start: 0 }),
  storageBytes: 100_000,
  window: { revisions: 3, bytes: 10_000 },
};

describe('a store that is full', () => {
  let store: MemoryStore;
  beforeEach(async () => {
    store = new MemoryStore(small);
    for (let n = 0; n < 4; n++) await put(store, `o${n}`, 11_000);
  });

  it('refuses new objects and longer ones with the words of etcd, and changes nothing', async () => {
    const before = store.revision();
    await expect(put(store, 'new', 11_000)).rejects.toMatchObject(noSpace);
    await expect(put(store, 'o1', 25_000)).rejects.toMatchObject(noSpace);
    expect(store.revision()).toBe(before);
    expect(store.peek('configmaps', 'new')).toBeUndefined();
  });

  it('accepts what takes no more, and what still fits', async () => {
    await put(store, 'o1', 11_000, { labels: {} });
    await put(store, 'o1', 500);
    await put(store, 'new', 11_000);
    await expect(put(store, 'o1', 11_000)).rejects.toMatchObject(noSpace);
  });

  it('has room again for what is deleted, or expires', async () => {
    await store.delete('configmaps', 'o2', { origin });
    const clock = small.clock as VirtualClock;
    await store.put('configmaps', 'new', objectOf('new', 11_000), { origin, ttlMs: 1000 });
    await expect(put(store, 'more', 11_000)).rejects.toMatchObject(noSpace);
    await clock.advanceBy(2000);
    await put(store, 'more', 11_000);
  });

  it('lets objects leave that are written before they go', async () => {
    await put(store, 'filler', 2900);
    await expect(put(store, 'o1', 11_500, { labels: { a: 'b' } })).rejects.toMatchObject(noSpace);
    await put(store, 'o1', 11_500, { deletionTimestamp: 'now', labels: { a: 'b' } });
    await expect(put(store, 'o1', 20_000, { deletionTimestamp: 'now' })).rejects.toMatchObject(
      noSpace,
    );
    await store.delete('configmaps', 'o1', { origin });
  });
});

it('a store without a bound does not weigh', async () => {
  const engine = new Engine({ clock: new VirtualClock({ start: 0 }) });
  engine.put('configmaps', 'a', objectOf('a', 1e6), { origin });
  expect(engine.storedBytes).toBe(0);
});

const writes = fc.array(
  fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    act: fc.constantFrom('put', 'put', 'share', 'delete', 'repeat', 'load', 'compact'),
    length: fc.integer({ min: 0, max: 300 }),
    labels: fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 9 }), { maxKeys: 3 }),
  }),
  { maxLength: 60 },
);

it('a store knows what its objects take, whatever is written, deleted, loaded and compacted', () => {
  fc.assert(
    fc.property(writes, fc.boolean(), (all, isShort) => {
      const window = isShort ? { revisions: 2, bytes: 3000 } : undefined;
      const clock = new VirtualClock({ start: 0 });
      const engine = new Engine({ clock, storageBytes: 1e12, window });
      for (const { name, act, length, labels } of all) {
        const old = engine.get('configmaps', name);
        const revision = engine.revision() + 1;
        if (act === 'put')
          engine.put('configmaps', name, objectOf(name, length, { labels }), { origin });
        else if (act === 'compact') engine.compact(engine.revision());
        else if (act === 'load') {
          const value = objectOf(name, length, { labels, resourceVersion: String(revision) });
          const type = old === undefined ? 'created' : 'updated';
          const of = { revision, time: 0, bucket: 'configmaps', key: name, type, origin } as const;
          engine.load({ ...of, value, previous: old });
        } else if (old === undefined) continue;
        else if (act === 'delete') engine.delete('configmaps', name, { origin });
        else if (act === 'share') {
          engine.put(
            'configmaps',
            name,
            { ...old, metadata: { ...old.metadata, labels } },
            { origin },
          );
        } else {
          const expected = Number(old.metadata.resourceVersion);
          engine.putRepetitions('configmaps', [{ key: name, expected }], {
            ...{ origin, accepts: () => true },
            apply: (base) => ({ ...base, metadata: { ...base.metadata } }),
          });
        }
      }
      const { held } = engine.state();
      const taken = held.reduce((sum, { value }) => sum + unsharedWeight(value, undefined), 0);
      expect(engine.storedBytes).toBe(taken);
    }),
  );
});
