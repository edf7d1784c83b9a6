/** Below this many taken items the list is not worth tidying. */
const TIDY_FROM = 1_024;

/** A first-in, first-out list that takes from the front in constant time. */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** The oldest item; undefined when there is none. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length) this.clear();
    else if (this.#head >= TIDY_FROM && this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** The item at a place, 0 being the oldest; the others keep their order. Takes time in proportion to their number. */
  take(place: number): T | undefined {
    if (place === 0) return this.shift();
    return place < this.length ? this.#items.splice(this.#head + place, 1)[0] : undefined;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let at = this.#head; at < this.#items.length; at++) yield this.#items[at]!;
  }
}
