import type { Release } from '#clock';
import { expired, watchRevisionTooOld, type KubeObject } from '#values';
import { CompactedError, type Change, type StoreWatch } from '#store';
import type { Repetition, ChangeEvent, WatchGate, WatchOptions } from '#request';
import { converting } from './conversion/convert.ts';
import { checkListOptions, planWatch } from './list-options.ts';
import { isStoredAsServed, type Resource } from './resource.ts';
import { prefixOf, type Filter } from './selection.ts';
import type { Backend } from './backend.ts';

/** Who reads a watch. */
interface Reader {
  readonly hold?: string;
  readonly gate?: WatchGate;
  readonly onPresented?: (revision: number) => void;
}

/**
 * A watch of a collection: the store's changes as the client's selectors see them. The consumer
 * pulls; asking for more confirms that the batch before is processed (and releases its hold of the
 * clock).
 */
export class ApiWatch<T extends KubeObject = KubeObject> {
  #backend: Backend;
  #resource: Resource;
  readonly #prefix: string;
  readonly #filter: Filter;
  readonly #hold: string | undefined;
  readonly #gate: WatchGate | undefined;
  /** Called once the objects that existed are delivered. */
  #onPresented: ((revision: number) => void) | undefined;
  /** The revision of the objects that existed. */
  #presented = 0;
  #changes: StoreWatch | undefined;
  #release: Release | undefined;
  #stopped = false;

  /**
   * @param reader its undelivered events hold the clock under the name `hold`, if it is in the
   *   process; `gate` decides what it gets; `onPresented` is called where the reader asks for more
   *   than the objects that exist
   * @throws {ApiError} for invalid selectors and versions
   */
  constructor(
    backend: Backend,
    resource: Resource,
    options: WatchOptions,
    { hold, gate, onPresented }: Reader = {},
  ) {
    this.#gate = gate;
    this.#onPresented = onPresented;
    this.#backend = backend;
    this.#resource = resource;
    this.#prefix = prefixOf(resource.kind, options);
    const check = (): void => checkListOptions(options, backend.strategy.profile, true);
    this.#filter = backend.selections.filterOf(resource.kind, options, check);
    this.#hold = hold;
    const after = planWatch(options, backend.strategy.profile, backend.store.revision());
    if (after > 0) this.#follow(after);
    backend.openWatch(resource, this);
  }

