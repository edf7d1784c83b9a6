/** What was, read off a store: of writes that were made in it, and of writes that were loaded. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import type { KubeObject } from '#values';
import { CompactedError, FutureRevisionError, MemoryStore, TakenError, type Change } from '#store';

const origin = { actor: 'test' };

function object(name: string, version: number): KubeObject {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: String(version) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { version } } as never;
}

/** A write of a ConfigMap as a record holds it. */
function change(revision: number, name: string, type: Change['type'], time = revision): Change {
  const key = `default/${name}`;
  return { revision, time, bucket: 'configmaps', key, type, value: object(name, revision), origin };
}

/** Revisions with gaps, as in a record, which leaves heartbeats out. */
const written = [
  change(2, 'a', 'created', 10),
  change(5, 'b', 'created', 10),
  change(6, 'a', 'updated', 20),
  change(9, 'a', 'deleted', 30),
  change(12, 'a', 'created', 30),
];

type Load = (store: MemoryStore, change: Change) => void;

const load: Load = (store, each) => store.load(each);

/** As a file is loaded. @param read called when an object is made */
function unread(store: MemoryStore, { value, ...of }: Change, read?: (revision: number) => void) {
  const object = {
    get value() {
      read?.(of.revision);
      return value;
    },
  };
  store.loadUnread({ of, object, bytes: 1 });
}

const ways: readonly (readonly [string, Load])[] = [
  ['with their objects', load],
  ['with objects that are not made yet', (store, each) => unread(store, each)],
];

function loaded(way = load): MemoryStore {
  const store = new MemoryStore({ clock: new VirtualClock({ start: 0 }) });
  for (const each of written) way(store, each);
  return store;
}

const revisions = (changes: Iterable<Change>): readonly number[] =>
  [...changes].map(({ revision }) => revision);

describe.each(ways)('a store of writes loaded %s', (_, way) => {
  it.each([
    [0, []],
    [2, ['a 2']],
    [4, ['a 2']],
    [5, ['a 2', 'b 5']],
    [8, ['a 6', 'b 5']],
    [9, ['b 5']],
    [12, ['a 12', 'b 5']],
  ])('shows the state at revision %i, in a gap that before it', (revision, expected) => {
    const { past } = loaded(way);
    const items = past.list('configmaps', revision, 'default/');
    expect(items.map(({ metadata: m }) => `${m.name} ${m.resourceVersion}`)).toEqual(expected);
    for (const name of ['a', 'b']) {
      const found = past.get('configmaps', `default/${name}`, revision);
      expect(found).toBe(items.find(({ metadata }) => metadata.name === name));
    }
  });

  it('gives its changes: in order, backward, by object, by revision', () => {
    const { past } = loaded(way);
    expect(revisions(past.changes())).toEqual([2, 5, 6, 9, 12]);
    expect(revisions(past.changes(5))).toEqual([6, 9, 12]);
    expect(revisions(past.changesBefore(9))).toEqual([6, 5, 2]);
    expect(revisions(past.changesOf('configmaps', 'default/a'))).toEqual([12, 9, 6, 2]);
    expect(revisions(past.changesOf('configmaps', 'default/a', 8))).toEqual([6, 2]);
    expect(revisions(past.changesOf('pods', 'default/a'))).toEqual([]);
    expect(past.change(6)).toMatchObject(written[2]!);
    expect(past.change(6)!.value).toBe(written[2]!.value);
    expect(past.change(7)).toBeUndefined();
    expect([...past.buckets]).toEqual(['configmaps']);
  });

  it.each([
    [9, 0],
    [10, 5],
    [29, 6],
    [30, 12],
    [99, 12],
  ])('at %i ms was at revision %i', (time, revision) => {
    expect(loaded(way).past.revisionAt(time)).toBe(revision);
  });

  it.each([
    [1, undefined],
    [2, 10],
    [8, 20],
    [12, 30],
  ])('wrote revision %i, or the one before, at %s ms', (revision, time) => {
    expect(loaded(way).past.timeOf(revision)).toBe(time);
  });

  it('continues from there', async () => {
    const store = loaded(way);
    await store.put('configmaps', 'default/b', object('b', 0), { origin, expected: 5 });
    expect(store.revision()).toBe(13);
    expect(store.past.get('configmaps', 'default/b', 12)).toBe(written[1]!.value);
    expect(store.past.change(13)).toMatchObject({ type: 'updated', previous: written[1]!.value });
  });

  it('takes no write that does not come behind the others', () => {
    const store = loaded(way);
    for (const revision of [11, 12])
      expect(() => way(store, change(revision, 'c', 'created'))).toThrow(RangeError);
    expect(store.revision()).toBe(12);
  });
});

