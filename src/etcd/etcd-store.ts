/**
 * The store on etcd: any number of API servers share one. Reads are answered from a watch cache in
 * memory, which follows all that is written; writes are transactions of etcd, and are acknowledged
 * once the cache shows them.
 */
import type { KindRegistry } from '#catalog';
import type { Clock, Release, WallTimers } from '#clock';
import { serverError, type KubeObject } from '#values';
import {
  CompareFailedError,
  MemoryStore,
  type Change,
  type DeleteOptions,
  type HistoryWindow,
  type Past,
  type PutOptions,
  type Repeated,
  type Repetition,
  type Store,
  type StoreList,
  type StoreListOptions,
  type StoreState,
  type StoreWatch,
  type StoreWatchOptions,
} from '#store';
import { Apply, type OwnWrite } from './apply.ts';
import { EtcdError, isCompacted } from './driver/error.ts';
import type { Etcd } from './driver/etcd.ts';
import type { Condition, Operation, TxnAnswer, WatchEvent } from './driver/messages.ts';
import { Follower } from './follower.ts';
import { Forms, type DecodeProtobuf } from './forms.ts';
import { Fresh } from './fresh.ts';
import { compactionKey, Keys } from './keys.ts';
import { Leases } from './leases.ts';
import { repeatAll } from './repeat.ts';
import { noClaim, services, ServiceRanges, type Claim } from './service-ranges.ts';
import { watchMs, Writes } from './writes.ts';

export interface EtcdStoreOptions {
  readonly etcd: Etcd;
  readonly clock: Clock;
  readonly timers: WallTimers;
  /** Identifies this server among all that share the etcd. */
  readonly server: string;
  /** Before all keys. Default: `/registry`, as API servers have it. */
  readonly prefix?: string;
  /** The kinds of the release that its servers have. */
  readonly kinds: KindRegistry;
  readonly window?: HistoryWindow;
  /** How long events live, ms. Default: as their kind says. */
  readonly eventTtlMs?: number | undefined;
  readonly decodeProtobuf: DecodeProtobuf;
  /** Called for a value that is not an object. */
  readonly onBroken: (key: string, error: Error) => void;
}

/** A read that only asks which revision is the latest: a key that need not exist. */
const anyKey = { key: compactionKey, keysOnly: true } as const;

