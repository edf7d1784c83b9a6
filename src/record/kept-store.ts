/** A store for writes that were made elsewhere: those of a run record, or of a current run. */
import { VirtualClock, type Millis } from '#clock';
import { MemoryStore, type Change, type Store } from '#store';

/** A store with such writes; more can be loaded. @param atMs virtual time of its clock */
export function keptStore(atMs: Millis, changes: Iterable<Change> = []): Store {
  const store = new MemoryStore({ clock: new VirtualClock({ start: atMs }) });
  for (const change of changes) store.load(change);
  return store;
}
