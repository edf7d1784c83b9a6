/** One bucket: its objects by key and in order, each with its past, and its feed of changes. */
import type { KubeObject } from '#values';
import type { Weighed } from './budget.ts';
import type { Change } from './change.ts';
import type { Deadline } from './expiry.ts';
import { Feed } from './feed.ts';
import { isState, type LateVersion } from './late.ts';
import { DeferredIndex } from './deferred-index.ts';
import { Log } from './log.ts';
import type { Keyed } from './ordered-index.ts';
import { HeldVersion, type EntryState } from './state.ts';
import type { StoreList, StoreListOptions } from './store.ts';
import { lateOwnersIn, seenIn, type Version } from './version.ts';
import type { FeedHost } from './watch-host.ts';

/** A key and its states, newest first. */
export interface Node extends Keyed, Weighed {
  head: Version;
  /** Revision that created what is there now. */
  created: number;
  /** When the newest state expires. */
  deadline: Deadline | undefined;
}

export class Bucket {
  readonly feed: Feed;
  readonly #nodes = new Map<string, Node>();
  /** What exists now. */
  readonly #live = new DeferredIndex<Node>();
  /** What is deleted but not compacted yet; separate, so that reads of the present skip it. */
  readonly #deleted = new DeferredIndex<Node>();
  /** Revision of the latest write or reading: reads at it or after it see the present. */
  #changed = 0;
  /** Whole lists of the present by prefix, shared by all readers until the next write in them. */
  readonly #shared = new Map<string, readonly KubeObject[]>();
  /** The creations and deletions among the feed's changes: what changes how many objects there are. */
  readonly #moves = new Log<Change>();

  constructor(host: FeedHost) {
    this.feed = new Feed(host);
  }

  get isEmpty(): boolean {
    return this.#live.isEmpty;
  }

  /** The node of a key that exists, or is deleted and not compacted yet. */
  node(key: string): Node | undefined {
    return this.#nodes.get(key);
  }

