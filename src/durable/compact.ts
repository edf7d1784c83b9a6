/** Compacts a folder of data that no server uses: one snapshot takes the place of everything. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beginLog } from './compaction.ts';
import { filesOf, logPath, remove, snapshotPath } from './folder.ts';
import { lockFolder, type OnWait } from './lock.ts';
import { storeOf } from './read.ts';
import { writeSnapshot } from './snapshot.ts';

export interface Compacted {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly objects: number;
  /** Of the state; the past before it is gone. */
  readonly revision: number;
}

/** @throws {DataError} for a folder that is in use, damaged, or of a newer version */
export async function compactData(
  folder: string,
  turn: () => Promise<void>,
  onWait?: OnWait,
): Promise<Compacted> {
  const lock = await lockFolder(folder, { onWait });
  try {
    const store = await storeOf(folder, lock);
    const bytesBefore = bytesOf(folder);
    const { logs, snapshots } = filesOf(folder);
    const number = (logs.at(-1) ?? 0) + 1;
    const state = store.state();
    store.close();
    const { file } = await beginLog(folder, number);
    await file.close();
    const { signal } = new AbortController();
    await writeSnapshot(folder, number, state, { turn, signal, lock });
    lock.confirm();
    remove([
      ...snapshots.map((each) => snapshotPath(folder, each)),
      ...logs.map((each) => logPath(folder, each)),
    ]);
    const { revision, held } = state;
    return { bytesBefore, bytesAfter: bytesOf(folder), objects: held.length, revision };
  } finally {
    await lock.release();
  }
}

function bytesOf(folder: string): number {
  const names = readdirSync(folder).filter((name) => /^(log|snapshot)-\d+$/.test(name));
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
