import type { Clock } from '#clock';
import { keyOf, type Cause, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { ResourceType } from '#catalog';
import type { ObjectList, WatchEvent } from '#request';
import type { Handlers, Informer } from './informer.ts';
import { ObjectCache } from './object-cache.ts';
import type { Order } from './order.ts';
import { Reflector, type CollectionReader } from './reflector.ts';

export interface SharedInformerOptions<T extends KubeObject, K extends ResourceType = Kind<T>> {
  readonly clock: Clock;
  readonly client: CollectionReader<T, K>;
  readonly kind: K;
  /** Called for what handlers throw and for failures of list and watch; both continue. */
  readonly onError: (error: unknown) => void;
  /** Another server has the objects: their revisions are not those of this one. */
  readonly isElsewhere?: boolean;
  /** Of its deliveries among those of others. Default: each comes at once. */
  readonly order?: Order | undefined;
}

/**
 * The informer of a kind, shared by all controllers of a manager. The cache changes first, then
 * every handler is called, in the order in which they were added, before the next change.
 */
export class SharedInformer<
  T extends KubeObject,
  K extends ResourceType = Kind<T>,
> implements Informer<T> {
  readonly #cache = new ObjectCache<T>();
  readonly #reflector: Reflector<T, K>;
  readonly #onError: (error: unknown) => void;
  readonly #isElsewhere: boolean;
  #handlers: readonly Handlers<T>[] = [];
  /** Those of each event, once there is one. Replaced, never changed: a handler may come or go while one runs. */
  #byEvent: ByEvent<T> | undefined;
  #state: 'new' | 'filling' | 'synced' | 'stopped' = 'new';
  #waiting: ((synced: boolean) => void)[] = [];

  constructor(options: SharedInformerOptions<T, K>) {
    this.#onError = options.onError;
    this.#isElsewhere = options.isElsewhere === true;
    this.#reflector = new Reflector<T, K>({
      ...options,
      target: {
        replace: (list) => this.#replace(list),
        apply: (event) => this.#apply(event),
      },
    });
  }

  get lister(): ObjectCache<T> {
    return this.#cache;
  }

  get synced(): boolean {
    return this.#state === 'synced';
  }

  addIndex(name: string, valuesOf: (object: T) => readonly string[]): void {
    this.#cache.addIndex(name, valuesOf);
  }

  /** Returns a function that removes the handlers. */
  addHandlers(handlers: Handlers<T>): () => void {
    this.#setHandlers([...this.#handlers, handlers]);
    for (const object of this.#cache.list()) {
      this.#deliver([handlers], (each) => each.added?.(object, this.#causeOf(object)));
    }
    return () => {
      this.#setHandlers(this.#handlers.filter((other) => other !== handlers));
    };
  }

  #setHandlers(handlers: readonly Handlers<T>[]): void {
    this.#handlers = handlers;
    this.#byEvent = undefined;
  }

  get #handlersOf(): ByEvent<T> {
    this.#byEvent ??= byEvent(this.#handlers);
    return this.#byEvent;
  }

  /** Begins to fill the cache; once is enough. */
  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'filling';
    void this.#reflector.run();
  }

  stop(): void {
    this.#state = 'stopped';
    this.#reflector.stop();
    this.#setHandlers([]);
    this.#answer(false);
  }

  /** Resolves once the cache has filled (true), or the informer was stopped before that (false). */
  async whenSynced(): Promise<boolean> {
    if (this.#state === 'synced' || this.#state === 'stopped') return this.synced;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #answer(synced: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(synced);
  }

  /** Delivers the differences between the cache and a list as if each had been watched. */
  #replace(list: ObjectList<T>): void {
    const before = this.#cache.list();
    for (const object of list.items) this.#put(object);
    if (before.length > 0) {
      const listed = new Set(list.items.map(keyOf));
      const cause = this.#causeOf(list);
      for (const old of before) if (!listed.has(keyOf(old))) this.#remove(old, old, cause);
    }
    if (this.#state !== 'filling') return;
    this.#state = 'synced';
    this.#answer(true);
  }

  #apply(event: WatchEvent<T>): void {
    if (event.repetition !== undefined) {
      this.#redeliver(event.repetition.key, event);
      return;
    }
    const { type, object } = event;
    if (type !== 'DELETED') {
      this.#put(object);
      return;
    }
    const old = this.#cached(object);
    if (old !== undefined) this.#remove(old, object, this.#causeOf(object));
  }

  #redeliver(key: string, event: WatchEvent<T>): void {
    this.#cache.setLate(key, event);
    const handlers = this.#handlersOf.repeated;
    if (handlers.length > 0) this.#deliver(handlers, (each) => each.repeated!(key));
  }

  #put(object: T): void {
    const cause = this.#causeOf(object);
    const old = this.#cached(object);
    if (old === undefined || old.metadata.uid !== object.metadata.uid) {
      if (old !== undefined) this.#remove(old, old, cause);
      this.#cache.set(object, undefined);
      this.#deliver(this.#handlersOf.added, (each) => each.added!(object, cause));
    } else if (old.metadata.resourceVersion !== object.metadata.resourceVersion) {
      this.#cache.set(object, old);
      this.#deliver(this.#handlersOf.updated, (each) => each.updated!(object, old, cause));
    }
  }

  #causeOf({ metadata }: Pick<ObjectList, 'metadata'> | KubeObject): Cause {
    if (this.#isElsewhere) return { timer: 'watch of another server' };
    return { revision: Number(metadata.resourceVersion) };
  }

  #remove(old: T, last: T, cause: Cause): void {
    this.#cache.remove(old);
    this.#deliver(this.#handlersOf.deleted, (each) => each.deleted!(last, cause));
  }

  #cached({ metadata }: T): T | undefined {
    return this.#cache.get(metadata.namespace, metadata.name);
  }

  /** A handler that throws is a defect of its controller; the others must not suffer for it. */
  #deliver(to: readonly Handlers<T>[], call: (handlers: Handlers<T>) => void): void {
    for (const handlers of to) {
      try {
        call(handlers);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

type Event = keyof Handlers<never>;
type ByEvent<T> = Readonly<Record<Event, readonly Handlers<T>[]>>;

/** Returns the handlers of each event: most are for some of them. */
function byEvent<T>(handlers: readonly Handlers<T>[]): ByEvent<T> {
  const having = (event: Event): readonly Handlers<T>[] =>
    handlers.filter((each) => each[event] !== undefined);
  return {
    added: having('added'),
    updated: having('updated'),
    deleted: having('deleted'),
    repeated: having('repeated'),
  };
}
