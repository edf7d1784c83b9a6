/** What Kubernetes makes generated names of: no vowels and no 0, 1, 3, so no words. */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** The two hexadecimal digits of every byte. */
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** 2 to the power of 32: how many values a word has. */
const WORDS = 0x1_0000_0000;

/**
 * The randomness of one simulator: a seed, and from it an independent stream for every use. A
 * stream depends on the seed and its own name alone, so a new consumer does not change the others.
 */
export class Random {
  readonly #seed: string;
  readonly #streams = new Map<string, RandomStream>();

  /** A number and its decimal text are the same seed: 7 in a file, `--seed 7` on a command line. */
  constructor(seed: number | string) {
    this.#seed = String(seed);
  }

  /** The stream of that name: made on first use, then the same one, continued. */
  stream(name: string): RandomStream {
    let stream = this.#streams.get(name);
    if (stream === undefined) {
      stream = new RandomStream(nested(part(this.#seed), name));
      this.#streams.set(name, stream);
    }
    return stream;
  }
}

/**
 * A sequence of random values, determined by where it comes from (the seed and the names that led
 * to it). The generator is sfc32: small, fast, and good enough for anything but secrets.
 */
export class RandomStream {
  readonly #origin: string;
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** Use `Random.stream` or `fork`; `origin` is the text that the stream is derived from. */
  constructor(origin: string) {
    this.#origin = origin;
    [this.#a, this.#b, this.#c] = hash96(origin);
    // The first words still show how alike two states were; a dozen rounds mix that away.
    for (let round = 0; round < 12; round++) this.#word();
  }

  /** A number in [0, 1), with all 53 bits of it random. */
  next(): number {
    const high = this.#word() >>> 5;
    const low = this.#word() >>> 6;
    return (high * 0x400_0000 + low) / 0x20_0000_0000_0000;
  }

  /** A whole number in [0, below). Throws a RangeError unless `below` is in 1 to 2^32. */
  int(below: number): number {
    if (!Number.isInteger(below) || below < 1 || below > WORDS) {
      throw new RangeError(`no whole number in [0, ${below})`);
    }
    return Math.floor(((this.#word() >>> 0) / WORDS) * below);
  }

  /** One of the list. Throws a RangeError when the list is empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)]!;
  }

  /** A new list with the same members, every order being equally likely. */
  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = list.slice();
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.int(last + 1);
      const moved = shuffled[last]!;
      shuffled[last] = shuffled[other]!;
      shuffled[other] = moved;
    }
    return shuffled;
  }

  /** The random end of a generated name, as `x7k2p` in `web-x7k2p`. */
  suffix(length: number): string {
    let suffix = '';
    for (let i = 0; i < length; i++) {
      suffix += SUFFIX_ALPHABET[this.int(SUFFIX_ALPHABET.length)]!;
    }
    return suffix;
  }

  /** A UUID of version 4, in lower case. */
  uuid(): string {
    const a = this.#word();
    const b = (this.#word() & 0xffff_0fff) | 0x4000;
    const c = (this.#word() & 0x3fff_ffff) | 0x8000_0000;
    const end = hex16(c) + hex32(this.#word());
    // One text: what is put together of others keeps them all, which is ten times as much memory.
    return [hex32(a), hex16(b >>> 16), hex16(b), hex16(c >>> 16), end].join('-');
  }

  /**
   * A stream of its own for a part of this use. It depends on names alone, not on how far this one
   * has got, and forking takes nothing from this one. Each call starts the same stream from its
   * beginning.
   */
  fork(name: string): RandomStream {
    return new RandomStream(nested(this.#origin, name));
  }

  /** The next 32 random bits, as a signed number (which the engine keeps unboxed). */
  #word(): number {
    const word = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + word) | 0;
    return word;
  }
}

/**
 * Returns the origin of a stream within another. Two different lists of names never give the same
 * text.
 */
function nested(origin: string, name: string): string {
  return origin + part(name);
}

function part(name: string): string {
  return `${name.length}:${name}`;
}

/**
 * Three words from a text: enough that collisions are unlikely among a million streams. Each
 * lane reads every character with a multiplier of its own, then avalanches its bits.
 */
function hash96(text: string): [number, number, number] {
  let x = 0x9e3779b9;
  let y = 0x243f6a88;
  let z = 0xb7e15162;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    x = Math.imul(x ^ unit, 0x01000193);
    y = Math.imul(y ^ unit, 0x5bd1e995) + (y >>> 15);
    z = Math.imul(z + unit, 0x9e3779b1) ^ (z >>> 13);
  }
  return [avalanche(x ^ (y >>> 16)), avalanche(y ^ (z >>> 16)), avalanche(z ^ (x >>> 16))];
}

/** Spreads every bit of a word over all of it, one to one. */
function avalanche(word: number): number {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) | 0;
}

function hex32(word: number): string {
  return hex16(word >>> 16) + hex16(word);
}

function hex16(word: number): string {
  return HEX[(word >>> 8) & 0xff]! + HEX[word & 0xff]!;
}
