/**
 * Keeps a folder of data short: when the log has become long, a snapshot of the store takes the place of what lies
 * before it, as far as the store itself has forgotten that.
 */
import { open } from 'node:fs/promises';
import type { Store } from '#store';
import type { Generation } from './contents.ts';
import { flushNames, logPath, remove, snapshotPath } from './folder.ts';
import type { FolderLock } from './lock.ts';
import type { Log, LogFile } from './log.ts';
import { fileHead } from './record.ts';
import { writeSnapshot } from './snapshot.ts';

export interface CompactionOptions {
  readonly folder: string;
  readonly lock: FolderLock;
  readonly log: Log;
  readonly generations: readonly Generation[];
  /** The number of the log that is written to. */
  readonly number: number;
  /** Bytes of the latest snapshot. */
  readonly size: number;
  /** Of a log that is worth it. */
  readonly leastBytes: number;
  /** Resolves after a turn of the event loop. */
  readonly turn: () => Promise<void>;
  /** A file could not be written. */
  readonly onFailure: (error: unknown) => void;
}

export class Compaction {
  readonly #options: CompactionOptions;
  #generations: readonly Generation[];
  #number: number;
  #size: number;
  #running: Promise<void> | undefined;
  readonly #ending = new AbortController();

  constructor(options: CompactionOptions) {
    this.#options = options;
    this.#generations = options.generations;
    this.#number = options.number;
    this.#size = options.size;
  }

  /** Begins with it when the log is long enough. A log shorter than the snapshot is not worth another one. */
  consider(store: Store): void {
    const { log, leastBytes, onFailure } = this.#options;
    if (this.#running !== undefined || this.#ending.signal.aborted) return;
    if (log.size < Math.max(leastBytes, this.#size)) return;
    this.#running = this.#run(store).then(
      () => {
        this.#running = undefined;
        // It may have become long meanwhile.
        this.consider(store);
      },
      (error: unknown) => onFailure(error),
    );
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(store: Store): Promise<void> {
    const { folder, lock, log, turn } = this.#options;
    // Between two writes: what the store has, the logs so far have too, and the next one does not.
    await turn();
    const number = ++this.#number;
    const state = store.state();
    await log.continueIn(() => beginLog(folder, number));
    const { signal } = this.#ending;
    const size = await writeSnapshot(folder, number, state, { turn, signal, lock });
    if (size === undefined) return;
    this.#size = size;
    this.#generations = [...this.#generations, { number, revision: state.revision }];
    lock.confirm();
    this.#forget(store.compactedRevision());
  }

  /** Removes what no read can be older than. */
  #forget(compacted: number): void {
    const { folder } = this.#options;
    const at = this.#generations.findLastIndex(({ revision }) => revision <= compacted);
    if (at < 1) return;
    const first = this.#generations[0]!.number;
    this.#generations = this.#generations.slice(at);
    // A log without its snapshot is a leftover; a snapshot without its log would be damage.
    for (let number = first; number < this.#generations[0]!.number; number++) {
      remove([snapshotPath(folder, number), logPath(folder, number)]);
    }
  }
}

/** Makes a log, on the disk with its name. @throws {Error} when there is one: another process has made it */
export async function beginLog(folder: string, number: number): Promise<LogFile> {
  const path = logPath(folder, number);
  const file = await open(path, 'wx', 0o600);
  await file.write(fileHead, 0, fileHead.length, 0);
  await file.datasync();
  await flushNames(folder);
  return { file, path, end: fileHead.length };
}
