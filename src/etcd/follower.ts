/** Fills the watch cache from etcd, and follows what is written from then on, by whichever server. */
import type { Millis, WallTimers } from '#clock';
import type { EntryState, MemoryStore } from '#store';
import { byRevision, type Apply } from './apply.ts';
import { isCompacted } from './driver/error.ts';
import type { Etcd } from './driver/etcd.ts';
import type { KeyValue, WatchAnswer } from './driver/messages.ts';
import { compactionKey, everything, originKey, type Keys } from './keys.ts';
import { readOrigin } from './origins.ts';

export interface FollowerOptions {
  readonly etcd: Etcd;
  readonly cache: MemoryStore;
  readonly keys: Keys;
  readonly apply: Apply;
  readonly timers: WallTimers;
  readonly now: () => Millis;
  /** Called when the watch is open, at first and again after each break. */
  readonly onOpen: () => void;
}

/** How many objects are read at once: larger answers take as long in all. */
const page = 1000;

/** How much of the past is fetched at the start, if etcd still has it: watches of other servers continue here. */
const pastRevisions = 10_000;

/** Between tries to open the watch, ms: at first, and at most. */
const firstPause = 50;
const longestPause = 1000;

export class Follower {
  readonly #options: FollowerOptions;
  #waiting: { readonly revision: number; readonly resolve: (isReached: boolean) => void }[] = [];
  #stop: () => void = () => undefined;
  #pause = firstPause;
  #isClosed = false;
  #isOpen = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Whether what is written is seen at present. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Fills the empty cache, and follows. @throws {EtcdError} */
  async begin(timeoutMs: number): Promise<void> {
    const { etcd } = this.#options;
    const latest = await etcd.range({ key: compactionKey });
    const past = Math.max(1, latest.revision - pastRevisions, compactedTo(latest.found[0]));
    try {
      await this.#fill(past);
    } catch (error) {
      if (!isCompacted(error)) throw error;
      await this.#fill(latest.revision);
    }
    this.#follow();
    await this.reached(latest.revision, timeoutMs);
  }

  async #fill(revision: number): Promise<void> {
    const { etcd, cache, keys, apply, now } = this.#options;
    const held: EntryState[] = [];
    for await (const { found } of etcd.pages({ ...keys.all, revision, limit: page })) {
      for (const kv of found) {
        const at = keys.read(kv.key);
        const value = at && apply.decode(kv);
        if (value === undefined) continue;
        held.push({ ...at!, revision: kv.revision, created: kv.created, value });
      }
    }
    const [last] = (await etcd.range({ key: originKey, revision })).found;
    const time = (last && readOrigin(last.value)?.time) ?? now();
    cache.loadState({ revision, time, held });
  }

  /**
   * Resolves once the cache shows a revision, with true; with false when it does not within this
   * time.
   */
  reached(revision: number, timeoutMs: number): Promise<boolean> {
    if (this.#options.cache.revision() >= revision) return Promise.resolve(true);
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiting = { revision, resolve: end };
      const cancel = this.#options.timers.after(timeoutMs, () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        resolve(false);
      });
      function end(isReached: boolean): void {
        cancel();
        resolve(isReached);
      }
      this.#waiting.push(waiting);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#isOpen = false;
    this.#stop();
    for (const { resolve } of this.#waiting) resolve(false);
    this.#waiting = [];
  }

  #follow(): void {
    if (this.#isClosed) return;
    this.#stop = this.#options.etcd.watch({
      ...everything,
      start: this.#options.cache.revision() + 1,
      onAnswer: (answer) => this.#take(answer),
      onEnd: () => this.#followLater(),
    });
  }

  #followLater(): void {
    this.#isOpen = false;
    this.#options.timers.after(this.#pause, () => this.#follow());
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  #take({ isCreated, isCanceled, compacted, events }: WatchAnswer): void {
    if (isCanceled) {
      this.#stop();
      if (compacted > 0) void this.#catchUp();
      else this.#followLater();
      return;
    }
    for (const group of byRevision(events)) {
      this.#options.apply.together(group[0]!.kv.revision, group);
    }
    if (events.length > 0) this.#announce();
    if (!isCreated) return;
    this.#isOpen = true;
    this.#pause = firstPause;
    this.#options.onOpen();
  }

  /** What was written since is no longer known one by one. */
  async #catchUp(): Promise<void> {
    const { etcd, keys, apply } = this.#options;
    try {
      const all: KeyValue[] = [];
      let latest = 0;
      for await (const { revision, found } of etcd.pages({ ...keys.all, limit: page })) {
        latest ||= revision;
        all.push(...found);
      }
      apply.catchUp(latest, all);
      this.#announce();
      this.#follow();
    } catch {
      this.#followLater();
    }
  }

  #announce(): void {
    const revision = this.#options.cache.revision();
    const reached = this.#waiting.filter((each) => each.revision <= revision);
    if (reached.length === 0) return;
    this.#waiting = this.#waiting.filter((each) => each.revision > revision);
    for (const { resolve } of reached) resolve(true);
  }
}

/** Returns the revision that API servers have compacted to last; 0: none. */
function compactedTo(kv: KeyValue | undefined): number {
  return kv === undefined ? 0 : Number(kv.value.toString('utf8')) || 0;
}