  /**
   * The next events (at least one), in order; an empty list once the watch has been stopped.
   * @throws {ApiError} 410 when the history that it must show is compacted
   */
  async next(): Promise<readonly ChangeEvent<T>[]> {
    this.#release?.();
    this.#release = undefined;
    if (this.#changes === undefined) {
      const events = await this.#present();
      if (events.length > 0 || this.#stopped) return this.#passed(events);
    }
    this.#onPresented?.(this.#presented);
    this.#onPresented = undefined;
    for (;;) {
      const changes = await this.#pull();
      const events = this.#select(changes);
      if (events.length === 0 && changes.length > 0) continue;
      const served = this.#served(events);
      // Without a conversion nothing is awaited, with or without a gate.
      return served instanceof Promise
        ? served.then((converted) => this.#passed(converted))
        : this.#passed(served);
    }
  }

  #passed(
    events: readonly ChangeEvent<T>[],
  ): readonly ChangeEvent<T>[] | Promise<readonly ChangeEvent<T>[]> {
    return this.#gate === undefined ? events : (this.#gate(events) as readonly ChangeEvent<T>[]);
  }

  /** Whether its consumer is a program outside of the process. */
  get isOutside(): boolean {
    return this.#hold === undefined;
  }

  /** Ends the watch once all changes up to now are delivered: its kind is no longer served, or is another one. */
  finish(): void {
    if (this.#changes === undefined) this.stop();
    else this.#changes.finish();
  }

  /** From now on objects have the form of this kind, which is stored in the same place. */
  moveTo(resource: Resource, backend: Backend): void {
    this.#backend = backend;
    this.#resource = resource;
  }

  /** Ends the watch; a pending `next()` resolves with an empty list. */
  stop(): void {
    this.#stopped = true;
    this.#backend.closeWatch(this.#resource, this);
    this.#changes?.stop();
    this.#release?.();
  }

  /** Without a version to start at, every object that exists counts as just added. */
  async #present(): Promise<readonly ChangeEvent<T>[]> {
    if (this.#stopped) return [];
    const options = { prefix: this.#prefix };
    const { items, revision } = await this.#backend.store.list(this.#resource.bucket, options);
    if (this.#stopped) return [];
    this.#presented = revision;
    this.#follow(revision);
    const events: ChangeEvent<T>[] = [];
    for (const object of items) {
      if (this.#filter === undefined || this.#filter(object)) {
        events.push(event('ADDED', object));
      }
    }
    if (events.length > 0 && this.#hold !== undefined) {
      this.#release = this.#backend.clock.hold(this.#hold);
    }
    return this.#served(events);
  }

  /** In the form that is watched: a promise only if webhooks convert to it. */
  #served(
    events: readonly ChangeEvent<T>[],
  ): readonly ChangeEvent<T>[] | Promise<readonly ChangeEvent<T>[]> {
    const resource = this.#resource;
    if (isStoredAsServed(resource)) return events;
    const serve = (): readonly ChangeEvent<T>[] =>
      events.map(({ type, object }) => ({ type, object: resource.fromStorage(object) as T }));
    if (resource.converted === undefined) return serve();
    const objects = events.map(({ object }) => object);
    return converting(this.#backend, resource, objects, true)?.then(serve) ?? serve();
  }

  #follow(after: number): void {
    const options = { after, prefix: this.#prefix, hold: this.#hold };
    this.#changes = this.#backend.store.watch(this.#resource.bucket, options);
  }

  async #pull(): Promise<readonly Change[]> {
    try {
      return await this.#changes!.next();
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      throw expired(watchRevisionTooOld(error.requested, error.compacted));
    }
  }

  #select(changes: readonly Change[]): readonly ChangeEvent<T>[] {
    const filter = this.#filter;
    if (filter === undefined) return this.#allOf(changes);
    const events: ChangeEvent<T>[] = [];
    for (const change of changes) {
      const event = selected<T>(change, filter);
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  /** The store gives the same list of changes to watches that read side by side. */
  #allOf(changes: readonly Change[]): readonly ChangeEvent<T>[] {
    const { sharedEvents } = this.#resource;
    if (sharedEvents.changes !== changes) {
      sharedEvents.changes = changes;
      sharedEvents.events = changes.map((change) =>
        change.isRepetition === true ? new RepeatedEvent(change) : plainEvent(change),
      );
    }
    return sharedEvents.events as readonly ChangeEvent<T>[];
  }
}

/** Most repetitions are never read: so the object is computed only when it is. */
class RepeatedEvent<T extends KubeObject> implements ChangeEvent<T> {
  readonly type = 'MODIFIED';
  readonly repetition: Repetition;
  readonly #change: Change;

  constructor(change: Change) {
    this.repetition = change;
    this.#change = change;
  }

  get object(): T {
    return this.#change.value as T;
  }
}

function plainEvent<T extends KubeObject>({ type, value }: Change): ChangeEvent<T> {
  switch (type) {
    case 'created':
      return event('ADDED', value);
    case 'updated':
      return event('MODIFIED', value);
    case 'deleted':
      return event('DELETED', value);
  }
}

/**
 * An object that starts or stops to be selected is added or deleted, the latter with its last
 * selected version.
 */
function selected<T extends KubeObject>(
  change: Change,
  selects: NonNullable<Filter>,
): ChangeEvent<T> | undefined {
  const { type, value, previous } = change;
  if (type === 'created') return selects(value) ? event('ADDED', value) : undefined;
  if (type === 'deleted') return selects(value) ? event('DELETED', value) : undefined;
  const isSelected = selects(value);
  const wasSelected = previous !== undefined && selects(previous);
  if (isSelected) return event(wasSelected ? 'MODIFIED' : 'ADDED', value);
  if (!wasSelected) return undefined;
  const resourceVersion = String(change.revision);
  return event('DELETED', { ...previous, metadata: { ...previous.metadata, resourceVersion } });
}

function event<T extends KubeObject>(
  type: ChangeEvent['type'],
  object: KubeObject,
): ChangeEvent<T> {
  return { type, object: object as T };
}
