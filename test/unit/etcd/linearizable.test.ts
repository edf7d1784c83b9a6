/**
 * Histories of clients of several servers: each client sees, from its beginning of a read on, all that
 * was acknowledged or shown to anyone before. Revisions order the writes of a key, so a history is
 * linearizable if no read returns less than what was known when it began.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import type { KubeObject } from '#kinds';
import { CompareFailedError, type Store } from '#store';
import { etcdMissing, pause, startEtcd, type EtcdProcess } from '../../../tools/etcd-process.ts';
import { storeRig, type StoreRig } from './rig.ts';

const bucket = 'configmaps';
const origin = { actor: 'test' };
const keys = ['a/x', 'a/y', 'a/z'];
const clientsOfEach = 6;
const steps = 60;

/** Sees whether a key goes back in time. */
class History {
  /** By key: the latest revision that a call which has ended has returned; of a deletion, its own. */
  readonly #known = new Map<string, number>();
  readonly problems: string[] = [];
  reads = 0;
  writes = 0;

  known(key: string): number {
    return this.#known.get(key) ?? 0;
  }

  /** @param least what was known when the call began */
  ended(what: 'read' | 'write', key: string, revision: number, least: number): void {
    if (what === 'read') this.reads++;
    else this.writes++;
    if (revision < least) this.problems.push(`${what} of ${key}: ${revision} after ${least}`);
    if (what === 'write' && revision === least)
      this.problems.push(`${key}: two writes at ${least}`);
    this.#known.set(key, Math.max(this.known(key), revision));
  }
}

describe.skipIf(etcdMissing)('servers of one etcd', () => {
  let etcd: EtcdProcess;
  const rigs: StoreRig[] = [];
  beforeAll(async () => {
    etcd = await startEtcd();
    for (let n = 0; n < 3; n++) rigs.push(await storeRig(etcd.url, '/linear'));
  }, 30_000);
  afterAll(async () => {
    for (const rig of rigs) rig.close();
    await etcd.remove();
  });

  it('give all clients one history, while etcd is held up now and then', async () => {
    const history = new History();
    const random = new Random(7);
    for (const key of keys) await write(rigs[0]!.store, key, history);
    let isOver = false;
    const clients = rigs.flatMap(({ store }, server) =>
      Array.from({ length: clientsOfEach }, async (_, client) => {
        const chance = random.stream(`${server} ${client}`);
        for (let step = 0; step < steps; step++) {
          const key = keys[chance.int(keys.length)]!;
          await (chance.int(3) === 0 ? write(store, key, history) : read(store, key, history));
        }
      }),
    );
    const hinder = async (): Promise<void> => {
      while (!isOver) {
        await pause(100);
        process.kill(etcd.pid, 'SIGSTOP');
        await pause(100);
        process.kill(etcd.pid, 'SIGCONT');
      }
    };
    const hindering = hinder();
    try {
      await Promise.all(clients);
    } finally {
      isOver = true;
      await hindering;
    }
    expect(history.problems).toEqual([]);
    expect(history.reads).toBeGreaterThan(300);
    expect(history.writes).toBeGreaterThan(50);
  }, 60_000);
});

async function read(store: Store, key: string, history: History): Promise<void> {
  const least = history.known(key);
  await store.fresh();
  const found = (await store.get(bucket, key))!;
  history.ended('read', key, revisionOf(found), least);
}

/** A compare-and-swap over what the server has at hand; one that fails says nothing. */
async function write(store: Store, key: string, history: History): Promise<void> {
  const least = history.known(key);
  const held = store.peek(bucket, key);
  const expected = held === undefined ? 0 : revisionOf(held);
  try {
    const written = await store.put(bucket, key, objectOf(key), { origin, expected });
    history.ended('write', key, revisionOf(written), least);
  } catch (error) {
    if (!(error instanceof CompareFailedError)) throw error;
    history.ended('read', key, revisionOf(error.current!), least);
  }
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.resourceVersion);
}

function objectOf(key: string): KubeObject {
  const [namespace, name] = key.split('/') as [string, string];
  const metadata = { namespace, name, creationTimestamp: '2026-01-01T00:00:00Z' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata } as never;
}
