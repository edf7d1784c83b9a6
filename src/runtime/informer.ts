/**
 * Informers: a cache of one kind, filled by list and watch, with indexes and handlers.
 * Mirrors client-go's shared informers: one per kind and manager, handlers called in order,
 * relist on 410 with the differences delivered as ordinary events.
 */
import type { Cause, KubeObject } from '#kinds';

/** Called synchronously, in the order of the changes. They only look and queue. */
export interface Handlers<T> {
  added?(object: T, cause: Cause): void;
  updated?(object: T, old: T, cause: Cause): void;
  /** `object` is the last known state. */
  deleted?(object: T, cause: Cause): void;
}

/** Reads of the cache. Objects are shared: never change them. */
export interface Lister<T> {
  get(namespace: string | undefined, name: string): T | undefined;
  /** By key: `namespace/name`, or `name`. */
  getByKey(key: string): T | undefined;
  /** All objects, in byte order of namespace and name when `sorted`, else in insertion order. */
  list(namespace?: string): readonly T[];
  /** Objects whose index function gave `value`. */
  byIndex(index: string, value: string): readonly T[];
  readonly size: number;
}

export interface Informer<T extends KubeObject> {
  readonly lister: Lister<T>;
  /** Adds an index under a name; asking again for the same name does nothing. Before the cache fills. */
  addIndex(name: string, valuesOf: (object: T) => readonly string[]): void;
  /** Existing objects are delivered as `added`. */
  addHandlers(handlers: Handlers<T>): void;
  readonly synced: boolean;
}
