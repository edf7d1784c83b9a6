/** Writes that are kept on disk, beside what that disk can do, and a restart with many objects. */
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineTimers, VirtualClock } from '#clock';
import { openData } from '#durable';
import { MemoryStore } from '#store';
import type { Row } from './bench.ts';

const WRITERS = 16;
const WRITES = 20_000;
const OBJECTS = 100_000;
const origin = { actor: 'bench' };
const filler = 'x'.repeat(1200);

export async function durableBench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    const before = performance.now();
    await fill(folder, WRITES, WRITERS);
    const perSecond = (WRITES / (performance.now() - before)) * 1000;
    const limit = await diskLimit(join(folder, 'limit'));
    await fill(folder, OBJECTS, 1000);
    const restart = await restartMs(folder);
    return [
      {
        name: `writes kept, ${WRITERS} writers`,
        value: perSecond,
        unit: '/s',
        note: `this disk: ${Math.round(limit)} flushes of one write a second`,
      },
      { name: `restart, ${OBJECTS} objects`, value: restart, unit: 'ms', note: 'aim: under 2,000' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opened(
  folder: string,
): Promise<{ store: MemoryStore; kept(): Promise<void> | undefined; close(): Promise<void> }> {
  const data = await openData(folder, {
    ...{ durability: 'strict', turn: machineTimers().turn },
    onFailure(error) {
      throw error;
    },
  });
  const clock = new VirtualClock({ start: data.time ?? 0 });
  const store = new MemoryStore({
    clock,
    journal: data,
    window: { revisions: 100_000, bytes: 2 ** 28 },
  });
  data.loadInto(store);
  return { store, kept: () => data.awaitDurable(), close: () => data.close() };
}

/** Creates objects; each writer waits until its write is kept. */
async function fill(folder: string, count: number, writers: number): Promise<void> {
  const { store, kept, close } = await opened(folder);
  const begin = store.revision();
  let made = 0;
  const write = async (): Promise<void> => {
    while (made < count) {
      await store.put('configmaps', `default/c${begin + made++}`, objectOf(begin + made), {
        origin,
      });
      await kept();
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await close();
}

function objectOf(number: number) {
  const metadata = {
    ...{ name: `c${number}`, namespace: 'default', uid: `uid-${number}`, resourceVersion: '' },
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { filler } };
}

/** How many times a second the disk takes the bytes of one write, and is flushed. */
async function diskLimit(path: string): Promise<number> {
  const file = await open(path, 'w');
  const bytes = Buffer.from(JSON.stringify(objectOf(1)));
  const before = performance.now();
  let count = 0;
  for (; performance.now() - before < 2000; count++) {
    await file.write(bytes, 0, bytes.length, count * bytes.length);
    await file.datasync();
  }
  await file.close();
  return count / 2;
}

async function restartMs(folder: string): Promise<number> {
  const before = performance.now();
  const { store, close } = await opened(folder);
  const took = performance.now() - before;
  if (store.revision() < OBJECTS) throw new Error('not all was kept');
  await close();
  return took;
}
