/** A folder of data: opened, read, and written to from then on. */
import { mkdirSync } from 'node:fs';
import { copyFile, open, rename, writeFile } from 'node:fs/promises';
import type { Millis, Wall } from '#clock';
import type { Change, Journal, Store } from '#store';
import { beginLog, Compaction } from './compaction.ts';
import { contentsOf, lastRevision, type Contents, type ReadLog } from './contents.ts';
import { unwritable, type DataError } from './errors.ts';
import { flushNames, remove, unfinishedPath } from './folder.ts';
import { lockFolder, type FolderLock, type OnWait } from './lock.ts';
import { load, startTimeOf, timeOf } from './load.ts';
import { Log, type LogFile } from './log.ts';
import { fileHead, markOf, recordOf } from './record.ts';
import { readReleases, writeReleases, type WriterRelease } from './release.ts';

/**
 * `strict`: a write is acknowledged when the disk has it. `relaxed`: when the operating system has it: a process that is
 * killed loses nothing, a machine that loses power may lose the last seconds.
 */
export type Durability = 'strict' | 'relaxed';

export interface DataOptions {
  readonly durability: Durability;
  /** Bytes of log after which it is shortened. Default: 64 MiB. */
  readonly compactBytes?: number;
  /** See {@link Log}. */
  readonly turn: () => Promise<void>;
  /** Called once, when nothing more can be kept. */
  readonly onFailure: (error: DataError) => void;
  readonly onWait?: OnWait;
  /** Default: the machine's. */
  readonly wall?: Wall;
}

const usualCompactBytes = 64 * 1024 * 1024;

export interface Data extends Journal {
  /** Nothing was kept when it was opened. */
  readonly isEmpty: boolean;
  /** The first virtual time that is kept; undefined for a new folder. */
  readonly startTime: Millis | undefined;
  /** The latest virtual time that is kept; undefined for a new folder. */
  readonly time: Millis | undefined;
  /** Of the latest write that was kept when it was opened; 0 for a new folder. */
  readonly revision: number;
  /** How many bytes of a write that was under way when the process ended were dropped. */
  readonly dropped: number;
  /** The releases that wrote it, in their order; none where nothing says it. */
  readonly releases: readonly WriterRelease[];
  /** Keeps which release writes from now on, such as 1.34. @throws {DataError} */
  writeAs(release: string): void;
  /** Puts all kept writes into an empty store, which is kept from then on. */
  loadInto(store: Store): void;
  /** The clock has reached this time. */
  mark(time: Millis): void;
  /** Resolves once all writes so far are kept; undefined when they are. @throws {DataError} */
  awaitDurable(): Promise<void> | undefined;
  close(): Promise<void>;
}

/**
 * Opens a folder, which is made where there is none.
 * @throws {DataError} when another process has it, when it is damaged, or of a newer version
 */
export async function openData(folder: string, options: DataOptions): Promise<Data> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { onWait, wall } = options;
  let hasFailed = false;
  const onFailure = (error: DataError): void => {
    if (!hasFailed) options.onFailure(error);
    hasFailed = true;
  };
  const lock = await lockFolder(folder, { onWait, wall, onLost: onFailure });
  try {
    return await opened(folder, { ...options, onFailure }, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function opened(
  folder: string,
  { durability, compactBytes = usualCompactBytes, turn, onFailure }: DataOptions,
  lock: FolderLock,
): Promise<Data> {
  let contents: Contents | undefined = await contentsOf(folder, () => lock.beat());
  const { logs, generations, snapshotBytes } = contents;
  remove(contents.leftovers);
  const last = logs.at(-1);
  let time = timeOf(contents);
  let store: Store | undefined;
  let releases = readReleases(folder);
  const revision = lastRevision(logs) ?? contents.state?.revision ?? 0;
  const log = new Log({
    ...(await continued(folder, last, lock)),
    confirm: () => lock.confirm(),
    ...{ isFlushed: durability === 'strict', turn, onFailure },
    onWritten() {
      if (store !== undefined) compaction.consider(store);
    },
  });
  const compaction = new Compaction({
    ...{ folder, lock, log, turn, size: snapshotBytes, leastBytes: compactBytes },
    onFailure: (error) => onFailure(unwritable(folder, error)),
    generations: generations.length > 0 ? generations : [{ number: 1, revision: 0 }],
    number: last?.number ?? 1,
  });
  return {
    isEmpty: time === undefined,
    startTime: startTimeOf(contents),
    revision,
    get time() {
      return time;
    },
    dropped: last?.rest ?? 0,
    get releases() {
      return releases;
    },
    writeAs(name) {
      if (releases.at(-1)?.name === name) return;
      lock.confirm();
      releases = [...releases, { name, behind: store?.revision() ?? revision }];
      try {
        writeReleases(folder, releases);
      } catch (error) {
        throw unwritable(folder, error);
      }
    },
    loadInto(empty) {
      if (contents !== undefined) load(empty, contents);
      // Its bytes need not stay.
      contents = undefined;
      store = empty;
    },
    append(change: Change, expires) {
      time = change.time;
      log.append(() => recordOf(change, expires));
    },
    mark(reached) {
      if (time !== undefined && reached <= time) return;
      time = reached;
      log.append(() => markOf(reached));
    },
    awaitDurable: () => log.awaitDurable(),
    async close() {
      await compaction.close();
      await log.close();
      await lock.release();
    },
  };
}

/** Returns the log to write to: the last one, without what was written in part, or a new one. */
async function continued(
  folder: string,
  last: ReadLog | undefined,
  { number, isTaken }: FolderLock,
): Promise<LogFile> {
  if (last === undefined) return beginLog(folder, 1);
  const { path, end, rest } = last;
  if (end === 0)
    await replace(folder, path, number, (copy) => writeFile(copy, fileHead, { mode: 0o600 }));
  else if (isTaken) await replace(folder, path, number, (copy) => copyFile(path, copy));
  const file = await open(path, 'r+');
  if (end > 0 && rest > 0) await file.truncate(end);
  return { file, path, end: Math.max(end, fileHead.length) };
}

/** What a process still writes that had the folder, and was only paused, goes to a file without a name then. */
async function replace(
  folder: string,
  path: string,
  number: number,
  make: (copy: string) => Promise<void>,
): Promise<void> {
  const copy = unfinishedPath(`${path}-${number}`);
  await make(copy);
  const file = await open(copy, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(copy, path);
  await flushNames(folder);
}
