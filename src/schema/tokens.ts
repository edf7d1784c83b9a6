import type { TypeText } from './notation.ts';

/** A token of the notation. */
export interface Token {
  readonly text: string;
  /** Offset in the text of the type's origin. */
  readonly at: number;
  /** What the comment in front of it says. */
  readonly comment?: string;
}

/**
 * Splits a type into tokens. Newlines are tokens, because they end fields; other white space is
 * not.
 *
 * @throws Error naming the origin, the line (from 1) and the type
 */
export function tokenize(type: TypeText): Token[] {
  const pattern =
    /[^\S\n]+|\/\/([^\n]*)|(\n|>=|[{}[\]():!,;=|*]|#[\d.]+|@[\d.,-]+|'[^'\n]*'|[$\w][\w.%+-]*)/y;
  pattern.lastIndex = type.start;
  const tokens: Token[] = [];
  let comment = '';
  while (pattern.lastIndex < type.end) {
    const at = pattern.lastIndex;
    const [, remark, text] = pattern.exec(type.text) ?? fail(type, at, unexpectedAt(type, at));
    if (remark !== undefined) {
      if (!startsLine(type.text, at)) fail(type, at, 'a comment stands in a line of its own');
      comment = `${comment} ${remark.trim()}`;
    } else if (text === '\n') {
      tokens.push({ text, at });
    } else if (text !== undefined) {
      tokens.push(comment === '' ? { text, at } : { text, at, comment: comment.trim() });
      comment = '';
    }
  }
  return tokens;
}

function unexpectedAt({ text }: TypeText, at: number): string {
  return `unexpected '${text[at]!}'`;
}

function startsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

/** Refuses a type. @throws Error naming the origin, the line (from 1) and the type */
export function fail(type: TypeText, at: number, message: string): never {
  const line = type.text.slice(0, at).split('\n').length;
  throw new Error(`${type.origin}, line ${line}, in ${type.name}: ${message}`);
}
