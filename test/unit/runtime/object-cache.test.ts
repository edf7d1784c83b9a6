import { beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { ObjectCache } from '../../../src/runtime/object-cache.ts';
import { object } from './fake-api.ts';

function thing(name: string, namespace?: string, labels?: Record<string, string>): KubeObject {
  const made = object(name, { namespace, labels });
  return { ...made, metadata: { ...made.metadata, uid: `uid-${namespace ?? 'default'}-${name}` } };
}

const names = (list: readonly KubeObject[]) => list.map(({ metadata }) => metadata.name);

describe('ObjectCache', () => {
  let cache: ObjectCache<KubeObject>;
  beforeEach(() => {
    cache = new ObjectCache();
    cache.addIndex('app', ({ metadata }) => (metadata.labels?.['app'] ?? '').split('+'));
  });

  it('lists namespaces in the order of their first object, objects where they first stood', () => {
    const a = thing('a', 'two');
    for (const one of [thing('z', 'one'), a, thing('b', 'one')]) cache.set(one, undefined);
    cache.set({ ...a }, a);
    expect(names(cache.list())).toEqual(['z', 'b', 'a']);
    expect(names(cache.list('one'))).toEqual(['z', 'b']);
    expect(cache.list('none')).toEqual([]);
    expect(cache.size).toBe(3);
  });

  it('finds by namespace and name, or by key', () => {
    const namespaced = thing('a', 'one');
    const cluster: KubeObject = {
      ...thing('a'),
      metadata: { ...thing('a').metadata, namespace: undefined },
    };
    cache.set(namespaced, undefined);
    cache.set(cluster, undefined);
    expect(cache.get('one', 'a')).toBe(namespaced);
    expect(cache.getByKey('one/a')).toBe(namespaced);
    expect(cache.getByKey('a')).toBe(cluster);
    expect(cache.get(undefined, 'b')).toBeUndefined();
  });

  it('moves objects between index values and keeps the place of those that stay', () => {
    const a = thing('a', 'one', { app: 'x' });
    const b = thing('b', 'two', { app: 'x' });
    cache.set(a, undefined);
    cache.set(b, undefined);
    const both = { ...a, metadata: { ...a.metadata, labels: { app: 'y+x' } } };
    cache.set(both, a);
    expect(cache.byIndex('app', 'x')).toEqual([both, b]);
    expect(cache.byIndex('app', 'y')).toEqual([both]);
    const gone = { ...a, metadata: { ...a.metadata, labels: { app: 'z' } } };
    cache.set(gone, both);
    expect(names(cache.byIndex('app', 'x'))).toEqual(['b']);
    expect(cache.byIndex('app', 'y')).toEqual([]);
    cache.remove(b);
    expect(cache.byIndex('app', 'x')).toEqual([]);
  });

  it('shows the new object in an index whose values did not change', () => {
    const a = thing('a', 'one', { app: 'x' });
    cache.set(a, undefined);
    const next = { ...a };
    cache.set(next, a);
    expect(cache.byIndex('app', 'x')[0]).toBe(next);
  });

  it('lends one list until the next change, which leaves that list alone', () => {
    const a = thing('a', 'one', { app: 'x' });
    cache.set(a, undefined);
    const lists = () => [cache.list(), cache.list('one'), cache.byIndex('app', 'x')];
    const before = lists();
    lists().forEach((list, i) => expect(list).toBe(before[i]));
    cache.remove(a);
    for (const list of before) expect(list).toEqual([a]);
    for (const list of lists()) expect(list).toEqual([]);
  });

  it('indexes what is there already, and only once per name', () => {
    cache.set(thing('a', 'one'), undefined);
    cache.addIndex('name', ({ metadata }) => [metadata.name]);
    cache.addIndex('name', () => ['never']);
    expect(names(cache.byIndex('name', 'a'))).toEqual(['a']);
    expect(cache.byIndex('name', 'never')).toEqual([]);
    expect(() => cache.byIndex('nonesuch', 'a')).toThrow('no index named nonesuch');
  });
});
