/**
 * Informers: a cache of one kind, filled by list and watch, with indexes and handlers.
 * Mirrors client-go's shared informers: one per kind and manager, handlers called in order,
 * relist on 410 with the differences delivered as ordinary events.
 */
import type { Cause, KubeObject } from '#values';

/** Called synchronously, in the order of the changes. They only look and queue. */
export interface Handlers<T> {
  added?(object: T, cause: Cause): void;
  updated?(object: T, old: T, cause: Cause): void;
  /** `object` is the last known state. */
  deleted?(object: T, cause: Cause): void;
  /**
   * The object was written again and says only that its writer is alive: a lease renewal, for which
   * `updated` is not called. Where the API does not mark it (over HTTP), `updated` is called
   * instead.
   *
   * @param key `namespace/name`, or `name`
   */
  repeated?(key: string): void;
}

/**
 * Reads of the cache. Objects are shared: never change them. So are the lists: each is the state at
 * the time of asking and stays so, and asking again before the next change costs nothing.
 *
 * Lists are in insertion order: an object keeps its place however often it changes (in an index,
 * while it has the value). Objects of one namespace stand together, and namespaces come in the
 * order in which each got its first object.
 */
export interface Lister<T> {
  get(namespace: string | undefined, name: string): T | undefined;
  /** By key: `namespace/name`, or `name`. */
  getByKey(key: string): T | undefined;
  /** All objects, or those of one namespace. */
  list(namespace?: string): readonly T[];
  /** Objects whose index function gave `value`. Throws an Error for an index that was not added. */
  byIndex(index: string, value: string): readonly T[];
  readonly size: number;
}

export interface Informer<T extends KubeObject> {
  readonly lister: Lister<T>;
  /**
   * Adds an index under a name; asking again for the same name does nothing. The function must be
   * pure and give each value once.
   */
  addIndex(name: string, valuesOf: (object: T) => readonly string[]): void;
  /** Existing objects are delivered as `added`. */
  addHandlers(handlers: Handlers<T>): void;
  readonly synced: boolean;
}
