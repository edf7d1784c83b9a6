/**
 * The store in memory. Everything is done synchronously, in the call; the promises only keep the
 * interface's shape (an `await` costs one microtask). Writes wait only while the history is full of
 * changes that readers which hold the clock have not read.
 */
import type { KubeObject } from '#values';
import { Engine, type MemoryStoreOptions } from './engine.ts';
import type { Past } from './past.ts';
import type { Change } from './change.ts';
import type { StoreState } from './state.ts';
import type { UnreadWrite } from './unread.ts';
import type {
  DeleteOptions,
  PutOptions,
  Repeated,
  Repetition,
  Reread,
  Store,
  StoreList,
  StoreListOptions,
  StoreWatch,
  StoreWatchOptions,
} from './store.ts';

export class MemoryStore implements Store {
  readonly isShared = false;
  readonly #engine: Engine;

  constructor(options: MemoryStoreOptions) {
    this.#engine = new Engine(options);
  }

  get past(): Past {
    return this.#engine.past;
  }

  revision(): number {
    return this.#engine.revision();
  }

  compactedRevision(): number {
    return this.#engine.compactedRevision();
  }

  get isClosed(): boolean {
    return this.#engine.isClosed;
  }

  isEmpty(bucket: string): boolean {
    return this.#engine.isEmpty(bucket);
  }

  isUnchanged(bucket: string, key: string): boolean {
    return this.#engine.isUnchanged(bucket, key);
  }

  peek(bucket: string, key: string): KubeObject | undefined {
    return this.#engine.get(bucket, key);
  }

  async get(bucket: string, key: string, revision?: number): Promise<KubeObject | undefined> {
    return this.#engine.get(bucket, key, revision);
  }

  async list(bucket: string, options: StoreListOptions = {}): Promise<StoreList> {
    return this.#engine.list(bucket, options);
  }

  async put(
    bucket: string,
    key: string,
    value: KubeObject,
    options: PutOptions,
  ): Promise<KubeObject> {
    const { gate } = this.#engine;
    return gate.isClosed
      ? this.#putLater(bucket, key, value, options)
      : this.#engine.put(bucket, key, value, options);
  }

  async putRepetitions(
    bucket: string,
    objects: readonly Repeated[],
    repetition: Repetition,
  ): Promise<readonly (number | undefined)[]> {
    return this.#inTurn(() => this.#engine.putRepetitions(bucket, objects, repetition));
  }

  async delete(bucket: string, key: string, options: DeleteOptions): Promise<KubeObject> {
    return this.#inTurn(() => this.#engine.delete(bucket, key, options));
  }

  load(change: Change): void {
    this.#engine.load(change);
  }

  loadUnread(write: UnreadWrite): void {
    this.#engine.loadUnread(write);
  }

  /** Takes over writes that were made elsewhere in one transaction, and so have one revision. */
  loadTogether(changes: readonly Change[]): void {
    this.#engine.loadTogether(changes);
  }

  /** The revision is at least this one from now on: what was written elsewhere is not kept here. */
  reach(revision: number): void {
    this.#engine.reach(revision);
  }

  reread(read: Reread, since = this.revision()): void {
    for (const [name, bucket] of this.#engine.buckets) {
      bucket.reread((stored) => read(name, stored), since);
    }
  }

  fresh(): undefined {
    return undefined;
  }

  state(): StoreState {
    return this.#engine.state();
  }

  loadState(state: StoreState): void {
    this.#engine.loadState(state);
  }

  watch(bucket: string | undefined, options: StoreWatchOptions): StoreWatch {
    return this.#engine.watch(bucket, options);
  }

  async compact(revision: number): Promise<void> {
    this.#engine.compact(revision);
  }

  /** Reads still work; writes throw. */
  close(): void {
    this.#engine.close();
  }

  /** Apart from `put`, which then makes no function for each write. */
  #putLater(
    bucket: string,
    key: string,
    value: KubeObject,
    options: PutOptions,
  ): Promise<KubeObject> {
    return this.#engine.gate.pass(() => this.#engine.put(bucket, key, value, options));
  }

  /** Writes immediately, unless the history is full of changes that must be read first. */
  #inTurn<T>(write: () => T): T | Promise<T> {
    const { gate } = this.#engine;
    return gate.isClosed ? gate.pass(write) : write();
  }
}
