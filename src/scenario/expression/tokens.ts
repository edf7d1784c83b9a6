/** Words and signs of expressions. */
import { ExpressionError } from './error.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** As written; for string literals, their value. */
  readonly text: string;
  /** From 0, the first character and the one after the last. */
  readonly from: number;
  readonly to: number;
}

const TOKEN =
  /\s*(?:([A-Za-z_][A-Za-z0-9_]*)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(&&|\|\||==|!=|<=|>=|[-+*/%!<>?:.,()[\]]))/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Longer expressions are a mistake. */
export const LONGEST = 4096;

/** @throws {ExpressionError} */
export function tokenize(source: string): readonly Token[] {
  if (source.length > LONGEST) {
    throw new ExpressionError(`an expression has at most ${LONGEST} characters`, LONGEST);
  }
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  for (;;) {
    const start = pattern.lastIndex;
    const match = pattern.exec(source);
    if (match === null) {
      const from = start + /^\s*/.exec(source.slice(start))![0].length;
      if (from === source.length) return [...tokens, { kind: 'end', text: '', from, to: from }];
      throw new ExpressionError(strange(source.slice(from)), from);
    }
    const [, name, number, quoted, sign] = match;
    const raw = (name ?? number ?? quoted ?? sign)!;
    const kind = name ? 'name' : number ? 'number' : quoted ? 'text' : 'sign';
    const text = quoted === undefined ? raw : unquote(raw);
    tokens.push({ kind, text, from: pattern.lastIndex - raw.length, to: pattern.lastIndex });
  }
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char);
}

function strange(rest: string): string {
  if (/^['"]/.test(rest)) return 'the text has no end; expected a closing quote';
  if (/^=/.test(rest)) return 'expected "==", found "="';
  if (/^[&|]/.test(rest)) return `expected "${rest[0]!}${rest[0]!}", found "${rest[0]!}"`;
  return `unexpected "${rest[0]!}"`;
}
