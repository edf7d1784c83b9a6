/** The words of expressions. */
import type { Lexicon } from '#grammar';
import { ExpressionError } from './error.ts';

const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Longer expressions are a mistake. */
export const LONGEST = 4096;

export const lexicon: Lexicon = {
  blank: /\s+/y,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  sign: /&&|\|\||==|!=|<=|>=|[-+*/%!<>?:.,()[\]]/y,
  quote: /['"]/y,
  readNumber: Number,
  readText(source, from) {
    TEXT.lastIndex = from;
    const quoted = TEXT.exec(source)?.[0];
    if (quoted === undefined) throw unreadable(source, from);
    return { value: unquote(quoted), end: from + quoted.length };
  },
  unreadable,
};

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char);
}

function unreadable(source: string, from: number): ExpressionError {
  return new ExpressionError(strange(source.slice(from)), from);
}

function strange(rest: string): string {
  if (/^['"]/.test(rest)) return 'the text has no end; expected a closing quote';
  if (/^=/.test(rest)) return 'expected "==", found "="';
  if (/^[&|]/.test(rest)) return `expected "${rest[0]!}${rest[0]!}", found "${rest[0]!}"`;
  return `unexpected "${rest[0]!}"`;
}
