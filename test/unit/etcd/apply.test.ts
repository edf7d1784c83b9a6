/** How the watch cache takes what etcd reports: whose write it was, when, and of which objects. */
import { kindsOf } from '#catalog';
import { defaultProfile } from '#kinds';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import type { KubeObject } from '#values';
import { MemoryStore, type Change } from '#store';
import { Apply, byRevision, type ApplyOptions } from '../../../src/etcd/apply.ts';
import type { KeyValue, WatchEvent } from '../../../src/etcd/driver/messages.ts';
import { ValueError } from '../../../src/etcd/forms.ts';
import { Keys, originKey } from '../../../src/etcd/keys.ts';

const pods = '/registry/pods/default';
const kv = (key: string, revision: number, value = ''): KeyValue => ({
  ...{ key, revision, created: revision, version: 1, lease: 0n },
  value: Buffer.from(value),
});
const put = (key: string, revision: number, text = key): WatchEvent => ({
  isDeletion: false,
  kv: kv(key, revision, text),
});
const remove = (key: string, revision: number): WatchEvent => ({
  isDeletion: true,
  kv: kv(key, revision),
});
const origin = (revision: number, more: object): WatchEvent => {
  const written = { server: 'me', number: 1, time: 50, origin: { actor: 'user' }, ...more };
  return put(originKey, revision, JSON.stringify(written));
};

let cache: MemoryStore;
let apply: Apply;
let now: number;
let own: Map<number, { values: Map<string, KubeObject>; origin: { actor: string } }>;
let seen: { own: Change[]; other: string[]; broken: string[] };
beforeEach(() => {
  cache = new MemoryStore({ clock: new VirtualClock({ start: 0 }) });
  own = new Map();
  seen = { own: [], other: [], broken: [] };
  now = 100;
  const forms = {
    decode: (value: Buffer, revision: number) => {
      const text = value.toString();
      if (text === 'broken') throw new ValueError('it is broken');
      if (text === 'defect') throw new Error('a defect');
      const name = text.split('/').at(-1)!;
      const metadata = { name, namespace: 'default', resourceVersion: String(revision) };
      return { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, uid: '' }, text };
    },
  };
  apply = new Apply({
    ...{
      cache,
      keys: new Keys('/registry', kindsOf(defaultProfile)),
      forms,
      server: 'me',
      own,
      now: () => now,
    },
    onOwn: (change: Change) => seen.own.push(change),
    onOther: ({ kv: { key } }: WatchEvent) => seen.other.push(key),
    onBroken: (key: string, { message }: Error) => seen.broken.push(`${key}: ${message}`),
  } as unknown as ApplyOptions);
});

/** What the cache shows as changed since a revision. */
const changes = (after = 0): readonly (readonly unknown[])[] =>
  [...cache.past.changes(after)].map(({ type, key, revision, time, origin: by }) => [
    ...[type, key, revision, time, by.actor],
  ]);

