/** A map that holds so many entries and forgets the one used longest ago. */
export class Lru<V> {
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry<V>>();
  /** The ends of the row from the entry used longest ago to the latest. */
  #oldest: Entry<V> | undefined;
  #latest: Entry<V> | undefined;

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
      return this.#use(known);
    }
    const entry: Entry<V> = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#append(entry);
    if (this.#entries.size <= this.#capacity) return;
    const oldest = this.#oldest!;
    this.#entries.delete(oldest.key);
    this.#takeOut(oldest);
  }

  #use(entry: Entry<V>): void {
    if (entry === this.#latest) return;
    this.#takeOut(entry);
    this.#append(entry);
  }

  #takeOut(entry: Entry<V>): void {
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#latest = older;
    else newer.older = older;
  }

  #append(entry: Entry<V>): void {
    entry.older = this.#latest;
    entry.newer = undefined;
    if (this.#latest === undefined) this.#oldest = entry;
    else this.#latest.newer = entry;
    this.#latest = entry;
  }
}

interface Entry<V> {
  readonly key: string;
  value: V;
  older: Entry<V> | undefined;
  newer: Entry<V> | undefined;
}
