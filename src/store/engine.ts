/**
 * The memory engine, synchronous: buckets under one revision, the history of all changes, and
 * what cuts it. {@link MemoryStore} is its asynchronous face.
 */
import type { Clock } from '#clock';
import type { KubeObject, Origin } from '#kinds';
import { Bucket, type Node, type Version } from './bucket.ts';
import { CompactedError, CompareFailedError, FutureRevisionError } from './errors.ts';
import { Expiries } from './expiry.ts';
import { Feed, type FeedHost } from './feed.ts';
import { deepFreeze } from './freeze.ts';
import { baseOf, LateChange, LateVersion, type Make } from './late.ts';
import { Log } from './log.ts';
import type {
  Change,
  DeleteOptions,
  PutOptions,
  Repeated,
  Repetition,
  StoreList,
  StoreListOptions,
  StoreWatch,
  StoreWatchOptions,
} from './store.ts';
import type { Watch } from './watch.ts';

/** How much history is kept; what is over either bound goes. */
export interface HistoryWindow {
  /** At most so many changes, 1 or more. */
  readonly revisions?: number;
  /** Changes of at most so many virtual ms ago. They go with the writes that follow, two with each. */
  readonly ms?: number;
}

export interface MemoryStoreOptions {
  readonly clock: Clock;
  /** Without one, everything is kept until `compact()` is called. */
  readonly window?: HistoryWindow;
  /** Freezes what is written, so that a change to a stored object throws. Costs 2-9 us for a pod. */
  readonly freeze?: boolean;
  /** A watch delivers at most so many changes at once; 1,000 unless told. */
  readonly batch?: number;
}

const EXPIRED: Origin = { actor: 'store', note: 'expired' };

/** Changes forgotten with each write: more than one, so that a backlog shrinks; few, so that no write is slow. */
const FORGET_PER_WRITE = 2;

export class Engine implements FeedHost {
  readonly clock: Clock;
  readonly batch: number;
  readonly open = new Set<Watch>();
  readonly #window: HistoryWindow;
  readonly #freeze: boolean;
  readonly #buckets = new Map<string, Bucket>();
  /** All changes, and beside each the version it made: the one of revision R at position R - 1. */
  readonly #all: Feed;
  readonly #versions = new Log<Version>();
  readonly #expiries: Expiries;
  #revision = 0;
  #compacted = 0;
  #closed = false;
  #woken: Watch[] = [];

