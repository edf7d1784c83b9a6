import { type KubeObject, splitKey } from '#values';
import type { Lister } from './informer.ts';

const NONE: readonly never[] = [];

/** A cached object, in all places where it is found. */
interface Entry<T> {
  /** Replaced when the object changes: so it changes everywhere. */
  object: T;
  /** By index: where it stands there. */
  readonly places: (Bucket<T> | readonly Bucket<T>[] | undefined)[];
}

/**
 * Entries under a key, in the order in which they came; one that changes keeps its place. The list
 * is made on demand and shared by all callers until the next change, which makes a new one.
 */
class Bucket<T> {
  readonly value: string;
  readonly #entries = new Map<string, Entry<T>>();
  #shared: readonly T[] | undefined;

  constructor(value: string) {
    this.value = value;
  }

  get size(): number {
    return this.#entries.size;
  }

  get list(): readonly T[] {
    if (this.#shared !== undefined) return this.#shared;
    const objects: T[] = [];
    for (const { object } of this.#entries.values()) objects.push(object);
    return (this.#shared = objects);
  }

  get(key: string): Entry<T> | undefined {
    return this.#entries.get(key);
  }

  set(key: string, entry: Entry<T>): void {
    this.#entries.set(key, entry);
    this.#shared = undefined;
  }

  /** An object in it has changed. */
  touch(): void {
    this.#shared = undefined;
  }

  delete(key: string): void {
    this.#entries.delete(key);
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

  put(value: string, key: string, entry: Entry<T>): Bucket<T> {
    let bucket = this.#buckets.get(value);
    if (bucket === undefined) this.#buckets.set(value, (bucket = new Bucket(value)));
    bucket.set(key, entry);
    return bucket;
  }

  remove(bucket: Bucket<T>, key: string): void {
    bucket.delete(key);
    if (bucket.size === 0) this.#buckets.delete(bucket.value);
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
  readonly #number: number;
  readonly #valuesOf: ValuesOf<T>;

  /** @param number of the index among those of the cache */
  constructor(number: number, valuesOf: ValuesOf<T>) {
    this.#number = number;
    this.#valuesOf = valuesOf;
  }

  insert(entry: Entry<T>): void {
    this.#place(entry, this.#valuesOf(entry.object));
  }

  remove(entry: Entry<T>): void {
    const { uid } = entry.object.metadata;
    for (const bucket of bucketsOf(entry.places[this.#number])) this.buckets.remove(bucket, uid);
  }

  /** Puts the entry right whose object has changed. Most changes leave the values alone. */
  update(entry: Entry<T>): void {
    const values = this.#valuesOf(entry.object);
    const place = entry.places[this.#number];
    if (isAt(place, values)) {
      if (place instanceof Bucket) place.touch();
      else if (place !== undefined) for (const bucket of place) bucket.touch();
      return;
    }
    const { uid } = entry.object.metadata;
    for (const bucket of bucketsOf(place)) {
      if (!values.includes(bucket.value)) this.buckets.remove(bucket, uid);
    }
    this.#place(entry, values);
  }

  #place(entry: Entry<T>, values: readonly string[]): void {
    const { uid } = entry.object.metadata;
    const put = (value: string): Bucket<T> => this.buckets.put(value, uid, entry);
    const [first] = values;
    entry.places[this.#number] =
      first === undefined ? undefined : values.length === 1 ? put(first) : values.map(put);
  }
}

function bucketsOf<T>(place: Entry<T>['places'][number]): readonly Bucket<T>[] {
  if (place === undefined) return NONE;
  return place instanceof Bucket ? [place] : place;
}

function isAt<T>(place: Entry<T>['places'][number], values: readonly string[]): boolean {
  if (place === undefined) return values.length === 0;
  if (place instanceof Bucket) return values.length === 1 && values[0] === place.value;
  return values.length === place.length && place.every(({ value }, at) => value === values[at]);
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
    return this.#namespaces.get(namespace ?? '')?.get(name)?.object;
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
    const index = new Index(this.#indexes.size, valuesOf);
    for (const { metadata } of this.list()) index.insert(this.#entryOf(metadata)!);
    this.#indexes.set(name, index);
  }

  /** Adds an object, or replaces `old`, which must be the cached object of that name (and uid). */
  set(object: T, old: T | undefined): void {
    const { namespace = '', name } = object.metadata;
    this.#shared = undefined;
    if (old === undefined) {
      const entry: Entry<T> = { object, places: Array.from(this.#indexes, () => undefined) };
      this.#namespaces.put(namespace, name, entry);
      this.#size++;
      for (const index of this.#indexes.values()) index.insert(entry);
    } else {
      const bucket = this.#namespaces.get(namespace)!;
      const entry = bucket.get(name)!;
      bucket.touch();
      entry.object = object;
      for (const index of this.#indexes.values()) index.update(entry);
    }
  }

  /** Takes a new state of a cached object whose `object` costs something to read. */
  setLate(key: string, late: Late<T>): void {
    this.#late.set(key, late);
  }

  /** Removes an object, which must be the cached one of its name. */
  remove(object: T): void {
    const { namespace = '', name } = object.metadata;
    const bucket = this.#namespaces.get(namespace)!;
    const entry = bucket.get(name)!;
    this.#namespaces.remove(bucket, name);
    this.#shared = undefined;
    this.#size--;
    for (const index of this.#indexes.values()) index.remove(entry);
  }

  #entryOf({ namespace = '', name }: KubeObject['metadata']): Entry<T> | undefined {
    return this.#namespaces.get(namespace)?.get(name);
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
