/** A folder of data, read only. */
import { VirtualClock } from '#clock';
import { MemoryStore, type Store } from '#store';
import { contentsOf } from './contents.ts';
import { DataError } from './errors.ts';
import { load, timeOf } from './load.ts';
import { lockFolder } from './lock.ts';

/**
 * What a folder holds, as a store; the folder stays as it is, and free for others.
 * @throws {DataError} for a folder that is in use, damaged, of a newer version, or has no data
 */
export function readData(folder: string): Store {
  const unlock = lockFolder(folder);
  try {
    return storeOf(folder);
  } finally {
    unlock();
  }
}

/** The same for one who has the folder. */
export function storeOf(folder: string): Store {
  const contents = contentsOf(folder);
  if (contents.logs.length === 0) {
    throw new DataError(`${folder}: has no data: expected files such as log-000001`);
  }
  const store = new MemoryStore({ clock: new VirtualClock({ start: timeOf(contents) ?? 0 }) });
  load(store, contents);
  return store;
}