describe.each(ways)('a past that was loaded %s and cut', (_, way) => {
  /** The state at 8, which is that of 6, stays; so does all behind it. */
  async function cut(): Promise<MemoryStore> {
    const store = loaded(way);
    await store.compact(8);
    return store;
  }

  it('begins with a whole state, at the last write that is gone', async () => {
    const { past } = await cut();
    expect(past.beginning).toBe(6);
    expect(past.list('configmaps', 6)).toHaveLength(2);
    expect(() => past.list('configmaps', 5)).toThrow(CompactedError);
    expect(() => past.get('configmaps', 'default/a', 13)).toThrow(FutureRevisionError);
    expect(revisions(past.changes())).toEqual([9, 12]);
    expect(revisions(past.changesOf('configmaps', 'default/a'))).toEqual([12, 9]);
    expect(revisions(past.changesOf('configmaps', 'default/b'))).toEqual([]);
  });

  it('knows when it begins', async () => {
    const { past } = await cut();
    expect([past.revisionAt(19), past.revisionAt(20), past.revisionAt(30)]).toEqual([0, 6, 12]);
    expect([past.timeOf(5), past.timeOf(6), past.timeOf(9)]).toEqual([undefined, 20, 30]);
  });

  it('still has its present when nothing else is left', async () => {
    const store = loaded(way);
    await store.compact(12);
    const { past } = store;
    expect(past.revisionAt(30)).toBe(12);
    expect(past.list('configmaps', 12)).toHaveLength(2);
    expect(revisions(past.changes())).toEqual([]);
  });

  it('keeps what a reader has not read, also behind a gap', async () => {
    const clock = new VirtualClock({ start: 0 });
    const store = new MemoryStore({ clock, window: { revisions: 2 } });
    const watch = store.watch('configmaps', { after: 0, hold: 'reader' });
    for (const each of written.slice(0, 4)) way(store, each);
    expect(revisions(await watch.next())).toEqual([2, 5, 6, 9]);
    watch.stop();
    expect(store.past.beginning).toBe(5);
  });
});

describe('objects that are not made yet', () => {
  const window = { revisions: 100, bytes: 10_000 };
  const opened = () => {
    const store = new MemoryStore({ clock: new VirtualClock({ start: 0 }), window });
    const read: number[] = [];
    for (const each of written) unread(store, each, (revision) => read.push(revision));
    return { store, read: () => read.splice(0) };
  };

  it('are made when they are read, and no others', async () => {
    const { store, read } = opened();
    expect(read()).toEqual([]);
    expect(store.isUnchanged('configmaps', 'default/a')).toBe(true);
    expect(store.isEmpty('configmaps')).toBe(false);
    expect(store.state().held.map(({ key, revision }) => `${key} ${revision}`)).toEqual([
      'default/a 12',
      'default/b 5',
    ]);
    expect(revisions(store.past.changes())).toHaveLength(written.length);
    expect(read()).toEqual([]);
    await store.get('configmaps', 'default/b');
    expect(read()).toEqual([5]);
    store.past.get('configmaps', 'default/a', 6);
    expect(read()).toEqual([6]);
    expect(store.past.change(6)!.previous).toBe(written[0]!.value);
    expect(read()).toEqual([2]);
    expect(store.past.change(12)!.previous).toBeUndefined();
    expect(read()).toEqual([]);
  });

  it('come as they were written, repetitions among them', () => {
    const { store } = opened();
    unread(store, { ...change(13, 'b', 'updated'), isRepetition: true });
    const kept = [...store.past.changes(9)].map(({ revision, isRepetition }) => [
      ...[revision, isRepetition],
    ]);
    expect(kept).toEqual([
      [12, undefined],
      [13, true],
    ]);
  });

  it('are not made to be deleted, written again or compacted', async () => {
    const { store, read } = opened();
    const removed = { ...change(13, 'b', 'deleted'), time: 40 };
    unread(store, removed, () => expect.unreachable());
    unread(store, change(14, 'b', 'created', 41), () => expect.unreachable());
    expect(store.isUnchanged('configmaps', 'default/b')).toBe(true);
    await store.compact(14);
    expect(read()).toEqual([]);
  });

  it('count in the bounds of the past', () => {
    const { store } = opened();
    const bytes = 8000;
    for (const revision of [20, 21]) {
      const { value, ...of } = change(revision, 'a', 'updated', 50);
      store.loadUnread({ of, object: { value }, bytes });
    }
    expect(store.past.beginning).toBe(20);
  });

  it('expire when they would have', async () => {
    const clock = new VirtualClock({ start: 0 });
    const store = new MemoryStore({ clock });
    const { value, ...of } = change(2, 'a', 'created', 0);
    store.loadUnread({ of, object: { value }, bytes: 1, expires: 1000 });
    await clock.advanceBy(999);
    expect(store.isEmpty('configmaps')).toBe(false);
    await clock.advanceBy(1);
    expect(store.isEmpty('configmaps')).toBe(true);
  });
});