export class EtcdStore implements Store {
  readonly isShared = true;
  readonly #options: EtcdStoreOptions;
  readonly #cache: MemoryStore;
  readonly #keys: Keys;
  readonly #forms: Forms;
  readonly #follower: Follower;
  readonly #leases: Leases;
  readonly #ranges: ServiceRanges;
  readonly #writes: Writes;
  readonly #fresh: Fresh;
  readonly #listeners = {
    open: new Set<() => void>(),
    other: new Set<(event: WatchEvent) => void>(),
    write: new Set<(change: Change) => void>(),
  };
  constructor(options: EtcdStoreOptions) {
    const { etcd, clock, timers, server, kinds, window, prefix = '/registry' } = options;
    this.#options = options;
    this.#cache = new MemoryStore({ clock, window });
    this.#keys = new Keys(prefix, kinds.all);
    this.#forms = new Forms(options.decodeProtobuf, kinds);
    const { open, other, write } = this.#listeners;
    const own = new Map<number, OwnWrite>();
    const now = (): number => clock.now();
    const common = { cache: this.#cache, keys: this.#keys, now };
    const apply = new Apply({
      ...{ ...common, forms: this.#forms, server, own, onBroken: options.onBroken },
      onOwn: (change) => write.forEach((listener) => listener(change)),
      onOther: (event) => other.forEach((listener) => listener(event)),
    });
    this.#follower = new Follower({
      ...{ ...common, etcd, apply, timers },
      onOpen: () => open.forEach((listener) => listener()),
    });
    this.#leases = new Leases(etcd, timers);
    this.#writes = new Writes({ etcd, clock, server, own, follower: this.#follower });
    this.#ranges = new ServiceRanges(
      etcd,
      (path) => this.#keys.at(path),
      (key, why) => options.onBroken(key, new Error(why)),
    );
    other.add((event) => this.#ranges.note(event));
    this.#fresh = new Fresh(() => this.#catchUpWithEtcd());
  }

  /** Fills the cache. Nothing else is called before. @throws {EtcdError} */
  async begin(): Promise<void> {
    await this.#follower.begin(watchMs);
    await this.#ranges.begin((await this.list(services)).items);
  }

  /** Of what is not an object: `ranges/serviceips`. */
  keyOf(path: string): string {
    return this.#keys.at(path);
  }

  /** Called when a call to etcd begins; what it returns is called when it ends. */
  onCall(begins: () => Release): void {
    this.#writes.onCall = begins;
  }

  /** Whether what is written to etcd is seen at present. */
  get isFollowing(): boolean {
    return this.#follower.isOpen;
  }

  /** Called each time that the watch is open again, and for keys that are not objects'. */
  onOpen(listener: () => void): void {
    this.#listeners.open.add(listener);
  }

  onOther(listener: (event: WatchEvent) => void): void {
    this.#listeners.other.add(listener);
  }

  /** Called for each write of this server but those of heartbeats. */
  onWrite(listener: (change: Change) => void): void {
    this.#listeners.write.add(listener);
  }

  get past(): Past {
    return this.#cache.past;
  }

  revision(): number {
    return this.#cache.revision();
  }

  fresh(): Promise<void> {
    return this.#fresh.next();
  }

  compactedRevision(): number {
    return this.#cache.compactedRevision();
  }

  get isClosed(): boolean {
    return this.#cache.isClosed;
  }

  isEmpty(bucket: string): boolean {
    return this.#cache.isEmpty(bucket);
  }

  isUnchanged(bucket: string, key: string): boolean {
    return this.#cache.isUnchanged(bucket, key);
  }

  peek(bucket: string, key: string): KubeObject | undefined {
    return this.#cache.peek(bucket, key);
  }

  /** What the cache does not have may have been written by another server a moment ago. */
  async get(bucket: string, key: string, revision?: number): Promise<KubeObject | undefined> {
    const found = await this.#cache.get(bucket, key, revision);
    if (found !== undefined || revision !== undefined || this.isClosed) return found;
    await this.#fresh.next();
    return this.#cache.get(bucket, key);
  }

  list(bucket: string, options?: StoreListOptions): Promise<StoreList> {
    return this.#cache.list(bucket, options);
  }

  async put(
    bucket: string,
    key: string,
    value: KubeObject,
    { origin, expected, ttlMs }: PutOptions,
  ): Promise<KubeObject> {
    const name = this.#keys.of(bucket, key);
    const text = this.#forms.encode(value);
    const write = (claim: Claim): Promise<TxnAnswer> =>
      this.#leases.with(this.#ttlOf(bucket, ttlMs), (lease) =>
        this.#write(
          { values: new Map([[name, value]]), origin },
          expected === undefined ? [] : [{ key: name, revision: expected }],
          [{ put: name, value: text, lease }],
          claim,
        ),
      );
    const answer = await this.#storing(bucket, key, value, write);
    if (!answer.succeeded) throw this.#compareFailed(bucket, key);
    (value.metadata as { resourceVersion?: string }).resourceVersion = String(answer.revision);
    return value;
  }

  async delete(
    bucket: string,
    key: string,
    { origin, expected }: DeleteOptions,
  ): Promise<KubeObject> {
    const name = this.#keys.of(bucket, key);
    const condition: Condition =
      expected === undefined ? { key: name, exists: true } : { key: name, revision: expected };
    const last = this.peek(bucket, key);
    // Of what does not exist, the revision is 0: that would be deleted with success.
    const write = (claim: Claim): Promise<TxnAnswer> =>
      this.#write({ values: new Map(), origin }, [condition], [{ delete: name }], claim);
    const answer = expected === 0 ? undefined : await this.#storing(bucket, key, undefined, write);
    if (answer?.succeeded !== true) throw this.#compareFailed(bucket, key);
    const { revision } = answer;
    const [change] = this.past.changesOf(bucket, key, revision);
    if (change?.revision === revision) return change.value;
    return { ...last!, metadata: { ...last!.metadata, resourceVersion: String(revision) } };
  }

  async putRepetitions(
    bucket: string,
    objects: readonly Repeated[],
    repetition: Repetition,
  ): Promise<readonly (number | undefined)[]> {
    this.#checkOpen();
    const repeater = {
      ...{ keys: this.#keys, forms: this.#forms, writes: this.#writes },
      peek: this.peek.bind(this),
    };
    return repeatAll(repeater, bucket, objects, repetition).catch(rethrown);
  }

  load(): void {
    throw new Error('what etcd holds is written through etcd');
  }

  loadUnread(): void {
    this.load();
  }

  loadState(): void {
    this.load();
  }

  reread(): void {
    throw new Error('a server of another release is started on an etcd: none is changed to it');
  }

  state(): StoreState {
    return this.#cache.state();
  }

  watch(bucket: string | undefined, options: StoreWatchOptions): StoreWatch {
    return this.#cache.watch(bucket, options);
  }

  async compact(revision: number): Promise<void> {
    await this.#cache.compact(revision);
    await this.#options.etcd.compact(revision).catch((error: unknown) => {
      if (!isCompacted(error)) rethrown(error);
    });
  }

  close(): void {
    this.#cache.close();
    this.#follower.close();
  }

  /** Of a service, with the numbers that it takes and gives back. */
  async #storing(
    bucket: string,
    key: string,
    value: KubeObject | undefined,
    write: (claim: Claim) => Promise<TxnAnswer>,
  ): Promise<TxnAnswer> {
    const before = (): KubeObject | undefined => this.peek(bucket, key);
    const stored =
      bucket === services ? this.#ranges.storing(before, value, write) : write(noClaim);
    return stored.catch(rethrown);
  }

  #checkOpen(): void {
    if (this.isClosed) throw new Error('the store is closed');
  }

  async #write(
    write: OwnWrite,
    conditions: readonly Condition[],
    operations: readonly Operation[],
    claim: Claim,
  ): Promise<TxnAnswer> {
    this.#checkOpen();
    return this.#writes.write(write, {
      conditions: [...conditions, ...claim.conditions],
      operations: [...operations, ...claim.operations],
      otherwise: claim.otherwise,
    });
  }

  async #catchUpWithEtcd(): Promise<void> {
    const end = this.#writes.onCall();
    try {
      await this.#writes.awaitWatch((await this.#options.etcd.range(anyKey)).revision);
    } catch (error) {
      rethrown(error);
    } finally {
      end();
    }
  }

  #compareFailed(bucket: string, key: string): CompareFailedError {
    return new CompareFailedError(bucket, key, this.peek(bucket, key));
  }

  #ttlOf(bucket: string, ttlMs: number | undefined): number | undefined {
    return bucket === 'events' ? (this.#options.eventTtlMs ?? ttlMs) : ttlMs;
  }
}

/** What etcd answers reaches clients as it does with v1.24: a 500 with etcd's own words. */
function rethrown(error: unknown): never {
  throw error instanceof EtcdError ? serverError(error.message) : error;
}
