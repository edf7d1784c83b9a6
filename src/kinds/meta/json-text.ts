/** Reads JSON text as Go does: with its messages, and minding how numbers are written. */
import { quote as quoteText } from './go-quote.ts';

/**
 * A number that is not written as the server would write it, such as `1.0`. To the `test` of a JSON
 * patch it differs from `1`, and as an integer it is refused.
 */
export class SpelledNumber {
  readonly value: number;
  readonly text: string;

  constructor(text: string) {
    this.value = Number(text);
    this.text = text;
  }

  toJSON(): number {
    return this.value;
  }
}

/** An object as it is written: its fields in order, also those that are given twice. */
export class GivenFields {
  readonly entries: readonly (readonly [name: string, value: unknown])[];

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}

/**
 * The value that the text stands for. Of fields that come twice the last one counts.
 *
 * @throws {SyntaxError} with the message of Go's `encoding/json`
 */
export function readJson(text: string): unknown {
  return new Reader(text).read();
}

/** {@link readJson} that keeps oddly written numbers apart, as {@link SpelledNumber}s. */
export function readJsonSpelled(text: string): unknown {
  return new Reader(text, 'numbers').read();
}

/** {@link readJsonSpelled} that keeps fields as they are given as well: {@link GivenFields}. */
export function readJsonGiven(text: string): unknown {
  return new Reader(text, 'all').read();
}

const space = 0x20;
const quoteCode = 0x22;
const backslash = 0x5c;
const escapes = '"\\/bfnrt';
const literals: Readonly<Record<string, [text: string, value: unknown]>> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
};

class Reader {
  readonly #text: string;
  /** What stays as it is written. */
  readonly #kept: 'numbers' | 'all' | undefined;
  #at = 0;

  constructor(text: string, kept?: 'numbers' | 'all') {
    this.#text = text;
    this.#kept = kept;
  }

  read(): unknown {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('after top-level value');
    return value;
  }

  #value(): unknown {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object();
    if (first === '[') return this.#list();
    if (first === '"') return this.#string();
    if (first === '-' || isDigit(first)) return this.#number();
    const literal = first === undefined ? undefined : literals[first];
    if (literal === undefined) this.#fail('looking for beginning of value');
    this.#literal(literal[0]);
    return literal[1];
  }

  #object(): unknown {
    const fields: [string, unknown][] = [];
    this.#at++;
    if (this.#take('}')) return this.#made([]);
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') this.#fail('looking for beginning of object key string');
      const key = this.#string();
      if (!this.#take(':')) this.#fail('after object key');
      fields.push([key, this.#value()]);
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail('after object key:value pair');
    return this.#made(fields);
  }

  #made(fields: readonly [string, unknown][]): unknown {
    return this.#kept === 'all' ? new GivenFields(fields) : Object.fromEntries(fields);
  }

  #list(): unknown {
    const elements: unknown[] = [];
    this.#at++;
    if (this.#take(']')) return elements;
    do elements.push(this.#value());
    while (this.#take(','));
    if (!this.#take(']')) this.#fail('after array element');
    return elements;
  }

  #string(): string {
    const start = this.#at++;
    const plain = this.#plainString();
    if (plain !== undefined) return plain;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character < ' ') this.#fail('in string literal');
      this.#at++;
      if (character === '"') break;
      if (character === '\\') this.#escape();
    }
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  /** The rest of a string that stands there as it is; undefined, and nothing read, for any other. */
  #plainString(): string | undefined {
    for (let at = this.#at; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === backslash || code < space) return undefined;
      if (code !== quoteCode) continue;
      const text = this.#text.slice(this.#at, at);
      this.#at = at + 1;
      return text;
    }
    return undefined;
  }

  #escape(): void {
    const character = this.#text[this.#at];
    if (character !== undefined && escapes.includes(character)) {
      this.#at++;
      return;
    }
    if (character !== 'u') this.#fail('in string escape code');
    this.#at++;
    for (const end = this.#at + 4; this.#at < end; this.#at++) {
      if (!/^[0-9a-fA-F]$/.test(this.#text[this.#at] ?? '')) {
        this.#fail('in \\u hexadecimal character escape');
      }
    }
  }

  #number(): unknown {
    const start = this.#at;
    if (this.#text[this.#at] === '-') this.#at++;
    if (this.#text[this.#at] === '0') this.#at++;
    else this.#digits('in numeric literal');
    if (this.#text[this.#at] === '.') {
      this.#at++;
      this.#digits('after decimal point in numeric literal');
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      this.#at++;
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++;
      this.#digits('in exponent of numeric literal');
    }
    const text = this.#text.slice(start, this.#at);
    const value = Number(text);
    return this.#kept !== undefined && String(value) !== text ? new SpelledNumber(text) : value;
  }

  #digits(where: string): void {
    if (!isDigit(this.#text[this.#at])) this.#fail(where);
    while (isDigit(this.#text[this.#at])) this.#at++;
  }

  #literal(text: string): void {
    for (let index = 0; index < text.length; index++, this.#at++) {
      if (this.#text[this.#at] === text[index]) continue;
      this.#fail(`in literal ${text} (expecting ${quote(text[index]!)})`);
    }
  }

  /** Skips space, then the character if it is the next one. */
  #take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (isSpace(this.#text[this.#at])) this.#at++;
  }

  #fail(where: string): never {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new SyntaxError('unexpected end of JSON input');
    throw new SyntaxError(`invalid character ${quote(String.fromCodePoint(code))} ${where}`);
  }
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** In single quotes, as Go writes it: the first byte of a character, as if it were a whole one. */
function quote(character: string): string {
  if (character === "'") return `'\\''`;
  if (character === '"') return `'"'`;
  const byte = String.fromCharCode(Buffer.from(character)[0]!);
  return `'${quoteText(byte).slice(1, -1)}'`;
}
