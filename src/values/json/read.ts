/**
 * The only reader of JSON text: Go's grammar with Go's messages. It sees what `JSON.parse` hides
 * (how numbers are written, fields that are given twice) and is several times slower, so it is used
 * only where that matters. It has its own stack, so deep nesting cannot overflow the call stack.
 */
import { latin1Text, utf8Bytes } from '../text/bytes.ts';
import { quote } from '../go/quote.ts';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  dot,
  isDigit,
  isSpace,
  letterE,
  letterU,
  lowerCase,
  minus,
  openBrace,
  openBracket,
  plus,
  quoteMark,
  space,
  zero,
} from './codes.ts';
import { GivenFields, SpelledNumber } from './given.ts';

/** The text is not JSON; with the message of Go's `encoding/json`. */
export class JsonSyntaxError extends SyntaxError {
  override readonly name = 'JsonSyntaxError';
}

/** Go rejects deeper nesting. */
export const deepestInGo = 10_000;

export type ReadOptions =
  | {
      /**
       * What stays as it is written: `numbers` (unusually written ones become {@link
       * SpelledNumber}s), or `all`, which also makes {@link GivenFields} from objects.
       */
      readonly keep?: 'numbers' | 'all';
      readonly onDuplicate?: never;
    }
  | {
      readonly keep?: never;
      /** Called for a key that its object already has, with its path: `spec.containers[0].name`. */
      readonly onDuplicate: (path: string) => void;
    };

/**
 * The value of the text. Of fields that are given twice, the last one wins.
 *
 * @throws {JsonSyntaxError}
 */
export function readJson(text: string, options: ReadOptions = {}): unknown {
  try {
    return new Reader(text, options).read();
  } catch (error) {
    throw error instanceof JsonSyntaxError ? jsonFault(utf8Bytes(text)) : error;
  }
}