describe('writes of one transaction', () => {
  const together = [change(20, 'a', 'updated', 40), change(20, 'c', 'created', 40)];

  it('share a revision, at which all of them show', () => {
    const store = loaded();
    store.loadTogether(together);
    const at = (revision: number) =>
      store.past.list('configmaps', revision).map(({ metadata: m }) => m.name + m.resourceVersion);
    expect(at(20)).toEqual(['a20', 'b5', 'c20']);
    expect(at(19)).toEqual(['a12', 'b5']);
    expect(revisions(store.past.changes(12))).toEqual([20, 20]);
    for (const name of ['a', 'c']) {
      const [last] = store.past.changesOf('configmaps', `default/${name}`);
      expect([last!.revision, last!.key]).toEqual([20, `default/${name}`]);
    }
  });

  it('come to watches in order, each once, also where a batch ends between them', async () => {
    for (const batch of [1, 100]) {
      const store = new MemoryStore({ clock: new VirtualClock({ start: 0 }), batch });
      const watch = store.watch('configmaps', { after: 0 });
      store.loadTogether(together);
      store.loadTogether([change(21, 'c', 'updated', 41)]);
      const seen: string[] = [];
      while (seen.length < 3) {
        for (const { revision, key } of await watch.next()) seen.push(`${revision} ${key}`);
      }
      expect(seen).toEqual(['20 default/a', '20 default/c', '21 default/c']);
    }
  });

  it('are loaded neither behind what is there, nor behind what was written elsewhere', () => {
    const store = loaded();
    expect(() => store.loadTogether([change(12, 'b', 'updated')])).toThrow(RangeError);
    store.reach(30);
    expect(store.revision()).toBe(30);
    expect(() => store.loadTogether(together)).toThrow(RangeError);
    expect(store.past.list('configmaps', 30)).toHaveLength(2);
    store.loadTogether([]);
    store.reach(7);
    expect(store.revision()).toBe(30);
  });
});

describe('errors of a store', () => {
  it('say what is wrong', async () => {
    const store = loaded();
    store.close();
    const key = 'default/a';
    const put = () => store.put('configmaps', key, object('a', 0), { origin });
    await expect(async () => put()).rejects.toThrow(new Error('the store is closed'));
    await expect(async () => store.delete('configmaps', key, { origin })).rejects.toThrow(
      new Error('the store is closed'),
    );
    const repetition = { origin, accepts: () => true, apply: (each: KubeObject) => each };
    await expect(async () =>
      store.putRepetitions('configmaps', [{ key, expected: 12 }], repetition),
    ).rejects.toThrow(new Error('the store is closed'));
    expect(() => store.load(change(20, 'a', 'updated'))).toThrow(new Error('the store is closed'));
    expect(new TakenError({ ips: [7], ports: [] }).message).toBe(
      'taken by others: {"ips":[7],"ports":[]}',
    );
  });
});
