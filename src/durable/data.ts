/** A folder of data: opened, read, and written to from then on. */
import { mkdirSync, readFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Millis } from '#clock';
import type { Change, Journal, Store } from '#store';
import { DataError } from './errors.ts';
import { lockFolder } from './lock.ts';
import { Log } from './log.ts';
import { fileHead, keptOf, markOf, recordOf } from './record.ts';
import { checkLog } from './scan.ts';

/**
 * `strict`: a write is acknowledged when the disk has it. `relaxed`: when the operating system has it: a process that is
 * killed loses nothing, a machine that loses power may lose the last seconds.
 */
export type Durability = 'strict' | 'relaxed';

export interface DataOptions {
  readonly durability: Durability;
  /** See {@link Log}. */
  readonly turn: () => Promise<void>;
  readonly onFailure: (error: DataError) => void;
}

export interface Data extends Journal {
  /** Nothing was kept when it was opened. */
  readonly isEmpty: boolean;
  /** The latest virtual time that is kept; undefined for a new folder. */
  readonly time: Millis | undefined;
  /** How many bytes of a write that was under way when the process ended were dropped. */
  readonly dropped: number;
  /** Puts all kept writes into an empty store. */
  loadInto(store: Store): void;
  /** The clock has reached this time. */
  mark(time: Millis): void;
  /** Resolves once all writes so far are kept; undefined when they are. @throws {DataError} */
  kept(): Promise<void> | undefined;
  close(): Promise<void>;
}

/**
 * Opens a folder, which is made where there is none.
 * @throws {DataError} when another process has it, when it is damaged, or of a newer version
 */
export async function openData(folder: string, options: DataOptions): Promise<Data> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  try {
    return await opened(folder, options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function opened(
  folder: string,
  { durability, turn, onFailure }: DataOptions,
  unlock: () => void,
): Promise<Data> {
  const path = join(folder, 'log');
  const file = await open(path, 'a+', 0o600).then((made) =>
    made.close().then(() => open(path, 'r+')),
  );
  const records: Buffer[] = [];
  const { end, rest } = await begin(file, path, (record) => void records.push(record)).catch(
    (error: unknown) => file.close().then(() => Promise.reject(error as Error)),
  );
  if (rest > 0) await file.truncate(end);
  let time = lastTime(records);
  const isFlushed = durability === 'strict';
  const log = new Log({ file, path, end, isFlushed, turn, onFailure });
  return {
    isEmpty: records.length === 0,
    get time() {
      return time;
    },
    dropped: rest,
    loadInto: (store) => load(store, records.splice(0)),
    append(change: Change, expires) {
      time = change.time;
      log.append(() => recordOf(change, expires));
    },
    mark(reached) {
      if (time !== undefined && reached <= time) return;
      time = reached;
      log.append(() => markOf(reached));
    },
    kept: () => log.kept(),
    async close() {
      await log.close();
      unlock();
    },
  };
}

/** Where a log ends, and how many bytes are behind that; a new one is begun. @throws {DataError} */
async function begin(file: FileHandle, path: string, see: (record: Buffer) => void) {
  const bytes = readFileSync(path);
  const isNew = bytes.length < fileHead.length && fileHead.subarray(0, bytes.length).equals(bytes);
  if (!isNew) return sound(path, bytes, see);
  await file.truncate(0);
  await file.write(fileHead, 0, fileHead.length, 0);
  await file.datasync();
  // The name of a new file is kept with its folder.
  const parent = await open(dirname(path), 'r');
  await parent.sync().finally(() => parent.close());
  return { end: fileHead.length, rest: 0 };
}

function sound(path: string, bytes: Buffer, see: (record: Buffer) => void) {
  const { end, rest, resumesAt } = checkLog(bytes, path, see);
  if (resumesAt === undefined) return { end, rest };
  throw new DataError(
    `${path}: damaged from byte ${end} to ${resumesAt}, with whole records behind it; ` +
      'nothing was changed: put back a copy of the file',
  );
}

function lastTime(records: readonly Buffer[]): Millis | undefined {
  const last = records.at(-1);
  return last === undefined ? undefined : keptOf(last).time;
}

function load(store: Store, records: readonly Buffer[]): void {
  for (const record of records) {
    const { change, expires } = keptOf(record);
    if (change === undefined) continue;
    const { bucket, key } = change;
    const previous = change.type === 'created' ? undefined : store.peek(bucket, key);
    store.load({ ...change, previous }, expires);
  }
}
