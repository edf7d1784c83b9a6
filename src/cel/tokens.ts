/** Splits an expression into tokens. */
import { readText } from './text-literals.ts';
import { Unsigned, UnreadableExpression, type LiteralValue } from './syntax.ts';

export interface Token {
  readonly kind: 'name' | 'literal' | 'sign' | 'end';
  /** As written. */
  readonly text: string;
  readonly at: number;
  readonly value?: LiteralValue;
}

/** How long an expression may be, in code points. */
const longest = 100_000;

const blank = /[\t\n\f\r ]+|\/\/[^\n]*/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const number =
  /0x[0-9A-Fa-f]+[uU]?|(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)|[0-9]+[uU]?/y;
const text = /[bB]?[rR]?(?='|")|[rR][bB](?='|")/y;
const sign = /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}]/y;

/** @throws {UnreadableExpression} */
export function tokensOf(source: string): readonly Token[] {
  const size = Array.from(source).length;
  if (size > longest) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${longest}`;
    throw new UnreadableExpression(0, message);
  }
  const reader = new Reader(source);
  const tokens: Token[] = [];
  for (;;) {
    const token = reader.next();
    tokens.push(token);
    if (token.kind === 'end') return tokens;
  }
}

class Reader {
  readonly #source: string;
  #index = 0;
  /** The same place, in code points. */
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  next(): Token {
    while (this.#take(blank) !== undefined);
    const at = this.#at;
    if (this.#index >= this.#source.length) return { kind: 'end', text: '<EOF>', at };
    if (this.#find(text) !== undefined) return this.#text(at);
    const named = this.#take(name);
    if (named !== undefined) return { kind: 'name', text: named, at };
    const digits = this.#take(number);
    if (digits !== undefined) {
      return { kind: 'literal', text: digits, at, value: numberOf(digits, at) };
    }
    const found = this.#take(sign);
    if (found !== undefined) return { kind: 'sign', text: found, at };
    const [odd = ''] = this.#source.slice(this.#index, this.#index + 2);
    throw new UnreadableExpression(at, `Syntax error: token recognition error at: '${odd}'`);
  }

  #text(at: number): Token {
    const read = readText(this.#source, this.#index, at);
    const written = this.#source.slice(this.#index, read.end);
    this.#advance(written);
    return { kind: 'literal', text: written, at, value: read.value };
  }

  #find(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#index;
    return pattern.exec(this.#source)?.[0];
  }

  #take(pattern: RegExp): string | undefined {
    const found = this.#find(pattern);
    if (found !== undefined) this.#advance(found);
    return found;
  }

  #advance(read: string): void {
    this.#index += read.length;
    this.#at += Array.from(read).length;
  }
}

const mostInt = 2n ** 63n;
const mostUint = 2n ** 64n;

function numberOf(digits: string, at: number): LiteralValue {
  const isHex = digits.startsWith('0x');
  if (/[uU]$/.test(digits)) {
    const value = BigInt(digits.slice(0, -1));
    if (value >= mostUint) throw new UnreadableExpression(at, 'invalid uint literal');
    return new Unsigned(value);
  }
  if (isHex || /^[0-9]+$/.test(digits)) {
    const value = BigInt(isHex ? digits : digits.replace(/^0+(?=[0-9])/, ''));
    // One more is in range with a minus sign, which the parser knows.
    if (value > mostInt) throw new UnreadableExpression(at, 'invalid int literal');
    return value;
  }
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new UnreadableExpression(at, 'invalid double literal');
  return value;
}