  constructor(options: MemoryStoreOptions) {
    this.clock = options.clock;
    this.batch = options.batch ?? 1000;
    this.#window = options.window ?? {};
    this.#freeze = options.freeze ?? false;
    this.#all = new Feed(this);
    this.#expiries = new Expiries(options.clock, ({ bucket, object }) => {
      this.delete(bucket, object, { origin: EXPIRED });
    });
  }

  revision(): number {
    return this.#revision;
  }

  compactedRevision(): number {
    return this.#compacted;
  }

  isEmpty(bucket: string): boolean {
    return this.#buckets.get(bucket)?.isEmpty ?? true;
  }

  get(bucket: string, key: string, revision = this.#revision): KubeObject | undefined {
    this.#checkReadable(revision);
    return this.#buckets.get(bucket)?.get(key, revision);
  }

  list(bucket: string, options: StoreListOptions): StoreList {
    const revision = options.revision ?? this.#revision;
    this.#checkReadable(revision);
    const found = this.#buckets.get(bucket);
    return found?.list(options, revision) ?? { items: [], revision, remaining: 0 };
  }

  put(bucketName: string, key: string, value: KubeObject, options: PutOptions): KubeObject {
    const bucket = this.#bucket(bucketName);
    const node = bucket.node(key);
    this.#checkWritable(bucketName, key, node, options.expected);
    const previous = node?.head.value;
    this.#stamped(value, this.#revision + 1);
    const written = this.#commit(bucket, node, value, {
      revision: this.#revision + 1,
      time: this.clock.now(),
      bucket: bucketName,
      key,
      type: previous === undefined ? 'created' : 'updated',
      value,
      previous,
      origin: options.origin,
    });
    if (options.ttlMs !== undefined) {
      written.deadline = this.#expiries.add(bucketName, key, options.ttlMs, this.#revision);
    }
    return value;
  }

  repeat(
    bucketName: string,
    objects: readonly Repeated[],
    repetition: Repetition,
  ): (number | undefined)[] {
    if (this.#closed) throw new Error('the store is closed');
    const bucket = this.#bucket(bucketName);
    const of = { time: this.clock.now(), bucket: bucketName, origin: repetition.origin };
    const make: Make = (base, revision) => this.#stamped(repetition.apply(base), revision);
    return objects.map(({ key: wanted, expected }) => {
      const node = bucket.node(wanted);
      if (node?.head.revision !== expected || node.deadline !== undefined) return undefined;
      const base = baseOf(node.head);
      if (base === undefined || !repetition.accepts(base)) return undefined;
      const version = new LateVersion(this.#revision + 1, node.head, make);
      this.#revision = version.revision;
      bucket.repeat(node, version);
      // The node's key is the same text, and is known to maps already.
      this.#append(bucket, version, new LateChange(of, node.key, version));
      return version.revision;
    });
  }

  delete(bucketName: string, key: string, options: DeleteOptions): KubeObject {
    const bucket = this.#bucket(bucketName);
    const node = bucket.node(key);
    this.#checkWritable(bucketName, key, node, options.expected);
    const previous = node?.head.value;
    if (previous === undefined) throw new CompareFailedError(bucketName, key, undefined);
    const value = { ...previous, metadata: { ...previous.metadata } };
    this.#stamped(value, this.#revision + 1);
    this.#commit(bucket, node, undefined, {
      revision: this.#revision + 1,
      time: this.clock.now(),
      bucket: bucketName,
      key,
      type: 'deleted',
      value,
      previous,
      origin: options.origin,
    });
    return value;
  }

  watch(bucket: string | undefined, options: StoreWatchOptions): StoreWatch {
    const feed = bucket === undefined ? this.#all : this.#bucket(bucket).feed;
    const watch = feed.watch(options);
    if (this.#closed) watch.stop();
    return watch;
  }

  compact(revision: number): void {
    if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
    while (this.#compacted < revision) this.#forgetOldest();
  }

  close(): void {
    this.#closed = true;
    this.#expiries.close();
    for (const watch of this.open) watch.stop();
  }

  /** One microtask answers all that a run of synchronous writes has woken, each with one batch. */
  wake(watch: Watch): void {
    if (this.#woken.push(watch) > 1) return;
    queueMicrotask(() => {
      const woken = this.#woken;
      this.#woken = [];
      for (const one of woken) one.deliver();
    });
  }

  #bucket(name: string): Bucket {
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) this.#buckets.set(name, (bucket = new Bucket(this)));
    return bucket;
  }

  #checkReadable(revision: number): void {
    if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
    if (revision < this.#compacted) throw new CompactedError(revision, this.#compacted);
  }

  #checkWritable(bucket: string, key: string, node: Node | undefined, expected?: number): void {
    if (this.#closed) throw new Error('the store is closed');
    if (expected === undefined) return;
    const current = node?.head.value;
    const revision = current === undefined ? 0 : node!.head.revision;
    if (expected !== revision) throw new CompareFailedError(bucket, key, current);
  }

  /** Sets the revision into fresh metadata. Throws for metadata that is stored (and frozen) already. */
  #stamped(value: KubeObject, revision: number): KubeObject {
    (value.metadata as { resourceVersion?: string }).resourceVersion = String(revision);
    if (this.#freeze) deepFreeze(value);
    return value;
  }

  /** The one place where the truth changes. `stored` is what reads find from now on. */
  #commit(
    bucket: Bucket,
    before: Node | undefined,
    stored: KubeObject | undefined,
    change: Change,
  ): Node {
    if (before?.deadline !== undefined) {
      this.#expiries.remove(before.deadline);
      before.deadline = undefined;
    }
    this.#revision = change.revision;
    const node = bucket.write(before, change.key, change.revision, stored);
    this.#append(bucket, node.head, change);
    return node;
  }

  /** Adds to the history what has been written, tells of it, and forgets what is too old. */
  #append(bucket: Bucket, version: Version, change: Change): void {
    this.#versions.append(version);
    bucket.feed.log.append(change);
    this.#all.log.append(change);
    // Whole before anybody is told: a clock that has given up throws when asked for a hold.
    bucket.feed.announce(change);
    this.#all.announce(change);
    for (let n = 0; n < FORGET_PER_WRITE && this.#isOverWindow(); n++) this.#forgetOldest();
  }

  #isOverWindow(): boolean {
    const { revisions, ms } = this.#window;
    if (revisions !== undefined && this.#revision - this.#compacted > revisions) return true;
    if (ms === undefined || this.#compacted === this.#revision) return false;
    const { log } = this.#all;
    return log.at(log.first).time < this.clock.now() - ms;
  }

  /** Compacts by one revision. The states before it are out of reach then, and go with their last reference. */
  #forgetOldest(): void {
    const { revision, bucket: name, key, type } = this.#all.log.shift();
    const version = this.#versions.shift();
    const bucket = this.#bucket(name);
    bucket.feed.log.shift();
    version.older = undefined;
    if (type === 'deleted') bucket.forget(key, version);
    this.#compacted = revision;
  }
}
