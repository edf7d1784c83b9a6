/**
 * A quick look at the bytes of an object, which makes none: nearly all are as a store writes them, and to parse each takes
 * longer than all else that a start does.
 */

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const bracket = 0x5b;
const bracketEnd = 0x5d;
const backslash = 0x5c;
const brace = 0x7b;
const braceEnd = 0x7d;
/** Behind a backslash; `u` is left to the parser. */
const escapable = new Set(Buffer.from('"\\/bfnrt'));
const words = ['true', 'false', 'null'].map((word) => Buffer.from(word));
/** A text that is longer is looked at four bytes at a time. */
const shortText = 16;
/** Deeper ones are left to the parser. */
const mostLevels = 200;

const metadata = Buffer.from('"metadata"');
const name = Buffer.from('"name"');
const resourceVersion = Buffer.from('"resourceVersion"');

/**
 * Returns whether bytes are JSON, without spaces, of an object that has a name and this revision as its
 * resourceVersion. When in doubt, such as for a key with an escape, it returns false.
 */
export function isSoundObject(bytes: Buffer, from: number, revision: number): boolean {
  const look = new Look(bytes, from, revision);
  return look.object() && look.at === bytes.length;
}

class Look {
  readonly #bytes: Buffer;
  readonly #revision: number;
  #level = 0;
  #words: Int32Array | undefined;
  /** Where it has come to. */
  at: number;

  constructor(bytes: Buffer, at: number, revision: number) {
    this.#bytes = bytes;
    this.at = at;
    this.#revision = revision;
  }

  /** Goes behind the object; false where it is none, or in doubt. */
  object(): boolean {
    let found = 0;
    if (!this.#accepts(brace)) return false;
    do {
      const key = this.at;
      if (!this.#key()) return false;
      const isMetadata = this.#isAt(key, metadata);
      if (isMetadata) found += 1;
      if (isMetadata ? !this.#metadata() : !this.#value()) return false;
    } while (this.#accepts(comma));
    return this.#accepts(braceEnd) && found === 1;
  }

  #metadata(): boolean {
    let names = 0;
    let versions = 0;
    if (!this.#accepts(brace)) return false;
    do {
      const key = this.at;
      if (!this.#key()) return false;
      if (this.#isAt(key, name)) {
        names += 1;
        if (!this.#name()) return false;
      } else if (this.#isAt(key, resourceVersion)) {
        versions += 1;
        if (!this.#isRevision()) return false;
      } else if (!this.#value()) return false;
    } while (this.#accepts(comma));
    return this.#accepts(braceEnd) && names === 1 && versions === 1;
  }

  /** One without escapes, which is the text that it shows. */
  #key(): boolean {
    return this.#text(false) && this.#accepts(colon);
  }

  #name(): boolean {
    const begin = this.at;
    return this.#text(true) && this.at > begin + 2;
  }

  #isRevision(): boolean {
    const begin = this.at + 1;
    if (!this.#text(false) || this.#bytes[begin] === zero) return false;
    let number = 0;
    for (let at = begin; at < this.at - 1; at++) {
      const byte = this.#bytes[at]!;
      if (byte < zero || byte > nine) return false;
      number = number * 10 + byte - zero;
    }
    return number === this.#revision;
  }

  #value(): boolean {
    const byte = this.#bytes[this.at];
    if (byte === quote) return this.#text(true);
    if (byte !== brace && byte !== bracket) return this.#number() || this.#word();
    if (++this.#level > mostLevels) return false;
    this.at += 1;
    const isSound = byte === brace ? this.#fields() : this.#items();
    this.#level -= 1;
    return isSound;
  }

  #fields(): boolean {
    if (this.#accepts(braceEnd)) return true;
    do {
      if (!this.#text(true) || !this.#accepts(colon) || !this.#value()) return false;
    } while (this.#accepts(comma));
    return this.#accepts(braceEnd);
  }

  #items(): boolean {
    if (this.#accepts(bracketEnd)) return true;
    do {
      if (!this.#value()) return false;
    } while (this.#accepts(comma));
    return this.#accepts(bracketEnd);
  }

  #text(mayEscape: boolean): boolean {
    const bytes = this.#bytes;
    const { length, byteOffset } = bytes;
    let { at } = this;
    if (bytes[at] !== quote) return false;
    let plain = 0;
    while (++at < length) {
      const byte = bytes[at]!;
      if (byte > backslash || (byte >= 0x20 && byte !== quote && byte !== backslash)) {
        const isAtWord = ((byteOffset + at + 1) & 3) === 0;
        if (++plain > shortText && isAtWord) at = this.#behindPlain(at + 1) - 1;
      } else if (byte === quote) {
        this.at = at + 1;
        return true;
      } else if (byte === backslash) {
        at += 1;
        if (!mayEscape || !escapable.has(bytes[at]!)) return false;
      } else return false;
    }
    return false;
  }

  /**
   * Goes from the beginning of a word behind bytes that are neither quotes, backslashes nor below a space; it may stop before
   * their end.
   */
  #behindPlain(at: number): number {
    const { buffer, byteOffset, length } = this.#bytes;
    const words = (this.#words ??= new Int32Array(buffer, 0, buffer.byteLength >> 2));
    const end = (byteOffset + length) >> 2;
    let next = (byteOffset + at) >> 2;
    while (next < end && arePlain(words[next]!)) next += 1;
    return (next << 2) - byteOffset;
  }

  /** Those with an exponent are left to the parser. */
  #number(): boolean {
    const begin = this.at;
    this.#accepts(minus);
    const isWhole = this.#accepts(zero) || this.#digits();
    if (isWhole && (!this.#accepts(point) || this.#digits())) return true;
    this.at = begin;
    return false;
  }

  #digits(): boolean {
    const begin = this.at;
    while (this.#isDigit()) this.at += 1;
    return this.at > begin;
  }

  #isDigit(): boolean {
    const byte = this.#bytes[this.at];
    return byte !== undefined && byte >= zero && byte <= nine;
  }

  #word(): boolean {
    const word = words.find((each) => this.#isAt(this.at, each));
    if (word === undefined) return false;
    this.at += word.length;
    return true;
  }

  #accepts(byte: number): boolean {
    if (this.#bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  /** Whether these bytes are at a place. */
  #isAt(at: number, expected: Buffer): boolean {
    for (let i = 0; i < expected.length; i++) {
      if (this.#bytes[at + i] !== expected[i]) return false;
    }
    return true;
  }
}

/**
 * Returns whether none of the four bytes of a word is a quote, a backslash or below a space; in doubt false. To subtract from all
 * at once borrows from the highest bit of each that is smaller.
 */
function arePlain(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  const found =
    ((word - 0x20202020) & ~word) |
    ((quotes - 0x01010101) & ~quotes) |
    ((backslashes - 0x01010101) & ~backslashes);
  return (found & 0x80808080) === 0;
}
