import type { Change, Store, StoreWatch } from '#store';
import type { Millis } from '#clock';

/** Called for every write of the run that says something, in order. */
export type ChangeListener = (change: Change) => void;

/**
 * The run record: follows the store's log from its beginning and hands every write on, in
 * order and once, but for heartbeats (repetitions): these are in the store, and say nothing. The terminal timeline, JSON output and reports are all fed by it. While it
 * follows, undelivered writes hold the clock, so what it shows is never behind virtual time.
 */
export class RunRecord {
  /** Virtual time at which the run began, ms. */
  readonly startMs: Millis;
  readonly #store: Store;
  /** Where the run began in the log. */
  readonly #after: number;
  #watch: StoreWatch | undefined;
  readonly #listeners: ChangeListener[] = [];

  constructor(store: Store, startMs: Millis) {
    this.startMs = startMs;
    this.#store = store;
    this.#after = store.revision();
  }

  /** Adds a listener. All are added before {@link follow} begins. */
  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Follows the log until {@link stop}; rejects when a listener throws. */
  async follow(): Promise<void> {
    const watch = this.#store.watch(undefined, { after: this.#after, hold: 'run record' });
    this.#watch = watch;
    for (;;) {
      const changes = await watch.next();
      if (changes.length === 0) return;
      for (const change of changes) {
        if (change.isRepetition === true) continue;
        for (const listener of this.#listeners) listener(change);
      }
    }
  }

  stop(): void {
    this.#watch?.stop();
  }
}
