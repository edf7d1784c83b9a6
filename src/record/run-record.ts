import type { Change, Store, StoreWatch } from '#store';
import type { Millis } from '#clock';
import { WithoutHeartbeats } from './without-heartbeats.ts';

/** Called for every write of the run except heartbeats, in order. */
export type ChangeListener = (change: Change) => void;

/**
 * The run record: follows the store's log from its beginning and passes every write on once and in
 * order, except heartbeats (repetitions). These say only that their writer is alive, and later
 * changes are reported as if there had been none. The timeline, JSON output and reports all read it.
 * While it follows, undelivered writes hold the clock, so its output is never behind virtual time.
 */
export class RunRecord {
  /** Virtual time at which the run began, ms. */
  readonly startMs: Millis;
  readonly #store: Store;
  /** The revision at which the run began, or behind which a run that continues has its past. */
  readonly #after: number;
  #watch: StoreWatch | undefined;
  readonly #listeners: ChangeListener[] = [];
  /** The last write that listeners know, or that was left out. */
  #latest: number;
  readonly #waiting: { readonly revision: number; readonly run: () => void }[] = [];
  readonly #reported = new WithoutHeartbeats();

  constructor(store: Store, startMs: Millis) {
    this.startMs = startMs;
    this.#store = store;
    this.#after = store.past.beginning;
    this.#latest = this.#after;
  }

  /**
   * Calls back once every write up to a revision has been passed on: so what happens between writes
   * finds its place among them. Revisions never decrease from call to call.
   */
  whenSeen(revision: number, run: () => void): void {
    if (this.#latest >= revision && this.#waiting.length === 0) run();
    else this.#waiting.push({ revision, run });
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
        this.#pass(change);
        this.#latest = change.revision;
        this.#runWaiting();
      }
    }
  }

  #pass(change: Change): void {
    const reported = this.#reported.of(change);
    if (reported === undefined) return;
    for (const listener of this.#listeners) listener(reported);
  }

  #runWaiting(): void {
    while (this.#waiting[0] !== undefined && this.#waiting[0].revision <= this.#latest) {
      this.#waiting.shift()!.run();
    }
  }

  stop(): void {
    this.#watch?.stop();
  }
}
