/** A folder of data: what a store finds after a restart, and how a file that is not whole is reported. */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers, VirtualClock } from '#clock';
import { openData, type Data, type DataOptions } from '#durable';
import { MemoryStore, type Store } from '#store';
import { makeLock } from '../../../src/durable/lock-files.ts';

const origin = { actor: 'test' };
const object = (name: string, data = '') => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { text: data } },
  metadata: { name, uid: name, creationTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '' },
});

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-data-'));
  log = join(folder, 'log-000001');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(
  more: Partial<DataOptions> = {},
): Promise<{ data: Data; store: Store; clock: VirtualClock }> {
  const { turn } = machineTimers();
  const failed = (error: Error): void => {
    throw error;
  };
  const data = await openData(folder, {
    durability: 'strict',
    turn,
    onFailure: failed,
    ...more,
  });
  const clock = new VirtualClock({ start: data.time ?? 0 });
  const store = new MemoryStore({ clock, journal: data });
  data.loadInto(store);
  return { data, store, clock };
}

/** Five writes: three objects, one of them changed, one deleted. */
async function write(): Promise<void> {
  const { data, store, clock } = await open();
  for (const name of ['a', 'b', 'c']) await store.put('pods', name, object(name), { origin });
  await clock.advanceTo(5000);
  await store.put('pods', 'a', object('a', 'second'), { origin, expected: 1 });
  await store.delete('pods', 'b', { origin });
  await data.awaitDurable();
  await data.close();
}

describe('a folder of data', () => {
  it('gives a store back: objects, revisions, past, time, and watches that resume', async () => {
    await write();
    const { data, store } = await open();
    expect(data.isEmpty).toBe(false);
    expect(data.time).toBe(5000);
    expect(store.revision()).toBe(5);
    const { items } = await store.list('pods');
    expect(items.map(({ metadata }) => [metadata.name, metadata.resourceVersion])).toEqual([
      ['a', '4'],
      ['c', '3'],
    ]);
    expect((await store.get('pods', 'b', 4))?.metadata.name).toBe('b');
    const watch = store.watch('pods', { after: 3 });
    const changes = await watch.next();
    expect(changes.map(({ type, key, time }) => [type, key, time])).toEqual([
      ['updated', 'a', 5000],
      ['deleted', 'b', 5000],
    ]);
    expect(changes[0]!.previous?.metadata.resourceVersion).toBe('1');
    await expect(store.put('pods', 'c', object('c'), { origin, expected: 2 })).rejects.toThrow();
    await data.close();
  });

  it('continues in the same log', async () => {
    await write();
    const first = await open();
    await first.store.put('pods', 'd', object('d'), { origin, ttlMs: 1000 });
    await first.clock.advanceTo(5500);
    first.data.mark(first.clock.now());
    await first.data.awaitDurable();
    await first.data.close();
    const { data, store, clock } = await open();
    expect(store.revision()).toBe(6);
    expect(clock.now()).toBe(5500);
    await clock.advanceTo(7000);
    expect(store.peek('pods', 'd')).toBeUndefined();
    await data.close();
  });

  it('is lost to another process once that has taken it: what is written then is not acknowledged, and not read', async () => {
    const { data, store } = await open({ onFailure: () => undefined });
    await store.put('pods', 'kept', object('kept'), { origin });
    await data.awaitDurable();
    // The first one is paused. Others in another container find it silent, one after the other.
    const owner = { space: 'other', host: 'pod-2', pid: 1 };
    makeLock(folder, 2, { id: 'other', owner, beat: 0 });
    const wall = { now: () => 0, sleep: () => Promise.resolve() };
    const second = await open({ wall });
    await store.put('pods', 'late', object('late'), { origin });
    await expect(data.awaitDurable()).rejects.toThrow('another process has taken it');
    await second.store.put('pods', 'next', object('next'), { origin });
    await second.data.awaitDurable();
    await Promise.all([data.close(), second.data.close()]);
    const third = await open();
    expect((await third.store.list('pods')).items.map(({ metadata }) => metadata.name)).toEqual([
      'kept',
      'next',
    ]);
    await third.data.close();
  });

  it('does not count what is written by a process that is paused in the middle of that', async () => {
    const { data, store } = await open();
    const wall = { now: () => 0, sleep: () => Promise.resolve() };
    await store.put('pods', 'kept', object('kept'), { origin });
    await data.awaitDurable();
    const paused = openSync(log, 'r+');
    const { size } = statSync(log);
    makeLock(folder, 2, { id: 'other', owner: { space: 'other', host: 'pod-2', pid: 1 }, beat: 0 });
    const second = await open({ wall });
    // The first one had seen that the folder is its own, and continues to write when it runs again.
    await second.store.put('pods', 'next', object('next'), { origin });
    await second.data.awaitDurable();
    writeSync(paused, 'late', size);
    closeSync(paused);
    await second.data.close();
    await data.close();
    const third = await open();
    expect(third.store.revision()).toBe(2);
    expect(third.data.dropped).toBe(0);
    await third.data.close();
  });

  it('drops what was written in part, wherever it was cut', async () => {
    await write();
    const whole = readFileSync(log);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length }),
        fc.constantFrom('', '\0'.repeat(300), 'garbage {"revision":9}'),
        async (length, tail) => {
          writeFileSync(log, Buffer.concat([whole.subarray(0, length), Buffer.from(tail)]));
          if (length < 13 && tail !== '') return;
          const { data, store } = await open();
          expect(store.revision()).toBeLessThanOrEqual(5);
          await store.put('pods', 'later', object('later'), { origin });
          await data.awaitDurable();
          await data.close();
          const again = await open();
          expect(again.store.peek('pods', 'later')).toBeDefined();
          expect(again.data.dropped).toBe(0);
          await again.data.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses what is damaged in the middle', async () => {
    await write();
    const whole = readFileSync(log);
    const lastBytes = 400;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 13, max: whole.length - lastBytes }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const damaged = Buffer.from(whole);
          damaged[at]! ^= 1 << bit;
          writeFileSync(log, damaged);
          await expect(open()).rejects.toThrow(/damaged from byte \d+ to \d+/);
          expect(statSync(log).size).toBe(whole.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['orrery-log/2\nsomething', 'has format 2'],
    ['something else altogether', 'not a log'],
  ])('refuses %j', async (text, message) => {
    writeFileSync(log, text);
    await expect(open()).rejects.toThrow(message);
    truncateSync(log, 0);
    await (await open()).data.close();
  });
});
