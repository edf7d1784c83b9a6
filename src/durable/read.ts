/** A folder of data, read only. */
import { VirtualClock } from '#clock';
import { MemoryStore, type Store } from '#store';
import { contentsOf } from './contents.ts';
import { DataError } from './errors.ts';
import { load, timeOf } from './load.ts';
import { lockFolder, type FolderLock, type OnWait } from './lock.ts';

/**
 * Returns what a folder holds, as a store; the folder stays as it is, and free for others.
 * @throws {DataError} for a folder that is in use, damaged, of a newer version, or has no data
 */
export async function readData(folder: string, onWait?: OnWait): Promise<Store> {
  const lock = await lockFolder(folder, { onWait });
  try {
    return await storeOf(folder, lock);
  } finally {
    await lock.release();
  }
}

/** Returns the same for one who has the folder. */
export async function storeOf(folder: string, lock: FolderLock): Promise<Store> {
  const contents = await contentsOf(folder, () => lock.beat());
  if (contents.logs.length === 0) {
    throw new DataError(`${folder}: has no data: expected files such as log-000001`);
  }
  const store = new MemoryStore({ clock: new VirtualClock({ start: timeOf(contents) ?? 0 }) });
  load(store, contents);
  return store;
}
