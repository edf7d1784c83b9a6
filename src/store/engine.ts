/**
 * The memory engine, synchronous: buckets under one revision, the history of all changes, and its
 * compaction. {@link MemoryStore} is its asynchronous interface.
 */
import type { Clock, Millis } from '#clock';
import { copyOfMetadata, type KubeObject, type Origin } from '#values';
import { Bucket, type Node } from './bucket.ts';
import { Budget } from './budget.ts';
import { CompareFailedError, FutureRevisionError } from './errors.ts';
import { Expiries } from './expiry.ts';
import { Feed } from './feed.ts';
import type { Gate } from './gate.ts';
import { deepFreeze } from './freeze.ts';
import { History, type HistoryOptions } from './history.ts';
import type { Journal } from './journal.ts';
import { baseOf, LateChange, LateVersion, type Make } from './late.ts';
import type { Log } from './log.ts';
import { KeptPast, type PastHost } from './kept-past.ts';
import type { EntryState, StoreState } from './state.ts';
import type { Change } from './change.ts';
import type {
  DeleteOptions,
  PutOptions,
  Repeated,
  Repetition,
  StoreList,
  StoreListOptions,
  StoreWatch,
  StoreWatchOptions,
} from './store.ts';
import { UnreadChange, UnreadVersion, type UnreadWrite } from './unread.ts';
import { seenIn, versionOf, type Version } from './version.ts';
import type { FeedHost } from './watch-host.ts';
import type { Watch } from './watch.ts';
import { CHANGE_WEIGHT, unsharedWeight } from './weight.ts';

export interface MemoryStoreOptions extends HistoryOptions {
  /**
   * Freezes what is written, so that a change to a stored object throws. Costs 2-9 us for a pod.
   */
  readonly freeze?: boolean;
  /** A watch delivers at most this many changes at once. Default: 1,000. */
  readonly batch?: number;
  /** Bytes that the stored objects may take, by estimate. Default: as many as there are. */
  readonly storageBytes?: number;
  /** Called with each write, repetitions excepted, before anybody else learns of it. */
  readonly onWrite?: (change: Change) => void;
  /** Keeps all writes but those that are loaded. */
  readonly journal?: Journal;
}

const EXPIRED: Origin = { actor: 'store', note: 'expired' };

export class Engine implements FeedHost, PastHost {
  readonly clock: Clock;
  readonly batch: number;
  readonly open = new Set<Watch>();
  readonly past = new KeptPast(this);
  readonly buckets = new Map<string, Bucket>();
  readonly #freeze: boolean;
  readonly #onWrite: ((change: Change) => void) | undefined;
  readonly #journal: Journal | undefined;
  readonly #all: Feed;
  readonly #history: History;
  readonly #expiries: Expiries;
  readonly #budget: Budget;
  #revision = 0;
  #closed = false;
  #woken: Watch[] = [];