/** The error for bytes that are not JSON. */
export function jsonFault(bytes: Uint8Array): JsonSyntaxError {
  try {
    // Go looks at bytes, and shows each one as the character with that number: that is Latin-1.
    new Reader(latin1Text(bytes), {}).read();
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error('These bytes are JSON.');
}

const escapes = '"\\/bfnrtu';
const literals: ReadonlyMap<number, readonly [word: string, value: unknown]> = new Map([
  [0x74, ['true', true]],
  [0x66, ['false', false]],
  [0x6e, ['null', null]],
]);

/** A list or an object that is still open. */
interface Level {
  /** Of a list. */
  readonly items: unknown[] | undefined;
  /** Of an object that keeps its fields as they are given. */
  readonly entries: [name: string, value: unknown][] | undefined;
  /** Any other object. */
  readonly fields: Record<string, unknown> | undefined;
  /** The name of the field that is read next. */
  name: string;
}

const ownField = { configurable: true, enumerable: true, writable: true };

/** Returned instead of a value: a list or an object was opened, and its first value follows. */
const opened = Symbol('opened');

class Reader {
  readonly #text: string;
  readonly #keep: ReadOptions['keep'];
  readonly #onDuplicate: ReadOptions['onDuplicate'];
  readonly #levels: Level[] = [];
  #at = 0;

  constructor(text: string, { keep, onDuplicate }: ReadOptions) {
    this.#text = text;
    this.#keep = keep;
    this.#onDuplicate = onDuplicate;
  }

  read(): unknown {
    for (;;) {
      let value = this.#value();
      if (value === opened) continue;
      while (this.#levels.length > 0) {
        const level = this.#levels.at(-1)!;
        add(level, value);
        if (!this.#closes(level)) break;
        this.#levels.pop();
        value = levelValue(level);
      }
      if (this.#levels.length > 0) continue;
      this.#next();
      if (this.#at < this.#text.length) this.#fail('after top-level value');
      return value;
    }
  }

  /** A scalar or an empty container; of any other container only the start is read. */
  #value(): unknown {
    const code = this.#next();
    if (code === quoteMark) return this.#string();
    if (code === openBrace || code === openBracket) return this.#open(code === openBrace);
    if (code === minus || isDigit(code)) return this.#number();
    const literal = literals.get(code);
    if (literal === undefined) this.#fail('looking for beginning of value');
    this.#literal(literal[0]);
    return literal[1];
  }

  #open(isObject: boolean): unknown {
    if (this.#levels.length >= deepestInGo) throw new JsonSyntaxError('exceeded max depth');
    const level = this.#level(isObject);
    this.#at++;
    if (this.#next() === (isObject ? closeBrace : closeBracket)) {
      this.#at++;
      return levelValue(level);
    }
    this.#levels.push(level);
    if (isObject) this.#name(level);
    return opened;
  }

  #level(isObject: boolean): Level {
    const none = { items: undefined, entries: undefined, fields: undefined, name: '' };
    if (!isObject) return { ...none, items: [] };
    return this.#keep === 'all' ? { ...none, entries: [] } : { ...none, fields: {} };
  }

  /** After a value in a container: whether the container ends. Otherwise the next value follows. */
  #closes(level: Level): boolean {
    const isObject = level.items === undefined;
    const code = this.#next();
    if (code === (isObject ? closeBrace : closeBracket)) {
      this.#at++;
      return true;
    }
    if (code !== comma)
      this.#fail(isObject ? 'after object key:value pair' : 'after array element');
    this.#at++;
    if (isObject) this.#name(level);
    return false;
  }

  #name(level: Level): void {
    if (this.#next() !== quoteMark) this.#fail('looking for beginning of object key string');
    level.name = this.#string();
    if (this.#next() !== colon) this.#fail('after object key');
    this.#at++;
    if (this.#onDuplicate === undefined) return;
    if (Object.hasOwn(level.fields!, level.name)) this.#onDuplicate(this.#path());
  }

  #path(): string {
    let path = '';
    for (const { items, name } of this.#levels) {
      path += items === undefined ? `${path === '' ? '' : '.'}${name}` : `[${items.length}]`;
    }
    return path;
  }

  #string(): string {
    const start = this.#at++;
    this.#toQuoteMark();
    if (this.#code() === quoteMark) return this.#text.slice(start + 1, this.#at++);
    while (this.#code() !== quoteMark) {
      this.#escape();
      this.#toQuoteMark();
    }
    this.#at++;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  /** Skips to the end of the string or to the next escape in it. */
  #toQuoteMark(): void {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code >= space && code !== quoteMark && code !== backslash) code = text.charCodeAt(++at);
    this.#at = at;
    // At the end, the code is NaN.
    if (!(code >= space)) this.#fail('in string literal');
  }

  #escape(): void {
    this.#at++;
    const character = this.#text.charAt(this.#at);
    if (character === '' || !escapes.includes(character)) this.#fail('in string escape code');
    const isUnicode = this.#text.charCodeAt(this.#at++) === letterU;
    for (const end = this.#at + (isUnicode ? 4 : 0); this.#at < end; this.#at++) {
      const isHex = /^[0-9a-fA-F]$/.test(this.#text.charAt(this.#at));
      if (!isHex) this.#fail('in \\u hexadecimal character escape');
    }
  }

  #number(): unknown {
    const start = this.#at;
    if (this.#code() === minus) this.#at++;
    if (this.#code() === zero) this.#at++;
    else this.#digits('in numeric literal');
    if (this.#code() === dot) {
      this.#at++;
      this.#digits('after decimal point in numeric literal');
    }
    if ((this.#code() | lowerCase) === letterE) {
      this.#at++;
      if (this.#code() === plus || this.#code() === minus) this.#at++;
      this.#digits('in exponent of numeric literal');
    }
    const text = this.#text.slice(start, this.#at);
    const value = Number(text);
    return this.#keep === undefined || String(value) === text ? value : new SpelledNumber(text);
  }

  #digits(where: string): void {
    let at = this.#at;
    while (isDigit(this.#text.charCodeAt(at))) at++;
    if (at === this.#at) this.#fail(where);
    this.#at = at;
  }

  #literal(word: string): void {
    for (let index = 0; index < word.length; index++, this.#at++) {
      if (this.#code() === word.charCodeAt(index)) continue;
      this.#fail(`in literal ${word} (expecting ${inQuotes(word.charAt(index))})`);
    }
  }

  /** The next code; NaN at the end. */
  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  /** {@link #code} after white space. */
  #next(): number {
    while (isSpace(this.#code())) this.#at++;
    return this.#code();
  }

  #fail(where: string): never {
    const character = this.#text.charAt(this.#at);
    if (character === '') throw new JsonSyntaxError('unexpected end of JSON input');
    throw new JsonSyntaxError(`invalid character ${inQuotes(character)} ${where}`);
  }
}

/** The next element of a list, or the value of the field whose name was just read. */
function add({ items, entries, fields, name }: Level, value: unknown): void {
  if (items !== undefined) items.push(value);
  else if (entries !== undefined) entries.push([name, value]);
  else if (name !== '__proto__') fields![name] = value;
  // An assignment would not create a field.
  else Object.defineProperty(fields, name, { ...ownField, value });
}

function levelValue({ items, entries, fields }: Level): unknown {
  return items ?? fields ?? new GivenFields(entries!);
}

/** A character in single quotes, as Go writes it. */
function inQuotes(character: string): string {
  if (character === "'") return `'\\''`;
  if (character === '"') return `'"'`;
  return `'${quote(character).slice(1, -1)}'`;
}
