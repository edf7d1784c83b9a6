/** Numbers, one after the other, in blocks of memory: none is copied when more come, and a collector passes them by. */

const BITS = 14;
const MASK = (1 << BITS) - 1;

type Block = Float64Array | Uint32Array | Uint8Array;

export class Column {
  readonly #make: new (length: number) => Block;
  readonly #blocks: Block[] = [];
  #length = 0;

  /** @param make what holds them: `Float64Array`, or an array of as many bits as they need */
  constructor(make: new (length: number) => Block) {
    this.#make = make;
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    const offset = this.#length++ & MASK;
    if (offset === 0) this.#blocks.push(new this.#make(MASK + 1));
    this.#blocks.at(-1)![offset] = number;
  }

  /** The number at a position below {@link length}. */
  at(position: number): number {
    return this.#blocks[position >>> BITS]![position & MASK]!;
  }

  /** The position of the first number that is greater than this one, where they rise. */
  firstAbove(number: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) > number) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
