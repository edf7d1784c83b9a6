import { OrderedIndex, type IndexCursor, type Keyed } from './ordered-index.ts';

/**
 * An {@link OrderedIndex} that puts items in order on the first read. Many items are removed before
 * that, and some buckets (events) are hardly ever read in order.
 */
export class DeferredIndex<T extends Keyed> {
  readonly #placed = new OrderedIndex<T>();
  readonly #waiting = new Map<string, T>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#placed.first() === undefined;
  }

  /** Adds an item whose key is not there yet. */
  insert(item: T): void {
    this.#waiting.set(item.key, item);
  }

  /** Removes the item with that key; false when there is none. */
  delete(key: string): boolean {
    return this.#waiting.delete(key) || this.#placed.delete(key);
  }

  /** See {@link OrderedIndex.from}. */
  from(key: string): IndexCursor<T> {
    this.#place();
    return this.#placed.from(key);
  }

  /** See {@link OrderedIndex.count}. */
  count(from: string, to: string | undefined): number {
    this.#place();
    return this.#placed.count(from, to);
  }

  #place(): void {
    if (this.#waiting.size === 0) return;
    for (const item of this.#waiting.values()) this.#placed.insert(item);
    this.#waiting.clear();
  }
}
