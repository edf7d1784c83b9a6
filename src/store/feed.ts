/**
 * The changes of one bucket, or of all, in order, and the watches to notify. A write looks only at
 * watches that match its key and have nothing pending: idle watches on other keys cost it nothing,
 * and neither do watches that are still reading.
 */
import { Log } from './log.ts';
import type { Change } from './change.ts';
import type { StoreWatchOptions } from './store.ts';
import { Watch } from './watch.ts';
import type { FeedHost, Listener, Source, WatchGroup } from './watch-host.ts';

export class Feed implements Source {
  readonly log = new Log<Change>();
  readonly #host: FeedHost;
  /** Watches on all keys. */
  readonly #all = newGroup('');
  /**
   * By prefix, those whose prefix ends in a slash: a namespace each. A key finds its group without
   * a search.
   */
  readonly #folders = new Map<string, WatchGroup>();
  /** Any other prefix; every write checks each. */
  readonly #others = new Map<string, WatchGroup>();

  constructor(host: FeedHost) {
    this.#host = host;
  }

  /** Notifies the watches that match the newest change of the log. */
  announce(change: Change): void {
    const position = this.log.end - 1;
    if (this.#all.idle.size > 0) notify(this.#all, change, position);
    if (this.#folders.size > 0) this.#notifyFolders(change, position);
    if (this.#others.size > 0) this.#notifyOthers(change, position);
  }

  /** Opens a watch. */
  watch(options: StoreWatchOptions): Watch {
    const group = this.#groupFor(options.prefix ?? '');
    group.members++;
    return new Watch(this, group, this.#host, options);
  }

  /** A watch has ended. */
  leave(watch: Listener, group: WatchGroup): void {
    group.idle.delete(watch);
    if (--group.members === 0) this.#groupsOf(group.prefix)?.delete(group.prefix);
  }

  #notifyFolders(change: Change, position: number): void {
    const { key } = change;
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const group = this.#folders.get(key.slice(0, slash + 1));
      if (group !== undefined) notify(group, change, position);
    }
  }

  #notifyOthers(change: Change, position: number): void {
    for (const group of this.#others.values()) {
      if (change.key.startsWith(group.prefix)) notify(group, change, position);
    }
  }

  #groupFor(prefix: string): WatchGroup {
    const groups = this.#groupsOf(prefix);
    if (groups === undefined) return this.#all;
    let group = groups.get(prefix);
    if (group === undefined) groups.set(prefix, (group = newGroup(prefix)));
    return group;
  }

  /** Where groups of such a prefix are kept; absent for the group of all. */
  #groupsOf(prefix: string): Map<string, WatchGroup> | undefined {
    if (prefix === '') return undefined;
    return prefix.endsWith('/') ? this.#folders : this.#others;
  }
}

function newGroup(prefix: string): WatchGroup {
  return { prefix, members: 0, idle: new Set() };
}

function notify(group: WatchGroup, change: Change, position: number): void {
  for (const watch of group.idle) watch.notify(change, position);
}
