import { type KubeObject, splitKey } from '#values';
import type { Lister } from './informer.ts';

const NONE: readonly never[] = [];

/**
 * Objects under a key, in the order in which they came; one that changes keeps its place. The list
 * is made on demand and shared by all callers until the next change, which makes a new one.
 */
class Bucket<T> {
  readonly #objects = new Map<string, T>();
  #shared: readonly T[] | undefined;

  get size(): number {
    return this.#objects.size;
  }

  get list(): readonly T[] {
    return (this.#shared ??= [...this.#objects.values()]);
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  set(key: string, object: T): void {
    this.#objects.set(key, object);
    this.#shared = undefined;
  }

  delete(key: string): void {
    this.#objects.delete(key);
    this.#shared = undefined;
  }
}

/** Buckets by value. Empty ones go away. */
class Buckets<T> {
  readonly #buckets = new Map<string, Bucket<T>>();

  get(value: string): Bucket<T> | undefined {
    return this.#buckets.get(value);
  }

  values(): Iterable<Bucket<T>> {
    return this.#buckets.values();
  }

  put(value: string, key: string, object: T): void {
    let bucket = this.#buckets.get(value);
    if (bucket === undefined) this.#buckets.set(value, (bucket = new Bucket()));
    bucket.set(key, object);
  }

  remove(value: string, key: string): void {
    const bucket = this.#buckets.get(value);
    if (bucket === undefined) return;
    bucket.delete(key);
    if (bucket.size === 0) this.#buckets.delete(value);
  }
}

/** A state that is made when it is read. */
interface Late<T> {
  readonly object: T;
}

type ValuesOf<T> = (object: T) => readonly string[];

/** The objects by the values that a function gives for them; under their uids, which are unique. */
class Index<T extends KubeObject> {
  readonly buckets = new Buckets<T>();
  readonly #valuesOf: ValuesOf<T>;

  constructor(valuesOf: ValuesOf<T>) {
    this.#valuesOf = valuesOf;
  }

  insert(object: T): void {
    for (const value of this.#valuesOf(object))
      this.buckets.put(value, object.metadata.uid, object);
  }

  remove(object: T): void {
    for (const value of this.#valuesOf(object)) this.buckets.remove(value, object.metadata.uid);
  }

  /** Most changes leave the values alone; then only the object is replaced where it stands. */
  replace(object: T, old: T): void {
    const before = this.#valuesOf(old);
    const after = this.#valuesOf(object);
    if (!sameStrings(before, after)) {
      const { uid } = old.metadata;
      for (const value of before) if (!after.includes(value)) this.buckets.remove(value, uid);
    }
    for (const value of after) this.buckets.put(value, object.metadata.uid, object);
  }
}

/** The objects of one kind with indexes over them: what an informer fills and listers read. */
export class ObjectCache<T extends KubeObject> implements Lister<T> {
  /** By namespace (empty for cluster-scoped objects), then by name. */
  readonly #namespaces = new Buckets<T>();
  readonly #indexes = new Map<string, Index<T>>();
  /** By key: new states that are made and put in their places before the next read. */
  readonly #late = new Map<string, Late<T>>();
  #size = 0;
  #shared: readonly T[] | undefined;

  get size(): number {
    return this.#size;
  }

  get(namespace: string | undefined, name: string): T | undefined {
    if (this.#late.size > 0) this.#catchUp();
    return this.#namespaces.get(namespace ?? '')?.get(name);
  }

  getByKey(key: string): T | undefined {
    const { namespace, name } = splitKey(key);
    return this.get(namespace, name);
  }

  list(namespace?: string): readonly T[] {
    if (this.#late.size > 0) this.#catchUp();
    if (namespace !== undefined) return this.#namespaces.get(namespace)?.list ?? NONE;
    return (this.#shared ??= [...this.#namespaces.values()].flatMap(({ list }) => list));
  }

  byIndex(index: string, value: string): readonly T[] {
    const found = this.#indexes.get(index);
    if (found === undefined) throw new Error(`no index named ${index}`);
    if (this.#late.size > 0) this.#catchUp();
    return found.buckets.get(value)?.list ?? NONE;
  }

  addIndex(name: string, valuesOf: ValuesOf<T>): void {
    if (this.#indexes.has(name)) return;
    const index = new Index(valuesOf);
    for (const object of this.list()) index.insert(object);
    this.#indexes.set(name, index);
  }

  /** Adds an object, or replaces `old`, which must be the cached object of that name (and uid). */
  set(object: T, old: T | undefined): void {
    const { namespace = '', name } = object.metadata;
    this.#namespaces.put(namespace, name, object);
    this.#shared = undefined;
    if (old === undefined) {
      this.#size++;
      for (const index of this.#indexes.values()) index.insert(object);
    } else {
      for (const index of this.#indexes.values()) index.replace(object, old);
    }
  }

  /** Takes a new state of a cached object whose `object` costs something to read. */
  setLate(key: string, late: Late<T>): void {
    this.#late.set(key, late);
  }

  /** Removes an object, which must be the cached one of its name. */
  remove(object: T): void {
    const { namespace = '', name } = object.metadata;
    this.#namespaces.remove(namespace, name);
    this.#shared = undefined;
    this.#size--;
    for (const index of this.#indexes.values()) index.remove(object);
  }

  #catchUp(): void {
    const late = [...this.#late.values()];
    this.#late.clear();
    for (const { object } of late) {
      const { namespace, name } = object.metadata;
      const old = this.get(namespace, name);
      if (old !== undefined) this.set(object, old);
    }
  }
}

function sameStrings(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
