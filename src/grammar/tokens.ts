/** Splits an expression into tokens. */

export interface Token {
  readonly kind: 'name' | 'literal' | 'sign' | 'end';
  /** The token as it is written. */
  readonly text: string;
  /** Where it begins and ends: the offset of its first character, and of the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** The value of a literal. */
  readonly value?: unknown;
}

/** The words of a language. All patterns are sticky. */
export interface Lexicon {
  /** What may stand between tokens. */
  readonly blank: RegExp;
  readonly number: RegExp;
  readonly sign: RegExp;
  /** The beginning of a text. */
  readonly quote: RegExp;
  /** Returns the value of a number. @throws for one that is out of range */
  readNumber(digits: string, from: number): unknown;
  /** Returns the value of the text that begins at `from`, and where it ends. @throws when it cannot be read */
  readText(source: string, from: number): { readonly value: unknown; readonly end: number };
  /** Returns the error about characters that begin no token. */
  unreadable(source: string, from: number): Error;
}

const name = /[A-Za-z_][A-Za-z0-9_]*/y;

/** Returns the tokens of an expression; the last one is its end. */
export function tokensOf(source: string, lexicon: Lexicon): readonly Token[] {
  const tokens: Token[] = [];
  for (let from = 0; ;) {
    for (let blank; (blank = found(source, from, lexicon.blank)) !== '';) from += blank.length;
    const token = tokenAt(source, from, lexicon);
    tokens.push(token);
    if (token.kind === 'end') return tokens;
    from = token.to;
  }
}

function tokenAt(source: string, from: number, lexicon: Lexicon): Token {
  if (from === source.length) return { kind: 'end', text: '', from, to: from };
  const { quote, number, sign } = lexicon;
  quote.lastIndex = from;
  if (quote.test(source)) {
    const { value, end } = lexicon.readText(source, from);
    return { kind: 'literal', text: source.slice(from, end), from, to: end, value };
  }
  const word = found(source, from, name);
  if (word !== '') return { kind: 'name', text: word, from, to: from + word.length };
  const digits = found(source, from, number);
  if (digits !== '') {
    const value = lexicon.readNumber(digits, from);
    return { kind: 'literal', text: digits, from, to: from + digits.length, value };
  }
  const text = found(source, from, sign);
  if (text === '') throw lexicon.unreadable(source, from);
  return { kind: 'sign', text, from, to: from + text.length };
}

/** Returns what a pattern matches at an offset; empty when it does not. */
function found(source: string, from: number, pattern: RegExp): string {
  pattern.lastIndex = from;
  return pattern.exec(source)?.[0] ?? '';
}
