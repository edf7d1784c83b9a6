/** The words of CEL. */
import type { Lexicon } from '#grammar';
import { Unsigned, UnreadableExpression, UnreadableWord, type LiteralValue } from './syntax.ts';
import { readText } from './text-literals.ts';

export const lexicon: Lexicon = {
  blank: /[\t\n\f\r ]+|\/\/[^\n]*/y,
  number:
    /0x[0-9A-Fa-f]+[uU]?|(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)|[0-9]+[uU]?/y,
  sign: /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}]/y,
  quote: /[bB]?[rR]?(?='|")|[rR][bB](?='|")/y,
  readNumber: numberOf,
  readText,
  unreadable(source, from) {
    const [odd = '', after = ''] = source.slice(from, from + 4);
    // What could begin a longer sign is refused with the character that does not end it.
    return new UnreadableWord(from, '&|='.includes(odd) ? odd + after : odd);
  },
};

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
