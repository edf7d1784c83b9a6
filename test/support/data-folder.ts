/** A sound folder of data, to be damaged. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { machineTimers, VirtualClock } from '#clock';
import { openData } from '#durable';
import { MemoryStore, type Store } from '#store';

const origin = { actor: 'test' };
const writes = 90;
const compactBytes = 4000;
const { turn } = machineTimers();

/** Fills a folder until it has several logs and snapshots. @returns its objects after each revision, from 0 on */
export async function fillFolder(folder: string): Promise<readonly string[]> {
  const states = [''];
  const onFailure = (error: Error): void => {
    throw error;
  };
  const data = await openData(folder, { durability: 'relaxed', compactBytes, turn, onFailure });
  const clock = new VirtualClock({ start: 0 });
  const store = new MemoryStore({ clock, journal: data, window: { revisions: 70 } });
  data.loadInto(store);
  for (let n = 1; n <= writes; n++) {
    const name = `object-${n % 5}`;
    const ttl = n % 4 === 0 ? { ttlMs: 9e6 } : {};
    if (n % 9 === 0) await store.delete('configmaps', name, { origin });
    else await store.put('configmaps', name, objectOf(name, n), { origin, ...ttl });
    states.push(textOf(store));
    if (n % 3 === 0) {
      await clock.advanceBy(10);
      data.mark(clock.now());
    }
    await data.awaitDurable();
    await compacted(folder);
  }
  store.close();
  await data.close();
  return states;
}

/** All objects of a store. */
export function textOf(store: Store): string {
  const held = store.state().held.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return JSON.stringify(held.map(({ key, value, revision }) => [key, value, revision]));
}

/** Waits for the snapshot that a long log leads to: many turns, where the disk is busy. */
async function compacted(folder: string): Promise<void> {
  const isDone = (): boolean => {
    const names = readdirSync(folder);
    const log = names.filter((name) => name.startsWith('log-')).at(-1)!;
    const isWhole = log === 'log-000001' || names.includes(log.replace('log', 'snapshot'));
    return isWhole && statSync(join(folder, log)).size < compactBytes;
  };
  for (let turns = 0; turns < 300_000 && !isDone(); turns++) await turn();
}

const objectOf = (name: string, n: number) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { text: String(n) } },
  metadata: { name, uid: name, creationTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '' },
});
