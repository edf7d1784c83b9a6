/** Numbers that are allocated once each: addresses as numbers, ports. */

/** The user of a number. */
export interface Holder {
  /** Key of the object that uses it, or will. */
  readonly key: string;
  /** The object is about to be stored: until then the number is taken, whatever the store says. */
  readonly isOpen: boolean;
}

export interface Range {
  readonly first: number;
  readonly size: number;
}

/**
 * The numbers of a range. Numbers are never released: when another object needs a number, the store
 * shows whether it is still in use. The search for free numbers goes around the range, so that a
 * number is not reused as soon as it is free.
 */
export class NumberPool {
  readonly range: Range;
  readonly #isUsed: (number: number, key: string) => Promise<boolean>;
  readonly #holders = new Map<number, Holder>();
  #cursor: number;

  /**
   * @param isUsed whether the stored object with this key uses the number
   * @param start where the search for the first free number begins
   */
  constructor(
    range: Range,
    isUsed: (number: number, key: string) => Promise<boolean>,
    start: number = range.first,
  ) {
    this.range = range;
    this.#isUsed = isUsed;
    this.#cursor = start;
  }

  contains(number: number): boolean {
    return number >= this.range.first && number < this.range.first + this.range.size;
  }

  /** Records a number in use; if two objects use it, the last one counts. */
  note(number: number, holder: Holder): void {
    if (this.contains(number)) this.#holders.set(number, holder);
  }

  /** Whether the number, which must be in the range, is now the holder's. */
  async take(number: number, holder: Holder): Promise<boolean> {
    for (;;) {
      const present = this.#holders.get(number);
      if (present === undefined || present === holder) {
        this.#holders.set(number, holder);
        return true;
      }
      if (present.isOpen || (await this.#isUsed(number, present.key))) return false;
      // Another request may have taken it during the read.
      if (this.#holders.get(number) === present) this.#holders.delete(number);
    }
  }

  /** A free number, which the holder does not have either; undefined when there is none. */
  async takeNext(holder: Holder): Promise<number | undefined> {
    const { first, size } = this.range;
    for (let tries = 0; tries < size; tries++) {
      const number = this.#cursor;
      this.#cursor = first + ((number - first + 1) % size);
      if (this.#holders.get(number) === holder) continue;
      if (await this.take(number, holder)) return number;
    }
    return undefined;
  }
}
