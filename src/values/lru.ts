/** An entry, between the one used before it and the one used after it. */
interface Entry<V> {
  readonly key: string;
  value: V;
  older: Entry<V> | undefined;
  newer: Entry<V> | undefined;
}

/** A map that holds up to a number of entries and drops the one used longest ago. */
export class Lru<V> {
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry<V>>();
  #oldest: Entry<V> | undefined;
  #newest: Entry<V> | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value under a key, which counts as its use. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#use(entry);
    return entry.value;
  }

  set(key: string, value: V): void {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.value = value;
      this.#use(known);
      return;
    }
    const entry = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#append(entry);
    if (this.#entries.size > this.#capacity) this.#drop(this.#oldest!);
  }

  /** Moves it to the end, where the newest is: cheaper than to delete it from the map and to set it again. */
  #use(entry: Entry<V>): void {
    if (entry === this.#newest) return;
    this.#remove(entry);
    this.#append(entry);
  }

  #append(entry: Entry<V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #remove({ older, newer }: Entry<V>): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }

  #drop(entry: Entry<V>): void {
    this.#remove(entry);
    this.#entries.delete(entry.key);
  }
}
