/** What the binder sees of its own writes. */
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { Latest } from '../../../../controllers/persistentvolume/binder-caches.ts';

it('what was written is seen until the cache shows it, or something newer', () => {
  const at = (resourceVersion: string): KubeObject =>
    ({ metadata: { name: 'v', resourceVersion } }) as never;
  let cached = [at('5')];
  const lister = {
    getByKey: (key: string) => cached.find(({ metadata }) => metadata.name === key),
    list: () => cached,
    size: 1,
  };
  const latest = new Latest(lister as never);
  expect([latest.size, latest.list()]).toEqual([1, cached]);
  expect(latest.list()).toBe(cached);
  const written = at('7');
  expect(latest.note(written)).toBe(written);
  expect([latest.getByKey('v'), latest.list()]).toEqual([written, [written]]);
  expect(latest.getByKey('w')).toBeUndefined();
  cached = [at('7')];
  expect(latest.getByKey('v')).toBe(cached[0]);
  cached = [at('5')];
  expect(latest.getByKey('v')).toBe(cached[0]);
  latest.note(written);
  latest.forget('v');
  expect(latest.getByKey('v')).toBe(cached[0]);
});
