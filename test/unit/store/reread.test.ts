/** What a new release reads of stored objects, beside what was written. */
import { expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { MemoryStore, type Change } from '#store';
import type { KubeObject } from '#values';

const origin = { actor: 'test' };
const object = (data: object): KubeObject => ({ metadata: { name: 'a' }, data }) as never;
const dataOf = (found: KubeObject | undefined): unknown =>
  (found as { data?: unknown } | undefined)?.data;
const withNew = (_: string, stored: KubeObject): KubeObject =>
  ({ ...stored, data: { ...(dataOf(stored) as object), isNew: true } }) as never;

it('is read from then on, and what was written before then', async () => {
  const changes: Change[] = [];
  const store = new MemoryStore({
    clock: new VirtualClock({ start: 0 }),
    onWrite: (change) => void changes.push(change),
  });
  await store.put('maps', 'a', object({ n: 1 }), { origin });
  await store.put('maps', 'b', object({ n: 1 }), { origin });
  store.reread(withNew);
  expect(store.revision()).toBe(2);
  expect(dataOf(await store.get('maps', 'a'))).toEqual({ n: 1, isNew: true });
  expect(dataOf(store.past.get('maps', 'a', 1))).toEqual({ n: 1 });
  const listed = [1, 2].map((revision) => store.past.list('maps', revision).map(dataOf));
  expect(listed).toEqual([
    [{ n: 1 }],
    [
      { n: 1, isNew: true },
      { n: 1, isNew: true },
    ],
  ]);
  // Written with the revision that the object had before, and compared with what was stored.
  await store.put('maps', 'a', object({ n: 2, isNew: true }), { origin, expected: 1 });
  expect(dataOf(changes.at(-1)!.previous)).toEqual({ n: 1 });
  expect(dataOf(store.past.get('maps', 'a', 2))).toEqual({ n: 1, isNew: true });
  expect(store.isUnchanged('maps', 'b')).toBe(true);
  const gone = await store.delete('maps', 'b', { origin, expected: 2 });
  expect(dataOf(gone)).toEqual({ n: 1, isNew: true });
  expect(store.state().held.map(({ value }) => dataOf(value))).toEqual([{ n: 2, isNew: true }]);
});

it('is read by one release after the other, each from its revision on', async () => {
  const store = new MemoryStore({ clock: new VirtualClock({ start: 0 }) });
  await store.put('maps', 'a', object({}), { origin });
  store.reread((bucket, stored) => withNew(bucket, stored));
  await store.put('maps', 'b', object({}), { origin });
  store.reread((_, stored) => ({ ...stored, data: { last: true } }) as never);
  expect([1, 2].map((revision) => dataOf(store.past.get('maps', 'a', revision)))).toEqual([
    { isNew: true },
    { last: true },
  ]);
});
