/** The state of a store in a file. */
import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { Held, StoreState } from '#store';
import { DataError } from './errors.ts';
import { flushNames, snapshotPath, unfinishedPath } from './folder.ts';
import type { FolderLock } from './lock.ts';
import { fileHead, stateEndOf, stateRecordOf, stateOf } from './record.ts';
import { checkLog } from './scan.ts';

/** Bytes written between two turns of the event loop: requests wait for one slice at most. */
const sliceBytes = 64 * 1024;

export interface SnapshotOptions {
  readonly turn: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly lock: FolderLock;
}

/**
 * Writes a state, in slices, and gives the file its name once the disk has it.
 * @returns its size in bytes; undefined when it was stopped
 */
export async function writeSnapshot(
  folder: string,
  number: number,
  state: StoreState,
  { turn, signal, lock }: SnapshotOptions,
): Promise<number | undefined> {
  const path = snapshotPath(folder, number);
  // Of its own: a process that has lost the folder must not finish what another one writes.
  const unfinished = unfinishedPath(`${path}-${lock.number}`);
  const file = await open(unfinished, 'w', 0o600);
  let size = 0;
  try {
    for (const slice of slices(state)) {
      if (signal.aborted) return undefined;
      await file.writeFile(slice);
      size += slice.length;
      await turn();
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  lock.confirm();
  await rename(unfinished, path);
  await flushNames(folder);
  return size;
}

function* slices(state: StoreState): Iterable<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] = [fileHead];
  let size = fileHead.length;
  for (const held of state.held) {
    const record = stateRecordOf(held);
    parts.push(record);
    size += record.length;
    if (size < sliceBytes) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  yield Buffer.concat([...parts, stateEndOf(state)]);
}

/** @throws {DataError} for one that is not whole */
export function readSnapshot(folder: string, number: number): StoreState {
  const path = snapshotPath(folder, number);
  const held: Held[] = [];
  let end: Omit<StoreState, 'held'> | undefined;
  const { rest } = checkLog(readFileSync(path), path, (record) => {
    const found = stateOf(record);
    if ('key' in found) held.push(found);
    else end = found;
  });
  if (rest > 0 || end === undefined) {
    throw new DataError(`${path}: damaged; nothing was changed: put back a copy of the file`);
  }
  return { ...end, held };
}
