/** The state of a store in a file. */
import { open, rename } from 'node:fs/promises';
import type { EntryState, StoreState } from '#store';
import { Fault, stateEntryOf } from './entry.ts';
import { DataError } from './errors.ts';
import { flushNames, snapshotPath, unfinishedPath } from './folder.ts';
import type { FolderLock } from './lock.ts';
import { fileHead, frameBytes, stateEndOf, stateRecordOf, stateOf } from './record.ts';
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

/** @throws {DataError} for one that is not whole, or not what a store has held */
export function readSnapshot(folder: string, number: number): StoreState {
  const path = snapshotPath(folder, number);
  const held: EntryState[] = [];
  const places = new Set<string>();
  let latest = 0;
  let end: Omit<StoreState, 'held'> | undefined;
  let at = fileHead.length;
  let fault: string | undefined;
  const found = checkLog(path, (record) => {
    const entry = fault === undefined ? stateEntryOf(record) : undefined;
    if (entry === undefined) return;
    if (entry instanceof Fault) fault = entry.text;
    else if (end !== undefined) fault = 'it follows the end';
    else if ('end' in entry) ({ end } = entry);
    else if (places.has(entry.place)) fault = `${entry.place} is there twice`;
    else {
      places.add(entry.place);
      latest = Math.max(latest, entry.revision);
      held.push(stateOf(record) as EntryState);
    }
    if (end !== undefined && latest > end.revision) {
      fault ??= `it ends at revision ${end.revision}, and has an object of revision ${latest}`;
    }
    if (fault === undefined) at += frameBytes + record.length;
  });
  if (fault === undefined && found.rest === 0 && end !== undefined) return { ...end, held };
  const why = fault === undefined ? '' : `: ${fault}`;
  throw new DataError(
    `${path}: damaged from byte ${at}${why}; nothing was changed: put back a copy of the file`,
  );
}
