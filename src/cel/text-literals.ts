/** Text and bytes as expressions write them: quotes of four forms, raw ones, escapes. */
import { UnreadableExpression, UnreadableWord } from './syntax.ts';

interface TextRead {
  readonly value: string | Uint8Array;
  /** The index after the closing quotes. */
  readonly end: number;
}

/** Reads the text that begins at `index`. @throws {UnreadableExpression} */
export function readText(source: string, index: number): TextRead {
  const prefix = /^[bBrR]*/.exec(source.slice(index, index + 2))![0].toLowerCase();
  const open = index + prefix.length;
  const quote = source[open]!;
  const isLong = source.startsWith(quote.repeat(3), open);
  const quotes = isLong ? quote.repeat(3) : quote;
  const isRaw = prefix.includes('r');
  const end = endOf(source, open + quotes.length, quotes, isRaw, isLong);
  if (end === undefined) {
    const rest = source.slice(index).split('\n', 1)[0]!;
    throw new UnreadableWord(index, rest);
  }
  const inside = source.slice(open + quotes.length, end);
  const isBytes = prefix.includes('b');
  const value = isRaw ? plain(inside, isBytes) : unescape(inside, isBytes, index);
  return { value, end: end + quotes.length };
}

function endOf(
  source: string,
  from: number,
  quotes: string,
  isRaw: boolean,
  isLong: boolean,
): number | undefined {
  for (let index = from; index < source.length; index++) {
    if (source.startsWith(quotes, index)) return index;
    if (source[index] === '\\' && !isRaw) index++;
    else if (!isLong && (source[index] === '\n' || source[index] === '\r')) return undefined;
  }
  return undefined;
}

function plain(text: string, isBytes: boolean): string | Uint8Array {
  return isBytes ? new TextEncoder().encode(text) : text;
}

const short: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
};
const escape =
  /\\(?:[xX]([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([0-3][0-7]{2})|([^]))/g;

function unescape(text: string, isBytes: boolean, at: number): string | Uint8Array {
  const refuse = (): never => {
    throw new UnreadableExpression(at, 'unable to unescape string');
  };
  const bytes: number[] = [];
  let read = '';
  let last = 0;
  const add = (part: string): void => {
    if (isBytes) for (const byte of new TextEncoder().encode(part)) bytes.push(byte);
    else read += part;
  };
  for (const found of text.matchAll(escape)) {
    const [whole, hex, short4, long8, octal, letter] = found;
    add(text.slice(last, found.index));
    last = found.index + whole.length;
    if (letter !== undefined) {
      add(Object.hasOwn(short, letter) ? short[letter]! : refuse());
      continue;
    }
    const code = octal === undefined ? parseInt((hex ?? short4 ?? long8)!, 16) : parseInt(octal, 8);
    const isByte = hex !== undefined || octal !== undefined;
    if (isBytes && !isByte) refuse();
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) refuse();
    if (isBytes) bytes.push(code);
    else add(String.fromCodePoint(code));
  }
  add(text.slice(last));
  return isBytes ? Uint8Array.from(bytes) : read;
}