  /**
   * Puts a state, or a deletion, on top of the others of a key, whose node the caller has looked
   * up.
   */
  write(node: Node | undefined, key: string, version: Version): Node {
    const { revision } = version;
    this.#changed = revision;
    if (this.#shared.size > 0) this.#recall(key);
    if (node === undefined) {
      return this.#add({ key, head: version, created: revision, deadline: undefined, weight: 0 });
    }
    if (!isState(node.head)) node.created = revision;
    this.#replaceHead(node, version);
    return node;
  }

  /** Puts a repetition on top of the state of a key that exists. */
  putRepetition(node: Node, version: LateVersion): void {
    this.#changed = version.revision;
    if (this.#shared.size > 0) this.#recall(node.key);
    node.head = version;
  }

  /** Puts an object there that was written before the past that is kept. */
  hold(key: string, head: Version, created: number): Node {
    this.#changed = Math.max(this.#changed, head.revision);
    return this.#add({ key, head, created, deadline: undefined, weight: 0 });
  }

  /** Adds what exists now to `all`. */
  addHeld(bucket: string, all: EntryState[]): void {
    for (const { key, head, created, deadline } of this.#nodes.values()) {
      if (isState(head)) {
        all.push(new HeldVersion(bucket, key, head, created, deadline?.due));
      }
    }
  }

  /** Shows what was last written at a revision or before as a function reads it, from that revision on. */
  reread(read: (stored: KubeObject) => KubeObject, since: number): void {
    this.#shared.clear();
    this.#changed = Math.max(this.#changed, since);
    for (const { head } of this.#nodes.values()) {
      if (!isState(head) || head.revision > since) continue;
      const stored = seenIn(head)!;
      const value = read(stored);
      if (value !== stored) head.reread = { since, value, older: head.reread };
    }
  }

  /** Adds what was written to the past. */
  remember(change: Change): void {
    this.feed.log.append(change);
    if (change.type !== 'updated') this.#moves.append(change);
  }

  /** Drops the oldest change of the past: no read can be older. */
  forget({ key, type }: Change, version: Version): void {
    this.feed.log.shift();
    // Its owners would keep the state before it alive, from which they are decided.
    const late = lateOwnersIn(version);
    if (late !== undefined && this.#nodes.get(key)?.head === version) void late.entries;
    if (type === 'updated') return;
    this.#moves.shift();
    // A deleted key may have been created again.
    if (type === 'created' || this.#nodes.get(key)?.head !== version) return;
    this.#nodes.delete(key);
    this.#deleted.delete(key);
  }

  get(key: string, revision: number): KubeObject | undefined {
    const node = this.#nodes.get(key);
    return node && valueAt(node, revision);
  }

  /** The revisions of a key up to one of them, latest first: states, and deletions. */
  *revisionsOf(key: string, upTo: number): Iterable<number> {
    let version = this.#nodes.get(key)?.head;
    for (; version !== undefined; version = version.older) {
      if (version.revision <= upTo) yield version.revision;
    }
  }

  list(options: StoreListOptions, revision: number): StoreList {
    const { prefix = '', after, limit = 0 } = options;
    if (after === undefined && limit === 0 && revision >= this.#changed && isShareable(prefix)) {
      return { items: this.#present(prefix), revision, remaining: 0 };
    }
    const end = endOf(prefix);
    const start = after !== undefined && after >= prefix ? behind(after) : prefix;
    const items: KubeObject[] = [];
    const last = this.#collect(items, start, end, limit, revision);
    if (limit === 0 || items.length < limit || last === undefined) {
      return { items, revision, remaining: 0 };
    }
    const remaining = this.#count(behind(last), end, revision);
    return remaining > 0
      ? { items, revision, next: last, remaining }
      : { items, revision, remaining };
  }

  #present(prefix: string): readonly KubeObject[] {
    const known = this.#shared.get(prefix);
    if (known !== undefined) return known;
    const items: KubeObject[] = [];
    this.#collect(items, prefix, endOf(prefix), 0, this.#changed);
    if (items.length > 0) this.#shared.set(prefix, items);
    return items;
  }

  /** Drops the shared lists that a key is in. */
  #recall(key: string): void {
    this.#shared.delete('');
    this.#shared.delete(key.slice(0, key.indexOf('/') + 1));
  }

  #add(node: Node): Node {
    this.#nodes.set(node.key, node);
    this.#live.insert(node);
    return node;
  }

  #replaceHead(node: Node, version: Version): void {
    const wasLive = isState(node.head);
    const isLive = isState(version);
    node.head = version;
    if (wasLive === isLive) return;
    (wasLive ? this.#live : this.#deleted).delete(node.key);
    (isLive ? this.#live : this.#deleted).insert(node);
  }

  /** Adds what existed at the revision to `items`, and returns the key of the last. */
  #collect(
    items: KubeObject[],
    start: string,
    end: string | undefined,
    limit: number,
    revision: number,
  ): string | undefined {
    const live = this.#live.from(start);
    const deleted = revision < this.#changed ? this.#deleted.from(start) : undefined;
    let last: string | undefined;
    while (limit === 0 || items.length < limit) {
      const deletedKey = deleted?.current?.key;
      const isDeletedNext =
        deletedKey !== undefined && (live.current === undefined || deletedKey < live.current.key);
      const cursor = isDeletedNext ? deleted! : live;
      const node = cursor.current;
      if (node === undefined || (end !== undefined && node.key >= end)) break;
      const value = valueAt(node, revision);
      if (value !== undefined) {
        items.push(value);
        last = node.key;
      }
      cursor.advance();
    }
    return last;
  }

  /**
   * How many keys in [start, end) existed at the revision: those of the present, minus later
   * creations, plus later deletions.
   */
  #count(start: string, end: string | undefined, revision: number): number {
    const moves = this.#moves;
    let count = this.#live.count(start, end);
    if (revision >= this.#changed) return count;
    for (let at = moves.end - 1; at >= moves.first; at--) {
      const { revision: changed, type, key } = moves.at(at);
      if (changed <= revision) break;
      if (key < start || (end !== undefined && key >= end)) continue;
      count += type === 'created' ? -1 : 1;
    }
    return count;
  }
}

/** All there is, and what is in a namespace: for those a write knows which lists it changes. */
function isShareable(prefix: string): boolean {
  return prefix.indexOf('/') === prefix.length - 1;
}

function valueAt(node: Node, revision: number): KubeObject | undefined {
  let version: Version | undefined = node.head;
  while (version !== undefined && version.revision > revision) version = version.older;
  return version && seenIn(version, revision);
}

/** Returns the least key that is greater than this one. */
function behind(key: string): string {
  return `${key}\0`;
}

/** Returns the least key after all that begin with the prefix; absent when there is none. */
function endOf(prefix: string): string | undefined {
  for (let length = prefix.length; length > 0; length--) {
    const unit = prefix.charCodeAt(length - 1);
    if (unit < 0xffff) return prefix.slice(0, length - 1) + String.fromCharCode(unit + 1);
  }
  return undefined;
}
