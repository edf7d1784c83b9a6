import type { Change, Store, StoreWatch } from '#store';
import type { Millis } from '#clock';
import type { KubeObject } from '#kinds';

/** Called for every write of the run that says something, in order. */
export type ChangeListener = (change: Change) => void;

/**
 * The run record: follows the store's log from its beginning and hands every write on, in
 * order and once, but for heartbeats (repetitions): these say only that their writer goes on, and
 * what follows is told as if they had not been. The terminal timeline, JSON output and reports are
 * all fed by it. While it follows, undelivered writes hold the clock, so what it shows is never behind virtual time.
 */
export class RunRecord {
  /** Virtual time at which the run began, ms. */
  readonly startMs: Millis;
  readonly #store: Store;
  /** Where the run began in the log. */
  readonly #after: number;
  #watch: StoreWatch | undefined;
  readonly #listeners: ChangeListener[] = [];
  /** By bucket and key: objects whose latest versions are heartbeats, as they were told before these. */
  readonly #skipped = new Map<string, Map<string, KubeObject>>();

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
        if (change.isRepetition === true) {
          this.#skip(change);
          continue;
        }
        const told = this.#asTold(change);
        for (const listener of this.#listeners) listener(told);
      }
    }
  }

  #skip(change: Change): void {
    const { bucket, key } = change;
    let skipped = this.#skipped.get(bucket);
    if (skipped === undefined) this.#skipped.set(bucket, (skipped = new Map<string, KubeObject>()));
    // Of a row of heartbeats only the first has an object before it that was told.
    if (!skipped.has(key)) skipped.set(key, change.previous!);
  }

  /** The change as one of the object that was last told of. */
  #asTold(change: Change): Change {
    const { bucket, key, type } = change;
    const skipped = this.#skipped.get(bucket);
    const previous = skipped?.get(key);
    if (previous === undefined) return change;
    skipped!.delete(key);
    if (type !== 'deleted') return { ...change, previous };
    const { resourceVersion } = change.value.metadata;
    const metadata = { ...previous.metadata, resourceVersion };
    return { ...change, previous, value: { ...previous, metadata } };
  }

  stop(): void {
    this.#watch?.stop();
  }
}
