/** Numbers that are handed out once each: addresses as numbers, ports. */

/** For whom a number is taken. */
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
 * The numbers of a range. Nobody gives numbers back: whether one is still taken is asked of the
 * store when somebody else wants it. Free numbers are found by going round, so that a number that
 * has become free is not used again at once.
 */
export class NumberPool {
  readonly range: Range;
  readonly #isUsed: (number: number, key: string) => Promise<boolean>;
  readonly #holders = new Map<number, Holder>();
  #cursor: number;

  /**
   * @param isUsed whether the object of that key uses the number, as it is stored
   * @param start where to look for the first free number
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

  /** Learns of a number that is in use; of one that two objects use, the last one counts. */
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
      // It may have been taken again while the store was asked.
      if (this.#holders.get(number) === present) this.#holders.delete(number);
    }
  }

  /** A free number; undefined when there is none. */
  async takeNext(holder: Holder): Promise<number | undefined> {
    const { first, size } = this.range;
    for (let tries = 0; tries < size; tries++) {
      const number = this.#cursor;
      this.#cursor = first + ((number - first + 1) % size);
      if (await this.take(number, holder)) return number;
    }
    return undefined;
  }
}
