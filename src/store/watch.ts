/** A watch: a cursor into a feed's log that pulls, holds the clock, and may expire. */
import type { Release } from '#clock';
import { CompactedError } from './errors.ts';
import type { Change } from './change.ts';
import type { StoreWatchOptions } from './store.ts';
import type { FeedHost, Listener, Source, WatchGroup } from './watch-host.ts';

/** A `next()` that has nothing to deliver yet. */
interface Waiting {
  readonly resolve: (batch: readonly Change[]) => void;
  readonly reject: (error: CompactedError) => void;
}

export class Watch implements Listener {
  readonly #feed: Source;
  readonly #group: WatchGroup;
  readonly #host: FeedHost;
  readonly #hold: string | undefined;
  /** The revision after which deliveries begin, then that of the last change delivered. */
  #revision: number;
  /** While `#pending`: the position of the first undelivered change, which matches. */
  #cursor = 0;
  #pending = false;
  #waiting: Waiting | undefined;
  #release: Release | undefined;
  #ended = false;
  /** Ends when nothing is pending. */
  #finishing = false;
  #failure: CompactedError | undefined;

  constructor(feed: Source, group: WatchGroup, host: FeedHost, options: StoreWatchOptions) {
    this.#feed = feed;
    this.#group = group;
    this.#host = host;
    this.#hold = options.hold;
    this.#revision = options.after;
    host.open.add(this);
    if (options.hold !== undefined) host.holding.add(this);
    if (options.after < host.compactedRevision()) {
      this.#fail();
      return;
    }
    this.#seek(feed.log.firstWhere((change) => change.revision > options.after));
    if (this.#pending) this.#takeHold();
  }

  get unread(): number | undefined {
    return this.#pending && !this.#isBehind()
      ? this.#feed.log.at(this.#cursor).revision
      : undefined;
  }

  next(): Promise<readonly Change[]> {
    if (this.#waiting !== undefined) {
      return Promise.reject(new Error('next() was called while an earlier call still waits'));
    }
    if (this.#isBehind()) this.#fail();
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#ended) return Promise.resolve([]);
    if (this.#pending) return Promise.resolve(this.#take());
    if (this.#finishing) {
      this.stop();
      return Promise.resolve([]);
    }
    this.#giveBackHold();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  stop(): void {
    this.#end();
    this.#failure = undefined;
    this.#waiting?.resolve([]);
    this.#waiting = undefined;
  }

  finish(): void {
    this.#finishing = true;
    if (!this.#pending) this.stop();
  }

  notify(change: Change, position: number): void {
    // A watch from a revision in the future stays silent until that has passed.
    if (change.revision <= this.#revision) return;
    this.#group.idle.delete(this);
    this.#cursor = position;
    this.#pending = true;
    this.#takeHold();
    if (this.#waiting !== undefined) this.#host.wake(this);
  }

  deliver(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    if (this.#isBehind()) waiting.reject(this.#fail());
    else waiting.resolve(this.#take());
  }

  #take(): readonly Change[] {
    const { last } = this.#group;
    const isShared = last?.from === this.#cursor && last.end === this.#feed.log.end;
    const changes = isShared ? last.changes : this.#gather();
    if (isShared) this.#seek(last.next);
    this.#revision = changes[changes.length - 1]!.revision;
    if (this.#hold !== undefined) this.#host.hasRead();
    return changes;
  }

  #gather(): readonly Change[] {
    const { log } = this.#feed;
    const from = this.#cursor;
    const changes: Change[] = [];
    const limit = this.#host.batch;
    while (this.#pending && changes.length < limit) {
      changes.push(log.at(this.#cursor));
      this.#seek(this.#cursor + 1);
    }
    if (this.#group.members > 1) {
      this.#group.last = { changes, from, end: log.end, next: this.#cursor };
    }
    return changes;
  }

  /** Puts the cursor on the first match from `position` on; without one the watch is idle. */
  #seek(position: number): void {
    const { log } = this.#feed;
    const { prefix } = this.#group;
    const end = log.end;
    while (position < end && !log.at(position).key.startsWith(prefix)) position++;
    this.#cursor = position;
    this.#pending = position < end;
    if (!this.#pending) this.#group.idle.add(this);
  }

  #isBehind(): boolean {
    return this.#pending && this.#cursor < this.#feed.log.first;
  }

  #fail(): CompactedError {
    this.#failure = new CompactedError(this.#revision, this.#host.compactedRevision());
    this.#end();
    return this.#failure;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#pending = false;
    this.#feed.leave(this, this.#group);
    this.#host.open.delete(this);
    this.#giveBackHold();
    if (this.#host.holding.delete(this)) this.#host.hasRead();
  }

  #takeHold(): void {
    if (this.#hold !== undefined) this.#release ??= this.#host.clock.hold(this.#hold);
  }

  #giveBackHold(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