describe('what is written together', () => {
  it('is created, updated and deleted, by the server that says so', () => {
    apply.together(1, [put(`${pods}/a`, 1), origin(1, { server: 'other', time: 60 })]);
    apply.together(2, [put(`${pods}/a`, 2), put(`${pods}/b`, 2)]);
    apply.together(3, [remove(`${pods}/a`, 3), origin(3, { server: 'other', time: 140 })]);
    expect(cache.revision()).toBe(3);
    expect(cache.peek('pods', 'default/a')).toBeUndefined();
    expect(cache.peek('pods', 'default/b')?.metadata.resourceVersion).toBe('2');
    expect(changes()).toEqual([
      ['created', 'default/a', 1, 60, 'user'],
      ['updated', 'default/a', 2, 100, 'etcd'],
      ['created', 'default/b', 2, 100, 'etcd'],
      ['deleted', 'default/a', 3, 140, 'user'],
    ]);
    expect(seen).toEqual({ own: [], other: [originKey, originKey], broken: [] });
  });

  it('is an object of this server where it has written it', () => {
    const mine = { metadata: { name: 'a', namespace: 'default' } } as unknown as KubeObject;
    own.set(1, { values: new Map([[`${pods}/a`, mine]]), origin: { actor: 'kubelet' } });
    apply.together(4, [put(`${pods}/a`, 4), origin(4, {})]);
    expect(cache.peek('pods', 'default/a')).toBe(mine);
    expect(mine.metadata.resourceVersion).toBe('4');
    expect(seen.own.map(({ key, origin: by }) => [key, by.actor])).toEqual([
      ['default/a', 'kubelet'],
    ]);
  });

  it.each<[what: string, more: object, isOwn: boolean]>([
    ['of this server', {}, true],
    ['of this server that it does not know any more', { number: 9 }, true],
    ['of another server', { server: 'other' }, false],
    ['that only repeats', { isRepetition: true }, false],
  ])('is reported as its own: %s', (_, more, isOwn) => {
    own.set(1, { values: new Map(), origin: { actor: 'x' } });
    apply.together(1, [put(`${pods}/a`, 1), origin(1, more)]);
    expect(seen.own).toHaveLength(isOwn ? 1 : 0);
  });

  it('has no time before what was written earlier', () => {
    apply.together(1, [put(`${pods}/a`, 1), origin(1, { time: 90 })]);
    apply.together(2, [put(`${pods}/a`, 2), origin(2, { time: 70 })]);
    apply.together(3, [put(`${pods}/a`, 3), origin(3, { time: 91 })]);
    expect(changes().map(([, , , time]) => time)).toEqual([90, 90, 91]);
  });

  it('counts as absent where it is not an object', () => {
    apply.together(1, [put(`${pods}/a`, 1)]);
    apply.together(2, [put(`${pods}/a`, 2, 'broken'), put(`${pods}/b`, 2, 'broken')]);
    expect(changes(1)).toEqual([['deleted', 'default/a', 2, 100, 'etcd']]);
    expect(seen.broken).toEqual(['a', 'b'].map((name) => `${pods}/${name}: it is broken`));
    expect(() => apply.together(3, [put(`${pods}/a`, 3, 'defect')])).toThrow('a defect');
  });

  it('by no server that is known ends events by their time', () => {
    const events = '/registry/events/default';
    apply.together(1, [put(`${events}/e`, 1), put(`${pods}/a`, 1)]);
    apply.together(2, [remove(`${events}/e`, 2), remove(`${pods}/a`, 2), remove(`${pods}/b`, 2)]);
    expect(changes(1)).toEqual([
      ['deleted', 'default/e', 2, 100, 'store'],
      ['deleted', 'default/a', 2, 100, 'etcd'],
    ]);
  });
});

describe('what was missed', () => {
  it('is caught up with by revisions; what is gone is deleted at the last', () => {
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      apply.together(at + 1, [put(`${pods}/${name}`, at + 1)]);
    }
    now = 200;
    const all = [
      put(`${pods}/a`, 1),
      put(`${pods}/d`, 8),
      put(`${pods}/b`, 6),
      put('/registry/x', 7),
    ];
    apply.catchUp(
      9,
      all.map((event) => event.kv),
    );
    expect(cache.revision()).toBe(9);
    expect(changes(3)).toEqual([
      ['updated', 'default/b', 6, 200, 'etcd'],
      ['created', 'default/d', 8, 200, 'etcd'],
      ['deleted', 'default/c', 9, 200, 'etcd'],
    ]);
    expect(cache.peek('pods', 'default/a')?.metadata.resourceVersion).toBe('1');
  });

  it('can be nothing', () => {
    apply.together(1, [put(`${pods}/a`, 1)]);
    apply.catchUp(5, [kv(`${pods}/a`, 1, `${pods}/a`)]);
    expect([cache.revision(), changes(1)]).toEqual([5, []]);
  });
});

it('groups events by revisions', () => {
  const events = [put('a', 1), put('b', 1), put('c', 2), put('d', 1)];
  const keys = byRevision(events).map((group) => group.map((event) => event.kv.key));
  expect(keys).toEqual([['a', 'b'], ['c'], ['d']]);
  expect(byRevision([])).toEqual([]);
});
