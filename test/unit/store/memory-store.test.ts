import { stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { CompactedError, MemoryStore, type Store } from '#store';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { storeContract } from './contract.ts';
import { inShort, marked, markOf, origin, outcome, type MakeRig } from './fixture.ts';
import { modelCheck } from './model-check.ts';

const make: MakeRig = (options = {}) => {
  const clock = new FakeClock();
  let passing: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => passing.push(resolve));
  const store = new MemoryStore({ clock, freeze: true, turn, ...options });
  return {
    store,
    clock,
    settle: microtasks,
    async turn() {
      const passed = passing;
      passing = [];
      for (const resolve of passed) resolve();
      await microtasks();
    },
  };
};

storeContract('the memory store', make);

describe('the memory store does as the model does', () => {
  it.each([undefined, { revisions: 8 }])(
    'with the window %j',
    async (window) => {
      const reached = await modelCheck(make, { runs: 250, window });
      expect(reached.changes).toBeGreaterThan(2000);
      expect(reached.delivered).toBeGreaterThan(300);
      expect(reached.watchesBehind).toBeGreaterThan(100);
      if (window === undefined) expect(reached.waited).toBe(0);
      else expect(reached.waited).toBeGreaterThan(100);
    },
    30_000,
  );
});

describe('the memory store', () => {
  const put = (store: Store, key: string) => store.put('maps', key, marked(key), { origin });

  it('answers within a microtask', async () => {
    const { store } = make();
    let answered = false;
    void store.get('maps', 'a/x').then(() => (answered = true));
    await Promise.resolve();
    expect(answered).toBe(true);
  });

  it('lends the very same list to all who ask, until the next write in it', async () => {
    const { store } = make();
    for (const key of ['a/x', 'b/x']) await put(store, key);
    const list = async (prefix: string) => (await store.list('maps', { prefix })).items;
    const [all, a, b] = await Promise.all(['', 'a/', 'b/'].map(list));
    expect(await list('')).toBe(all);
    expect(await list('a/')).toBe(a);
    await put(store, 'a/y');
    expect((await list('')).map(markOf)).toEqual(['a/x', 'a/y', 'b/x']);
    expect((await list('a/')).map(markOf)).toEqual(['a/x', 'a/y']);
    expect(await list('b/')).toBe(b);
    expect(all!.map(markOf)).toEqual(['a/x', 'b/x']);
    const { items } = await store.list('maps', { prefix: 'a/', revision: 2 });
    expect(items.map(markOf)).toEqual(['a/x']);
    await store.delete('maps', 'b/x', { origin });
    expect(await list('b/')).toEqual([]);
  });

  it('wakes a watcher once for a run of synchronous writes', async () => {
    const { store } = make();
    const next = store.watch('maps', { after: 0 }).next();
    const keys = ['1', '2', '3'];
    await Promise.all(keys.map((key) => store.put('maps', key, marked(key), { origin })));
    expect((await next).map(inShort)).toEqual(['1 created 1', '2 created 2', '3 created 3']);
  });

  it('wakes watchers of a bucket, then those of all, in the order in which they began to wait', async () => {
    const { store } = make();
    const order: string[] = [];
    const wait = (name: string, bucket?: string) =>
      void store
        .watch(bucket, { after: 0 })
        .next()
        .then(() => order.push(name));
    wait('all');
    wait('first', 'maps');
    wait('second', 'maps');
    await store.put('maps', 'x', marked('x'), { origin });
    await microtasks();
    expect(order).toEqual(['first', 'second', 'all']);
  });

  it('freezes what it is given, and nothing twice', async () => {
    const { store } = make();
    const shared = Object.freeze({ below: { left: 'as it is' } });
    const value = { ...marked('x'), data: shared, spec: { replicas: 1 } };
    await store.put('maps', 'x', value, { origin });
    expect(() => (value.spec.replicas = 2)).toThrow(TypeError);
    expect(() => ((value.metadata as { name: string }).name = 'y')).toThrow(TypeError);
    expect(Object.isFrozen(shared.below), 'below what was frozen already').toBe(false);
    const deleted = await store.delete('maps', 'x', { origin });
    expect(Object.isFrozen(deleted.metadata)).toBe(true);
  });

  it('refuses stored metadata that is handed in again', async () => {
    const { store } = make();
    const first = await store.put('maps', 'x', marked('x'), { origin });
    await expect(store.put('maps', 'x', { ...first }, { origin })).rejects.toThrow(TypeError);
    expect(store.revision()).toBe(1);
  });

  describe('with a window', () => {
    it('keeps this many changes', async () => {
      const { store } = make({ window: { revisions: 3 } });
      for (let n = 0; n < 10; n++) await store.put('maps', 'x', marked('x', String(n)), { origin });
      expect(store.compactedRevision()).toBe(7);
      expect(markOf((await store.get('maps', 'x', 7))!)).toBe('6');
    });

    it('forgets what is older, with the writes that follow', async () => {
      const clock = new FakeClock();
      const store = new MemoryStore({ clock, window: { ms: 100 } });
      for (let n = 0; n < 5; n++) await put(store, String(n));
      clock.advance(100);
      await put(store, 'in time');
      expect(store.compactedRevision()).toBe(0);
      clock.advance(1);
      const seen = [];
      for (let n = 0; n < 4; n++) {
        await put(store, 'late');
        seen.push(store.compactedRevision());
      }
      expect(seen).toEqual([2, 4, 5, 5]);
    });

    it('forgets even the newest change, when what it replaced is too much', async () => {
      const { store } = make({ window: { ms: 100, bytes: 2000 } });
      const big = () => ({ ...marked('x'), data: { text: 'x'.repeat(1000) } });
      await store.put('maps', 'x', big(), { origin });
      for (let revision = 2; revision < 5; revision++) {
        await store.put('maps', 'x', big(), { origin });
        expect(store.compactedRevision()).toBe(revision);
      }
      expect(await store.get('maps', 'x')).toMatchObject(big());
    });

    it('lets go of past states, also of objects that live on', async () => {
      const { store } = make({ window: { revisions: 2 } });
      const past = new WeakRef(await store.put('maps', 'x', marked('x'), { origin }));
      for (let n = 0; n < 3; n++) await put(store, 'x');
      await collectGarbage();
      expect(past.deref()).toBeUndefined();
      expect(await store.get('maps', 'x')).toBeDefined();
    });

    it('keeps changes of this many bytes, however few of big objects these are', async () => {
      const { store } = make({ window: { revisions: 1000, bytes: 100_000 } });
      for (let n = 0; n < 100; n++) await put(store, String(n));
      expect(store.compactedRevision()).toBe(0);
      const big = () => ({ ...marked('x'), data: { text: 'x'.repeat(30_000) } });
      for (let n = 0; n < 5; n++) await store.put('maps', 'x', big(), { origin });
      expect(store.revision() - store.compactedRevision()).toBe(1);
      await store.delete('maps', 'x', { origin });
      for (let n = 0; n < 20; n++) await put(store, 'small');
      expect(store.revision() - store.compactedRevision()).toBe(21);
    });

    it('charges a write for what it replaces, not for what it shares', async () => {
      const { store } = make({ window: { bytes: 100_000 } });
      const data = { text: 'x'.repeat(1_000_000) };
      const sharing = () => ({ ...marked('x'), data });
      for (let n = 0; n < 50; n++) await store.put('maps', 'x', sharing(), { origin });
      expect(store.compactedRevision()).toBe(0);
    });

    it('charges heartbeats for what is made of them when somebody looks', async () => {
      const { store } = make({ window: { bytes: 100_000 } });
      await put(store, 'x');
      const watch = store.watch('maps', { after: 1 });
      const apply = (base: KubeObject) => ({
        ...base,
        metadata: { ...base.metadata },
        text: 'x'.repeat(1000),
      });
      for (let n = 1; n <= 100; n++) {
        const objects = [{ key: 'x', expected: n }];
        await store.putRepetitions('maps', objects, { origin, accepts: () => true, apply });
      }
      expect(store.compactedRevision()).toBe(0);
      for (const { value } of await watch.next()) expect(value).toBeDefined();
      await put(store, 'y');
      expect(store.compactedRevision()).toBeGreaterThan(50);
    });

    describe('while a watch that holds the clock has not read', () => {
      const fill = (store: Store, count: number) =>
        Array.from({ length: count }, (_, n) => outcome(put(store, String(n))));

      it('lets writes wait, in their order, until it reads', async () => {
        const { store, settle } = make({ window: { revisions: 3 }, batch: 2 });
        const watch = store.watch('maps', { after: 0, hold: 'slow' });
        const writes = fill(store, 8);
        await settle();
        expect(store.revision()).toBe(4);
        expect(writes.map(({ value }) => value !== undefined)).toEqual([
          ...[true, true, true, true],
          ...[false, false, false, false],
        ]);
        const seen: string[] = [];
        for (let batch = 0; batch < 4; batch++) seen.push(...(await watch.next()).map(inShort));
        expect(seen).toEqual(Array.from({ length: 8 }, (_, n) => `${n + 1} created ${n}`));
        expect(store.compactedRevision()).toBe(5);
      });

      it('lets writes wait for what is too many bytes', async () => {
        const { store, settle } = make({ window: { bytes: 2000 } });
        const watch = store.watch(undefined, { after: 0, hold: 'slow' });
        fill(store, 20);
        await settle();
        expect(store.revision()).toBe(6);
        let count = 0;
        while (count < 20) count += (await watch.next()).length;
      });

      it('lets them pass when it stops, and refuses them when the store closes', async () => {
        const { store, settle } = make({ window: { revisions: 3 } });
        const watch = store.watch('maps', { after: 0, hold: 'slow' });
        fill(store, 6);
        watch.stop();
        expect(store.revision()).toBe(6);
        store.watch('maps', { after: 3, hold: 'another' });
        const [, late] = fill(store, 2);
        await settle();
        expect(late).toEqual({});
        store.close();
        await settle();
        expect(late!.error).toMatchObject({ message: 'the store is closed' });
      });

      it('does not wait for one that waits for the write itself', async () => {
        const { store, settle, turn } = make({ window: { revisions: 3 } });
        const watch = store.watch('maps', { after: 0, hold: 'writer' });
        fill(store, 4);
        const written = outcome(put(store, 'by the reader'));
        await settle();
        expect(written).toEqual({});
        await turn();
        expect(written.value).toBeDefined();
        expect(await watch.next()).toHaveLength(5);
      });

      it('gives up on one that never reads at twice the window', async () => {
        const { store, turn } = make({ window: { revisions: 3 } });
        const watch = store.watch('maps', { after: 0, hold: 'dead' });
        fill(store, 7);
        for (let turns = 0; turns < 4; turns++) await turn();
        expect(store.revision()).toBe(7);
        expect(store.compactedRevision()).toBe(4);
        await expect(watch.next()).rejects.toThrow(CompactedError);
      });

      it('lets all others pass as soon as it has given up', async () => {
        const { store, turn } = make({ window: { revisions: 3 } });
        store.watch('maps', { after: 0, hold: 'dead' });
        fill(store, 10);
        const revisions: number[] = [];
        for (let turns = 0; turns < 4; turns++) {
          revisions.push(store.revision());
          await turn();
        }
        expect(revisions).toEqual([4, 5, 6, 10]);
      });
    });

    it('leaves nothing behind of what comes and goes', async () => {
      const { store } = make({ window: { revisions: 10 } });
      for (let n = 0; n < 5000; n++) {
        await put(store, `pod-${String(n)}`);
        await store.delete('maps', `pod-${String(n)}`, { origin });
      }
      expect(await store.list('maps')).toMatchObject({ items: [], remaining: 0 });
      const oldest = store.compactedRevision();
      expect((await store.list('maps', { revision: oldest })).items).toEqual([]);
      expect((await store.list('maps', { revision: oldest + 1 })).items).toHaveLength(1);
    });
  });
});

async function collectGarbage(): Promise<void> {
  // Weak references hold on until the present task is over; any I/O begins another.
  await stat('.');
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
