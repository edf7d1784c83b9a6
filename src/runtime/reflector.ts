import type { Clock, Timer } from '#clock';
import { isExpired, isTooLargeVersion, type KubeObject } from '#values';
import { resourceOf, type Kind } from '#kinds';
import type { ResourceType } from '#catalog';
import type { ListOptions, ObjectList, Watch, WatchEvent, WatchOptions } from '#request';
import type { Order } from './order.ts';

/**
 * client-go waits 0.8 s after a failure, doubling to 30 s, and resets after 2 minutes without one.
 */
const FIRST_BACKOFF_MS = 800;
const LAST_BACKOFF_MS = 30_000;
const BACKOFF_RESET_MS = 120_000;
/** A watch that ends sooner than this without an event counts as a failure. */
const SHORT_WATCH_MS = 1_000;

/** The keeper of the copy. Both are called synchronously, in the order of the changes. */
export interface ReflectorTarget<T> {
  /** The whole collection, first and after every relist. */
  replace(list: ObjectList<T>): void;
  apply(event: WatchEvent<T>): void;
}

/** As much of a client as is needed: of declared kinds, or of discovered resources. */
export interface CollectionReader<T, K> {
  list(kind: K, options: ListOptions): Promise<ObjectList<T>>;
  watch(kind: K, options: WatchOptions): Watch<T>;
}

export interface ReflectorOptions<T extends KubeObject, K extends ResourceType = Kind<T>> {
  readonly clock: Clock;
  readonly client: CollectionReader<T, K>;
  readonly kind: K;
  readonly target: ReflectorTarget<T>;
  /** Called for failures of list and watch; it retries by itself. */
  readonly onError: (error: unknown) => void;
  /** Of its deliveries among others. Default: each comes at once. */
  readonly order?: Order | undefined;
}

/**
 * Keeps a copy of a collection up to date by list and watch. A watch that ends is resumed after the
 * last revision seen; one that has expired (410), or fails, makes it list again. Unlike client-go
 * it does not wait before it lists after a 410, unless it has listed at this very instant.
 */
export class Reflector<T extends KubeObject, K extends ResourceType = Kind<T>> {
  readonly #options: ReflectorOptions<T, K>;
  readonly #name: string;
  #watch: Watch<T> | undefined;
  #stopped = false;
  #backoffMs = 0;
  #failedAt = -Infinity;
  #listedAt = -Infinity;
  /**
   * Lists are no older than this revision: any at first (`0`), then the last one seen, so that a
   * replica that lags does not turn back time. Empty when the server has refused it: then the newest.
   */
  #leastRevision = '0';
  #pause: { readonly timer: Timer; readonly end: () => void } | undefined;

  constructor(options: ReflectorOptions<T, K>) {
    this.#options = options;
    this.#name = `informer ${resourceOf(options.kind)}`;
  }

  /** Runs until stopped; never rejects. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      try {
        const revision = await this.#list();
        if (revision !== undefined) await this.#follow(revision);
      } catch (error) {
        if (this.#stopped) return;
        this.#options.onError(error);
        if (!isExpired(error) || this.#listedAt === this.#options.clock.now())
          await this.#backOff();
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#watch?.stop();
    this.#pause?.timer.cancel();
    this.#pause?.end();
  }

  /** The revision listed; undefined when stopped meanwhile. */
  async #list(): Promise<string | undefined> {
    const { clock, target } = this.#options;
    const release = clock.hold(this.#name);
    try {
      this.#listedAt = clock.now();
      const list = await this.#read();
      if (this.#stopped) return undefined;
      target.replace(list);
      return (this.#leastRevision = list.metadata.resourceVersion);
    } finally {
      release();
    }
  }

  async #read(): Promise<ObjectList<T>> {
    const { client, kind } = this.#options;
    try {
      return await client.list(kind, { resourceVersion: this.#leastRevision });
    } catch (error) {
      if (!isExpired(error) && !isTooLargeVersion(error)) throw error;
      this.#leastRevision = '';
      return client.list(kind, {});
    }
  }

  /** Watches from a revision on, one watch after the other, until stopped or a watch fails. */
  async #follow(from: string): Promise<void> {
    let revision = from;
    while (!this.#stopped) {
      const begun = this.#options.clock.now();
      const reached = await this.#watchOnce(revision);
      const short = reached === revision && this.#options.clock.now() - begun < SHORT_WATCH_MS;
      revision = reached;
      if (short && !this.#stopped) await this.#backOff();
    }
  }

  /** Applies what one watch delivers until it ends, and returns the last revision seen. */
  async #watchOnce(from: string): Promise<string> {
    const { client, kind, target, order } = this.#options;
    const watch = client.watch(kind, { resourceVersion: from });
    this.#watch = watch;
    let last: WatchEvent<T> | undefined;
    const reached = (): string => (last === undefined ? from : versionOf(last));
    try {
      for (;;) {
        const events = await watch.next();
        if (events.length === 0 || this.#stopped) return reached();
        for (const event of events) {
          const turn = order?.turn();
          if (turn !== undefined) {
            await turn;
            if (this.#stopped) return reached();
          }
          last = event;
          if (event.type !== 'BOOKMARK') target.apply(event);
        }
      }
    } finally {
      this.#leastRevision = reached();
      watch.stop();
      this.#watch = undefined;
    }
  }

  /** Waits in virtual time without holding it. */
  async #backOff(): Promise<void> {
    const { clock } = this.#options;
    const quietMs = clock.now() - this.#failedAt;
    this.#failedAt = clock.now();
    const doubled = Math.min(LAST_BACKOFF_MS, this.#backoffMs * 2);
    this.#backoffMs = quietMs > BACKOFF_RESET_MS ? FIRST_BACKOFF_MS : doubled;
    await new Promise<void>((end) => {
      const timer = clock.after(this.#backoffMs, end, { name: this.#name });
      this.#pause = { timer, end };
    });
    this.#pause = undefined;
  }
}

function versionOf(event: WatchEvent<KubeObject>): string {
  const { repetition } = event;
  return repetition === undefined
    ? event.object.metadata.resourceVersion
    : String(repetition.revision);
}
