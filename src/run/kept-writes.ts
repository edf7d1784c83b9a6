/** The writes of a run that are kept until its end, and how much memory they may take. */
import type { Millis } from '#clock';
import { keptStore } from '#record';
import type { Scenario } from '#scenario';
import { weightOfChange, type Change, type Past, type Store } from '#store';

/** The writes that were to be kept take more memory than they may. None of them is kept then. */
export class RecordFullError extends Error {
  override readonly name = 'RecordFullError';
  /** The scenario's. */
  readonly file: string;
  /** The write for which there was no room. */
  readonly change: Change;
  /** How many writes there were, with it. */
  readonly writes: number;
  /** Virtual time since the start, ms. */
  readonly atMs: Millis;
  /** How much they may take. */
  readonly bytes: number;

  constructor(full: Pick<RecordFullError, 'file' | 'change' | 'writes' | 'atMs' | 'bytes'>) {
    super(`${full.file}: the writes of the run take more than ${full.bytes} bytes`);
    ({
      file: this.file,
      change: this.change,
      writes: this.writes,
      atMs: this.atMs,
      bytes: this.bytes,
    } = full);
  }
}

export class KeptWrites {
  readonly #run: Pick<Scenario, 'file' | 'startMs'>;
  /** What they may take, by estimate. */
  readonly #most: number;
  #store: Store;
  #writes = 0;
  #bytes = 0;

  constructor(run: Pick<Scenario, 'file' | 'startMs'>, most: number) {
    this.#run = run;
    this.#most = most;
    this.#store = keptStore(run.startMs);
  }

  /** All of them, and the states between them. */
  get past(): Past {
    return this.#store.past;
  }

  /** Keeps a write; says so when there is no room, and lets go of all of them. */
  add(change: Change): RecordFullError | undefined {
    this.#store.load(change);
    this.#writes += 1;
    this.#bytes += weightOfChange(change);
    if (this.#bytes <= this.#most) return undefined;
    const { file, startMs } = this.#run;
    this.#store = keptStore(startMs);
    return new RecordFullError({
      file,
      change,
      writes: this.#writes,
      atMs: change.time - startMs,
      bytes: this.#most,
    });
  }
}
