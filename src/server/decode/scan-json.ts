/**
 * Walks over JSON text as Go's scanner does, for what JSON.parse does not tell: in which words Go
 * refuses bad text, and which keys are given twice. Slower than JSON.parse by far, so it is asked
 * only when something is wrong, or when duplicates matter.
 */

/** Nesting above this is refused; what is stored has to be walked by recursion later. */
export const deepestNesting = 1000;

/** The text is no JSON; with Go's message. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

/** Told of a key that its object has already: its path, such as `spec.containers[0].name`. */
export type OnDuplicate = (path: string) => void;

/** @throws {JsonSyntaxError} unless the text is one JSON value */
export function scanJson(text: string, onDuplicate?: OnDuplicate): void {
  new Scanner(text, onDuplicate).run();
}

/** Whether arrays and objects are nested too deep; of bad JSON it may say anything. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * deepestNesting) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) {
      if (++depth > deepestNesting) return true;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return false;
}

/** How many objects (or nulls) a list is made of; undefined for text that is no such list, as far as is seen. */
export function countObjects(text: string): number | undefined {
  let at = afterSpace(text, 0);
  if (text.charCodeAt(at) !== openBracket) return undefined;
  let count = 0;
  let depth = 1;
  // Where an element of the list begins.
  at = afterSpace(text, at + 1);
  for (let isNext = true; at < text.length && depth > 0; at++) {
    const code = text.charCodeAt(at);
    if (isNext && code !== openBrace && code !== letterN) return undefined;
    if (isNext) count++;
    isNext = false;
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) depth--;
    else if (code === comma && depth === 1) {
      isNext = true;
      at = afterSpace(text, at + 1) - 1;
    }
  }
  return count;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** What JSON.parse does not tell of a text, as far as it takes one quick look at each character. */
export interface Survey {
  readonly isTooDeep: boolean;
  /** How many fields its objects have, those counted twice that are given twice. */
  readonly fields: number;
  /** Whether a number is not written as a short integer is: Go goes by how it is written. */
  readonly hasOddNumbers: boolean;
}

/** Digits of integers that JSON.parse keeps, whatever they are. */
const exactDigits = 15;

/** Of bad JSON it may say anything. */
export function surveyJson(text: string): Survey {
  let depth = 0;
  let deepest = 0;
  let fields = 0;
  let digits = 0;
  let hasOddNumbers = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) {
      if (++digits > exactDigits) hasOddNumbers = true;
      continue;
    }
    // `e` ends true and false as well, but follows a digit in numbers alone.
    if (digits > 0 && (code === dot || (code | lowerCase) === letterE)) hasOddNumbers = true;
    digits = 0;
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) fields++;
    else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, ++depth);
    else if (code === closeBrace || code === closeBracket) depth--;
  }
  return { isTooDeep: deepest > deepestNesting, fields, hasOddNumbers };
}

const zero = 0x30;
const nine = 0x39;
const dot = 0x2e;
const colon = 0x3a;
const lowerCase = 0x20;
const letterE = 0x65;
const quote = 0x22;
const comma = 0x2c;
const letterN = 0x6e;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function endOfString(text: string, start: number): number {
  // Most strings have nothing escaped in them: their end is found at once.
  let at = text.indexOf('"', start + 1);
  if (at < 0) return text.length;
  if (text.charCodeAt(at - 1) !== backslash) return at;
  at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) {
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  }
  return at;
}

