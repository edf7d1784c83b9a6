/** Appends to a file, many records with one flush. */
import type { FileHandle } from 'node:fs/promises';
import { DataError } from './errors.ts';

export interface LogOptions {
  readonly file: FileHandle;
  /** For messages. */
  readonly path: string;
  /** Where the next record begins, in bytes. */
  readonly end: number;
  /** Whether a record counts as kept only once the disk has it, not the operating system alone. */
  readonly isFlushed: boolean;
  /** Resolves after a turn of the event loop: what is written in one is kept together. */
  readonly turn: () => Promise<void>;
  /** Called once when nothing more can be written. */
  readonly onFailure: (error: DataError) => void;
}

export class Log {
  readonly #options: LogOptions;
  #end: number;
  /** Made into bytes when they are written: then several of an instant are at hand. */
  #waiting: (() => Buffer)[] = [];
  /** Resolves when what waits, or is being written, is kept. */
  #kept: Promise<void> | undefined;
  #failure: DataError | undefined;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#end = options.end;
  }

  append(record: () => Buffer): void {
    if (this.#failure !== undefined) return;
    this.#waiting.push(record);
    this.#kept ??= this.#keepAll();
    this.#kept.catch(() => undefined);
  }

  /** Resolves once all that was appended is kept; undefined when it is. @throws {DataError} */
  kept(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return this.#kept;
  }

  async close(): Promise<void> {
    await this.#kept?.catch(() => undefined);
    await this.#options.file.close();
  }

  /** One flush after the other, until nothing waits. Those who ask meanwhile wait for the last. */
  async #keepAll(): Promise<void> {
    const { file, path, isFlushed, turn, onFailure } = this.#options;
    try {
      while (this.#waiting.length > 0) {
        await turn();
        const records = this.#waiting;
        this.#waiting = [];
        const bytes = Buffer.concat(records.map((record) => record()));
        await writeAll(file, bytes, this.#end);
        if (isFlushed) await file.datasync();
        this.#end += bytes.length;
      }
      this.#kept = undefined;
    } catch (error) {
      const { message } = error as Error;
      this.#failure = new DataError(
        `${path}: cannot be written (${message}); what was acknowledged before is kept`,
      );
      this.#waiting = [];
      onFailure(this.#failure);
      throw this.#failure;
    }
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
