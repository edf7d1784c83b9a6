/** The writes of a run that are kept until its end, and how much memory they may take. */
import type { Millis } from '#clock';
import type { Scenario } from '#scenario';
import { weightOfChange, type Change } from '#store';

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
  #changes: Change[] = [];
  #bytes = 0;

  constructor(run: Pick<Scenario, 'file' | 'startMs'>, most: number) {
    this.#run = run;
    this.#most = most;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** Keeps a write; says so when there is no room, and lets go of all of them. */
  add(change: Change): RecordFullError | undefined {
    this.#changes.push(change);
    this.#bytes += weightOfChange(change);
    if (this.#bytes <= this.#most) return undefined;
    const writes = this.#changes.length;
    this.#changes = [];
    const { file, startMs } = this.#run;
    return new RecordFullError({
      file,
      change,
      writes,
      atMs: change.time - startMs,
      bytes: this.#most,
    });
  }
}