  constructor(options: MemoryStoreOptions) {
    this.clock = options.clock;
    this.batch = options.batch ?? 1000;
    this.#freeze = options.freeze ?? false;
    this.#onWrite = options.onWrite;
    this.#journal = options.journal;
    this.#budget = new Budget(options.storageBytes);
    this.#all = new Feed(this);
    this.#history = new History(
      this.#all.log,
      (...forgotten) => this.#forget(...forgotten),
      options,
    );
    this.#expiries = new Expiries(options.clock, ({ bucket, object }) => {
      this.delete(bucket, object, { origin: EXPIRED });
    });
  }

  revision(): number {
    return this.#revision;
  }

  /** Bytes of all objects that are stored, by estimate; 0 without a bound. */
  get storedBytes(): number {
    return this.#budget.taken;
  }

  compactedRevision(): number {
    return this.#history.compacted;
  }

  compactedTime(): Millis | undefined {
    return this.#history.compactedTime;
  }

  get changes(): Log<Change> {
    return this.#all.log;
  }

  get gate(): Gate {
    return this.#history.gate;
  }

  get holding(): Set<Watch> {
    return this.#history.holding;
  }

  hasRead(): void {
    this.#history.hasRead();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  isEmpty(bucket: string): boolean {
    return this.buckets.get(bucket)?.isEmpty ?? true;
  }

  isUnchanged(bucket: string, key: string): boolean {
    const node = this.buckets.get(bucket)?.node(key);
    return node !== undefined && node.head.revision === node.created;
  }

  get(bucket: string, key: string, revision = this.#revision): KubeObject | undefined {
    return this.past.get(bucket, key, revision);
  }

  list(bucket: string, options: StoreListOptions): StoreList {
    const revision = options.revision ?? this.#revision;
    this.past.checkReadable(revision);
    const found = this.buckets.get(bucket);
    return found?.list(options, revision) ?? { items: [], revision, remaining: 0 };
  }

  put(bucketName: string, key: string, value: KubeObject, options: PutOptions): KubeObject {
    const bucket = this.#bucket(bucketName);
    const node = bucket.node(key);
    this.#checkWritable(bucketName, key, node, options.expected);
    const previous = node?.head.value;
    const replaced = this.#weightReplaced(previous, value);
    const weight = this.#budget.weigh(value, node, replaced);
    this.#budget.admit(value, node, weight);
    this.#stamped(value, this.#revision + 1);
    const { ttlMs } = options;
    const expires = ttlMs === undefined ? undefined : this.clock.now() + ttlMs;
    const change: Change = {
      revision: this.#revision + 1,
      time: this.clock.now(),
      bucket: bucketName,
      // Every writer makes a text of its own for it, and changes are kept.
      key: node?.key ?? key,
      type: previous === undefined ? 'created' : 'updated',
      value,
      previous,
      origin: options.origin,
    };
    this.#journal?.append(change, expires);
    const version = versionOf(node, value, change.revision, replaced);
    const written = this.#commit(bucket, node, version, change);
    this.#budget.set(written, weight);
    if (expires !== undefined) {
      written.deadline = this.#expiries.add(bucketName, key, expires, this.#revision);
    }
    return value;
  }

  putRepetitions(
    bucketName: string,
    objects: readonly Repeated[],
    repetition: Repetition,
  ): (number | undefined)[] {
    if (this.#closed) throw new Error('the store is closed');
    const bucket = this.#bucket(bucketName);
    const of = { time: this.clock.now(), bucket: bucketName, origin: repetition.origin };
    const make: Make = (base, version) => this.#make(repetition.apply(base), base, version);
    return objects.map(({ key: required, expected }) => {
      const node = bucket.node(required);
      if (node?.head.revision !== expected || node.deadline !== undefined) return undefined;
      const base = baseOf(node.head);
      if (base === undefined || !repetition.accepts(base)) return undefined;
      const version = new LateVersion(this.#revision + 1, node.head, CHANGE_WEIGHT, make);
      this.#revision = version.revision;
      bucket.putRepetition(node, version);
      // The node's key is the same text, and is known to maps already.
      const change = new LateChange(of, node.key, version);
      this.#journal?.append(change, undefined);
      this.#append(bucket, version, change);
      return version.revision;
    });
  }

  delete(bucketName: string, key: string, options: DeleteOptions): KubeObject {
    const bucket = this.#bucket(bucketName);
    const node = bucket.node(key);
    this.#checkWritable(bucketName, key, node, options.expected);
    const previous = node?.head.value;
    if (previous === undefined) throw new CompareFailedError(bucketName, key, undefined);
    const latest = seenIn(node!.head)!;
    const value = { ...latest, metadata: copyOfMetadata(latest.metadata) };
    const revision = this.#revision + 1;
    this.#stamped(value, revision);
    const change: Change = {
      revision,
      time: this.clock.now(),
      bucket: bucketName,
      key,
      type: 'deleted',
      value,
      previous,
      origin: options.origin,
    };
    this.#journal?.append(change, undefined);
    const version = versionOf(node, undefined, revision, this.#weightReplaced(previous, undefined));
    this.#budget.set(this.#commit(bucket, node, version, change), 0);
    return value;
  }

  load(change: Change): void {
    this.#checkLoadable(change.revision);
    this.#load(change);
  }

  loadUnread(write: UnreadWrite): void {
    const { of, object, bytes, expires } = write;
    const { revision, key } = of;
    this.#checkLoadable(revision);
    const bucket = this.#bucket(of.bucket);
    const node = bucket.node(key);
    const weight = CHANGE_WEIGHT + bytes;
    const version =
      of.type === 'deleted'
        ? { revision, value: undefined, older: node?.head, weight }
        : new UnreadVersion(revision, node?.head, weight, object);
    const written = this.#commit(bucket, node, version, new UnreadChange(write, node?.head), true);
    this.#budget.set(written, of.type === 'deleted' ? 0 : bytes);
    if (expires !== undefined) {
      written.deadline = this.#expiries.add(of.bucket, key, expires, revision);
    }
  }

  loadTogether(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#checkLoadable(changes[0]!.revision);
    for (const change of changes) this.#load(change);
  }

  reach(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
  }

  #checkLoadable(revision: number): void {
    if (this.#closed) throw new Error('the store is closed');
    if (revision <= this.#revision) {
      throw new RangeError(`revision ${revision} is loaded behind ${this.#revision}`);
    }
  }

  #load(change: Change): void {
    const bucket = this.#bucket(change.bucket);
    const node = bucket.node(change.key);
    const stored = change.type === 'deleted' ? undefined : change.value;
    const replaced = this.#weightReplaced(change.previous, stored);
    const version = versionOf(node, stored, change.revision, replaced);
    this.#budget.set(this.#commit(bucket, node, version, change, true), this.#budget.weigh(stored));
  }

  state(): StoreState {
    const held: EntryState[] = [];
    for (const [name, bucket] of this.buckets) bucket.addHeld(name, held);
    return { revision: this.#revision, time: this.clock.now(), held };
  }

  loadState({ revision, time, held }: StoreState): void {
    if (this.#revision > 0) throw new Error('a state is loaded into a store that is not empty');
    for (const object of held) {
      const { bucket, key, revision: written, created, expires } = object;
      const version = new UnreadVersion(written, undefined, CHANGE_WEIGHT, object);
      const node = this.#bucket(bucket).hold(key, version, created);
      this.#budget.set(node, object.bytes ?? this.#budget.weigh(object.value));
      if (expires === undefined) continue;
      node.deadline = this.#expiries.add(bucket, key, expires, written);
    }
    this.#revision = revision;
    this.#history.beginAt(revision, time);
  }

  watch(bucket: string | undefined, options: StoreWatchOptions): StoreWatch {
    const feed = bucket === undefined ? this.#all : this.#bucket(bucket).feed;
    if (options.hold !== undefined) this.#history.beginsAfter(options.after);
    const watch = feed.watch(options);
    if (this.#closed) watch.stop();
    return watch;
  }

  compact(revision: number): void {
    if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
    this.#history.compact(revision);
  }

  close(): void {
    this.#closed = true;
    this.#expiries.close();
    for (const watch of this.open) watch.stop();
    this.gate.openWide();
  }

  /**
   * One microtask answers all watches that a run of synchronous writes has woken, each with one
   * batch.
   */
  wake(watch: Watch): void {
    if (this.#woken.push(watch) > 1) return;
    queueMicrotask(() => {
      const woken = this.#woken;
      this.#woken = [];
      for (const one of woken) one.deliver();
    });
  }

  #bucket(name: string): Bucket {
    let bucket = this.buckets.get(name);
    if (bucket === undefined) this.buckets.set(name, (bucket = new Bucket(this)));
    return bucket;
  }

  #checkWritable(bucket: string, key: string, node: Node | undefined, expected?: number): void {
    if (this.#closed) throw new Error('the store is closed');
    if (expected === undefined) return;
    const current = node && seenIn(node.head);
    const revision = current === undefined ? 0 : node!.head.revision;
    if (expected !== revision) throw new CompareFailedError(bucket, key, current);
  }

  /** Sets the revision into fresh metadata. Throws for metadata that is stored (and frozen) already. */
  #stamped(value: KubeObject, revision: number): KubeObject {
    (value.metadata as { resourceVersion?: string }).resourceVersion = String(revision);
    if (this.#freeze) deepFreeze(value);
    return value;
  }

  /** Bytes of the replaced state that the next one does not share; 0 where it is not asked for. */
  #weightReplaced(previous: KubeObject | undefined, value: KubeObject | undefined): number {
    const isAsked = this.#history.isWeighed || (this.#budget.isBounded && value !== undefined);
    return previous !== undefined && isAsked ? unsharedWeight(previous, value) : 0;
  }

  /** The one place where state changes. */
  #commit(
    bucket: Bucket,
    before: Node | undefined,
    version: Version,
    change: Change,
    isLoaded = false,
  ): Node {
    if (before?.deadline !== undefined) {
      this.#expiries.remove(before.deadline);
      before.deadline = undefined;
    }
    this.#revision = change.revision;
    const node = bucket.write(before, change.key, version);
    if (!isLoaded) this.#onWrite?.(change);
    this.#append(bucket, version, change);
    return node;
  }

  /** A version whose object has been read weighs more than one that is not made yet. */
  #make(value: KubeObject, base: KubeObject, version: LateVersion): KubeObject {
    this.#history.grow(version, unsharedWeight(value, base));
    return this.#stamped(value, version.revision);
  }

  /** Adds a write to the history, notifies watches, and compacts what is too much or too old. */
  #append(bucket: Bucket, version: Version, change: Change): void {
    bucket.remember(change);
    this.#all.log.append(change);
    this.#history.keep(version);
    // Complete before watches are notified: a clock that has given up throws when asked for a hold.
    bucket.feed.announce(change);
    this.#all.announce(change);
    this.#history.trim();
  }

  #forget(change: Change, version: Version): void {
    this.#bucket(change.bucket).forget(change, version);
  }
}
