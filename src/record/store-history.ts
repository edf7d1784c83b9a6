/** The past that a running control plane still has: its store's log, on top of where that begins. */
import { keyOf as objectKey } from '#kinds';
import { CompactedError, type Change, type Store } from '#store';
import { History, type BaseObject } from './history.ts';

/** How often it is tried again further on when the log is cut while it is read. */
const ATTEMPTS = 5;
/** So many revisions further on. */
const STEP = 1000;

/**
 * Reads a store's log, as far back as it is kept.
 * @param buckets those of which objects are known that were written before that
 */
export async function historyOf(store: Store, buckets: readonly string[]): Promise<History> {
  for (let attempt = 0; ; attempt++) {
    const compacted = store.compactedRevision();
    const beginning = Math.min(store.revision(), compacted + attempt * STEP);
    try {
      const objects = beginning === 0 ? [] : await objectsAt(beginning, store, buckets);
      const history = new History([], { revision: beginning, objects });
      for (const change of await changesAfter(beginning, store)) history.add(change);
      return history;
    } catch (error) {
      if (!(error instanceof CompactedError) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function objectsAt(
  revision: number,
  store: Store,
  buckets: readonly string[],
): Promise<readonly BaseObject[]> {
  const objects: BaseObject[] = [];
  for (const bucket of buckets) {
    const { items } = await store.list(bucket, { revision });
    for (const value of items) objects.push({ bucket, key: objectKey(value), value });
  }
  return objects;
}

async function changesAfter(revision: number, store: Store): Promise<readonly Change[]> {
  const latest = store.revision();
  const changes: Change[] = [];
  if (latest === revision) return changes;
  const watch = store.watch(undefined, { after: revision });
  try {
    while ((changes.at(-1)?.revision ?? 0) < latest) {
      const batch = await watch.next();
      // A store that closes meanwhile has no more to tell.
      if (batch.length === 0) break;
      changes.push(...batch);
    }
    return changes;
  } finally {
    watch.stop();
  }
}
