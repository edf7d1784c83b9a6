/**
 * An append-only list that is trimmed at its front. Positions count from the first item ever
 * appended and stay valid while others are removed, so a reader's cursor is one number.
 */

/** Removed slots are cut off once they are this many and half of the array: O(1) amortised. */
const SLACK = 1024;

export class Log<T> {
  #slots: (T | undefined)[] = [];
  /** Position of the first slot. */
  #base = 0;
  /** How many slots at the front are already removed. */
  #forgotten = 0;

  /** Position of the oldest item kept. */
  get first(): number {
    return this.#base + this.#forgotten;
  }

  /** Position that the next item will get. */
  get end(): number {
    return this.#base + this.#slots.length;
  }

  /** Appends and returns the item's position. */
  append(item: T): number {
    return this.#base + this.#slots.push(item) - 1;
  }

  /** The item at a position within [first, end). */
  at(position: number): T {
    return this.#slots[position - this.#base] as T;
  }

  /** Removes the oldest item and returns it; the log must not be empty. */
  shift(): T {
    const slots = this.#slots;
    const item = slots[this.#forgotten] as T;
    slots[this.#forgotten++] = undefined;
    if (this.#forgotten >= SLACK && this.#forgotten * 2 >= slots.length) {
      this.#slots = slots.slice(this.#forgotten);
      this.#base += this.#forgotten;
      this.#forgotten = 0;
    }
    return item;
  }

  /**
   * Position of the first item that `isBehind` accepts; it must accept all items after that one
   * too.
   */
  firstWhere(isBehind: (item: T) => boolean): number {
    let low = this.first;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(this.at(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
