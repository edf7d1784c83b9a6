/**
 * Items in the order of their keys, in chunks of at most {@link CHUNK}: an insertion shifts one
 * small array instead of all, and reading in order is walking plain arrays. Keys compare by UTF-16
 * code units, which is byte order except for characters beyond U+FFFF (no Kubernetes name needs
 * one).
 */

const CHUNK = 512;
/** Keys often arrive in rising order: splitting the last chunk leaves this much room behind. */
const TAIL = 32;

/** What an {@link OrderedIndex} holds. The key never changes while it is held. */
export interface Keyed {
  readonly key: string;
}

/** A place in an {@link OrderedIndex}; valid until the index next changes. */
export class IndexCursor<T extends Keyed> {
  readonly #chunks: readonly (readonly T[])[];
  #chunk: readonly T[] | undefined;
  #at: number;
  #offset: number;
  /** The item here; absent after the last one. */
  current: T | undefined;

  constructor(chunks: readonly (readonly T[])[], at: number, offset: number) {
    this.#chunks = chunks;
    this.#chunk = chunks[at];
    this.#at = at;
    this.#offset = offset;
    this.current = this.#chunk?.[offset];
    if (this.current === undefined) this.#enterNextChunk();
  }

  /** Moves on to the next item. */
  advance(): void {
    this.#offset++;
    this.current = this.#chunk?.[this.#offset];
    if (this.current === undefined) this.#enterNextChunk();
  }

  #enterNextChunk(): void {
    this.#chunk = this.#chunks[++this.#at];
    this.#offset = 0;
    this.current = this.#chunk?.[0];
  }
}

export class OrderedIndex<T extends Keyed> {
  /** None is empty. */
  readonly #chunks: T[][] = [];

  /** The item with the lowest key. */
  first(): T | undefined {
    return this.#chunks[0]?.[0];
  }

  /** Adds an item whose key is not there yet. */
  insert(item: T): void {
    const chunks = this.#chunks;
    const at = this.#chunkOf(item.key);
    const chunk = chunks[at];
    if (chunk === undefined) {
      chunks.push([item]);
      return;
    }
    if (chunk[chunk.length - 1]!.key < item.key) chunk.push(item);
    else chunk.splice(lowerBound(chunk, item.key), 0, item);
    if (chunk.length > CHUNK) {
      const keep = at === chunks.length - 1 ? CHUNK - TAIL : CHUNK / 2;
      chunks.splice(at + 1, 0, chunk.splice(keep));
    }
  }

  /** Removes the item with that key; false when there is none. */
  delete(key: string): boolean {
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return false;
    const offset = lowerBound(chunk, key);
    if (chunk[offset]?.key !== key) return false;
    chunk.splice(offset, 1);
    this.#mergeSmall(at, chunk);
    return true;
  }

  /** Stands at the first item whose key is `key` or greater. */
  from(key: string): IndexCursor<T> {
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at];
    return new IndexCursor(this.#chunks, at, chunk === undefined ? 0 : lowerBound(chunk, key));
  }

  /** How many keys are in [from, to); without `to`, how many are `from` or greater. */
  count(from: string, to: string | undefined): number {
    if (to !== undefined && to <= from) return 0;
    const chunks = this.#chunks;
    const start = this.#chunkOf(from);
    const stop = to === undefined ? chunks.length : this.#chunkOf(to);
    let count = 0;
    for (let at = start; at < stop; at++) count += chunks[at]!.length;
    if (to !== undefined && stop < chunks.length) count += lowerBound(chunks[stop]!, to);
    if (start < chunks.length) count -= lowerBound(chunks[start]!, from);
    return count;
  }

  /** The last chunk whose first key is `key` or less: where `key` is or belongs. */
  #chunkOf(key: string): number {
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (chunks[middle]![0]!.key <= key) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : low - 1;
  }

  #mergeSmall(at: number, chunk: T[]): void {
    if (chunk.length === 0) {
      this.#chunks.splice(at, 1);
      return;
    }
    const next = this.#chunks[at + 1];
    if (next === undefined || chunk.length + next.length > CHUNK / 2) return;
    for (const item of next) chunk.push(item);
    this.#chunks.splice(at + 1, 1);
  }
}

/** Offset of the first item whose key is `key` or greater. */
function lowerBound(chunk: readonly Keyed[], key: string): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (chunk[middle]!.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
