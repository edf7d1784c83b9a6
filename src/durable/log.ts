/** Appends to a file, many records with one flush. */
import type { FileHandle } from 'node:fs/promises';
import { unwritable, type DataError } from './errors.ts';

/** A log that is written to. */
export interface LogFile {
  readonly file: FileHandle;
  /** For messages. */
  readonly path: string;
  /** Where the next record begins, in bytes. */
  readonly end: number;
}

export interface LogOptions extends LogFile {
  /** Whether a record counts as kept only once the disk has it, not the operating system alone. */
  readonly isFlushed: boolean;
  /** Called before and after each flush. @throws {DataError} when the folder is no longer this process's */
  readonly confirm: () => void;
  /** Resolves after a turn of the event loop: what is written in one is kept together. */
  readonly turn: () => Promise<void>;
  /** Called after each flush. */
  readonly onWritten: () => void;
  /** Called once when nothing more can be written. */
  readonly onFailure: (error: DataError) => void;
}

/** Records for one file. */
interface FileRecords {
  /** Makes the file; absent: they go to the one that there is. */
  readonly make?: () => Promise<LogFile>;
  /** Made into bytes when they are written: then several of an instant are at hand. */
  readonly records: (() => Buffer)[];
}

/** What is flushed together. */
class Batch {
  readonly parts: FileRecords[] = [{ records: [] }];
  /** Resolves when all of it is kept. */
  readonly durable: Promise<void>;
  done!: () => void;
  fail!: (error: DataError) => void;

  constructor() {
    this.durable = new Promise((done, fail) => {
      this.done = done;
      this.fail = fail;
    });
    // Who does not ask need not know.
    this.durable.catch(() => undefined);
  }

  get isEmpty(): boolean {
    return this.parts.length === 1 && this.parts[0]!.records.length === 0;
  }
}

export class Log {
  readonly #options: LogOptions;
  #file: LogFile;
  #end: number;
  #next = new Batch();
  /** The batch that is on its way to the disk. */
  #writing: Batch | undefined;
  /** Resolves when nothing is to be written. */
  #idle: Promise<void> | undefined;
  #failure: DataError | undefined;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#file = options;
    this.#end = options.end;
  }

  /** Of the present file, in bytes. */
  get size(): number {
    return this.#end;
  }

  append(record: () => Buffer): void {
    if (this.#failure !== undefined) return;
    this.#next.parts.at(-1)!.records.push(record);
    this.#idle ??= this.#writeAll();
  }

  /**
   * All later records go to another file, which is made once the records so far are on the disk. Resolves then.
   * @throws {DataError}
   */
  async continueIn(make: () => Promise<LogFile>): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const { parts, durable } = this.#next;
    parts.push({ make, records: [] });
    this.#idle ??= this.#writeAll();
    return durable;
  }

  /** Resolves once all that was appended so far is kept; undefined when it is. @throws {DataError} */
  awaitDurable(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return this.#next.isEmpty ? this.#writing?.durable : this.#next.durable;
  }

  async close(): Promise<void> {
    await this.#idle;
    await this.#file.file.close();
  }

  /** One flush after the other, until nothing waits. */
  async #writeAll(): Promise<void> {
    const { turn, confirm, onFailure, onWritten } = this.#options;
    while (!this.#next.isEmpty && this.#failure === undefined) {
      await turn();
      const batch = (this.#writing = this.#next);
      this.#next = new Batch();
      try {
        confirm();
        for (const part of batch.parts) await this.#writePart(part);
        // A process that was paused in between has written to what another one does not read.
        confirm();
        batch.done();
        onWritten();
      } catch (error) {
        this.#failure = unwritable(this.#file.path, error);
        for (const lost of [batch, this.#next]) lost.fail(this.#failure);
        onFailure(this.#failure);
      }
    }
    this.#writing = undefined;
    this.#idle = undefined;
  }

  async #writePart({ make, records }: FileRecords): Promise<void> {
    if (make !== undefined) await this.#change(make);
    await this.#write(records);
  }

  async #write(records: FileRecords['records']): Promise<void> {
    if (records.length === 0) return;
    const { file } = this.#file;
    const bytes = Buffer.concat(records.map((record) => record()));
    await writeAll(file, bytes, this.#end);
    if (this.#options.isFlushed) await file.datasync();
    this.#end += bytes.length;
  }

  /** What is in the file before is on the disk, however careful writes are: it must not end in the middle of one. */
  async #change(make: () => Promise<LogFile>): Promise<void> {
    const { file } = this.#file;
    await file.datasync();
    const next = await make();
    await file.close();
    this.#file = next;
    this.#end = next.end;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