/** An open object or array. */
interface Level {
  /** The keys so far; absent for an array. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

class Scanner {
  readonly #text: string;
  readonly #onDuplicate: OnDuplicate | undefined;
  readonly #levels: Level[] = [];
  #at = 0;

  constructor(text: string, onDuplicate: OnDuplicate | undefined) {
    this.#text = text;
    this.#onDuplicate = onDuplicate;
  }

  run(): void {
    let isDone = this.#value();
    for (;;) {
      // A value has ended, or (not done) a container has been opened with something in it.
      if (isDone) {
        const level = this.#levels.at(-1);
        if (level === undefined) break;
        if (this.#closes(level)) {
          this.#levels.pop();
          continue;
        }
        if (level.keys !== undefined) this.#key(level);
        else level.index++;
      }
      isDone = this.#value();
    }
    if (this.#peek() !== '') throw this.#invalid('after top-level value');
  }

  /** Reads a scalar or an empty container whole (true), or opens one up to its first value. */
  #value(): boolean {
    const character = this.#peek();
    switch (character) {
      case '{':
        return this.#open({ keys: new Set(), key: '', index: 0 }, '}');
      case '[':
        return this.#open({ keys: undefined, key: '', index: 0 }, ']');
      case '"':
        this.#string();
        return true;
      case 't':
        return this.#literal('true');
      case 'f':
        return this.#literal('false');
      case 'n':
        return this.#literal('null');
      default:
        if (!/^[-0-9]/.test(character)) throw this.#invalid('looking for beginning of value');
        this.#number();
        return true;
    }
  }

  #open(level: Level, end: string): boolean {
    if (this.#levels.length >= deepestNesting) throw new JsonSyntaxError('exceeded max depth');
    this.#at++;
    if (this.#peek() === end) {
      this.#at++;
      return true;
    }
    this.#levels.push(level);
    if (level.keys !== undefined) this.#key(level);
    return false;
  }

  /** After a value in a container: true for its end, false for a comma. */
  #closes(level: Level): boolean {
    const character = this.#peek();
    const isObject = level.keys !== undefined;
    if (character !== ',' && character !== (isObject ? '}' : ']')) {
      throw this.#invalid(isObject ? 'after object key:value pair' : 'after array element');
    }
    this.#at++;
    return character !== ',';
  }

  #key(level: Level): void {
    if (this.#peek() !== '"') throw this.#invalid('looking for beginning of object key string');
    const start = this.#at;
    const isPlain = this.#string();
    level.key = isPlain
      ? this.#text.slice(start + 1, this.#at - 1)
      : (JSON.parse(this.#text.slice(start, this.#at)) as string);
    if (this.#peek() !== ':') throw this.#invalid('after object key');
    this.#at++;
    if (this.#onDuplicate === undefined) return;
    if (level.keys!.has(level.key)) this.#onDuplicate(this.#path());
    level.keys!.add(level.key);
  }

  #path(): string {
    let path = '';
    for (const { keys, key, index } of this.#levels) {
      path += keys === undefined ? `[${index}]` : `${path === '' ? '' : '.'}${key}`;
    }
    return path;
  }

  /** Says whether the string stands there as it is, without escapes. */
  #string(): boolean {
    this.#at++;
    let isPlain = true;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code)) throw atEnd();
      if (code < 0x20) throw this.#invalid('in string literal');
      this.#at++;
      if (code === quote) return isPlain;
      if (code !== backslash) continue;
      isPlain = false;
      this.#escape();
    }
  }

  #escape(): void {
    const character = this.#text[this.#at];
    if (character === undefined) throw atEnd();
    if (!'bfnrt\\/"u'.includes(character)) throw this.#invalid('in string escape code');
    this.#at++;
    if (character !== 'u') return;
    for (let digits = 0; digits < 4; digits++, this.#at++) {
      const digit = this.#text[this.#at];
      if (digit === undefined) throw atEnd();
      if (!/[0-9a-fA-F]/.test(digit)) throw this.#invalid('in \\u hexadecimal character escape');
    }
  }

  #number(): void {
    if (this.#text[this.#at] === '-') this.#at++;
    if (this.#text[this.#at] === '0') this.#at++;
    else this.#digits('in numeric literal');
    if (this.#text[this.#at] === '.') {
      this.#at++;
      this.#digits('after decimal point in numeric literal');
    }
    if (/[eE]/.test(this.#text[this.#at] ?? '')) {
      this.#at++;
      if (/[+-]/.test(this.#text[this.#at] ?? '')) this.#at++;
      this.#digits('in exponent of numeric literal');
    }
  }

  #digits(context: string): void {
    const isDigit = (): boolean => /^[0-9]/.test(this.#text[this.#at] ?? '');
    if (this.#text[this.#at] === undefined) throw atEnd();
    if (!isDigit()) throw this.#invalid(context);
    while (isDigit()) this.#at++;
  }

  #literal(word: string): true {
    for (let index = 0; index < word.length; index++, this.#at++) {
      const character = this.#text[this.#at];
      if (character === undefined) throw atEnd();
      if (character === word[index]) continue;
      throw this.#invalid(`in literal ${word} (expecting ${shown(word[index]!)})`);
    }
    return true;
  }

  /** The next character that is no white space; empty at the end. */
  #peek(): string {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  #invalid(context: string): JsonSyntaxError {
    const character = this.#text[this.#at];
    if (character === undefined) return atEnd();
    return new JsonSyntaxError(`invalid character ${shown(character)} ${context}`);
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function atEnd(): JsonSyntaxError {
  return new JsonSyntaxError('unexpected end of JSON input');
}

/** A character in single quotes, as Go writes it. Go looks at bytes: of others it shows the first. */
function shown(character: string): string {
  if (character === "'") return "'\\''";
  if (character === '"') return `'"'`;
  const code = character.charCodeAt(0);
  if (code > 0x7e) return `'${String.fromCharCode(Buffer.from(character)[0]!)}'`;
  if (code >= 0x20) return `'${character === '\\' ? '\\\\' : character}'`;
  const known: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return `'${known[character] ?? `\\x${code.toString(16).padStart(2, '0')}`}'`;
}
