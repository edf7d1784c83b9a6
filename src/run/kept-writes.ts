/** The writes of a run that are kept until its end, within a memory limit. */
import type { Millis } from '#clock';
import { keyOf } from '#values';
import { keptStore } from '#record';
import type { Scenario } from '#scenario';
import { weightOfChange, type Change, type Past, type Store, type StoreState } from '#store';

/** The writes to keep exceed the memory limit. None of them is kept then. */
export class RecordFullError extends Error {
  override readonly name = 'RecordFullError';
  /** The scenario's. */
  readonly file: string;
  /** The write that exceeded the limit. */
  readonly change: Change;
  /** How many writes there were, including it. */
  readonly writes: number;
  /** Virtual time since the start, ms. */
  readonly atMs: Millis;
  /** The limit. */
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
  /** The limit, by estimate. */
  readonly #most: number;
  #store: Store;
  #writes = 0;
  #bytes = 0;

  /** @param past what the run continues: its first state is where they begin. Default: nothing. */
  constructor(run: Pick<Scenario, 'file' | 'startMs'>, most: number, past?: Past) {
    this.#run = run;
    this.#most = most;
    this.#store = keptStore(run.startMs);
    if (past !== undefined && past.beginning > 0)
      this.#store.loadState(firstState(past, run.startMs));
  }

  /** All of them, and the states between them. */
  get past(): Past {
    return this.#store.past;
  }

  /** Keeps a write; above the limit it drops all of them and returns the error. */
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

/** Returns the first state of a past. */
function firstState(past: Past, startMs: Millis): StoreState {
  const { beginning: revision, buckets } = past;
  const held = [...buckets].flatMap((bucket) =>
    past.list(bucket, revision).map((value) => {
      const written = Number(value.metadata.resourceVersion);
      return { bucket, key: keyOf(value), revision: written, created: written, value };
    }),
  );
  return { revision, time: past.timeOf(revision) ?? startMs, held };
}
