import type { Change, Store, StoreWatch } from '#store';
import type { Millis } from '#clock';

/** Called for every write of the run, in order. */
export type ChangeListener = (change: Change) => void;

/**
 * The run record: follows the store's log from its beginning and hands every write on, in
 * order and once. The terminal timeline, JSON output and reports are all fed by it. It holds
 * the clock while writes are undelivered, so what it shows is never behind virtual time.
 */
export class RunRecord {
  /** Virtual time at which the run began, ms. */
  readonly startMs: Millis;
  readonly #watch: StoreWatch;
  readonly #listeners: ChangeListener[] = [];

  constructor(store: Store, startMs: Millis) {
    this.startMs = startMs;
    this.#watch = store.watch(undefined, { after: store.revision(), hold: 'run record' });
  }

  /** Adds a listener. All are added before {@link follow} begins. */
  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Follows the log until {@link stop}; rejects when a listener throws. */
  async follow(): Promise<void> {
    for (;;) {
      const changes = await this.#watch.next();
      if (changes.length === 0) return;
      for (const change of changes) for (const listener of this.#listeners) listener(change);
    }
  }

  stop(): void {
    this.#watch.stop();
  }
}
