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
    /[^\S\n]*(?:\/\/([^\n]*)|(\n|>=|[{}[\]():!,;=|*]|#[\d.]+|@[\d.,-]+|'[^'\n]*'|[$\w][\w.%+-]*)|$)/y;
  pattern.lastIndex = type.start;
  const tokens: Token[] = [];
  let comment = '';
  while (pattern.lastIndex < type.end) {
    const from = pattern.lastIndex;
    const found = pattern.exec(type.text) ?? failBehind(type, from);
    // By their places: to take the list apart costs as much as to find the token.
    const remark: string | undefined = found[1];
    const text: string | undefined = found[2];
    const at = pattern.lastIndex - (text?.length ?? 0);
    if (remark !== undefined) {
      if (!startsLine(type.text, from)) fail(type, from, 'a comment stands in a line of its own');
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

/** Refuses what stands behind blanks. */
function failBehind(type: TypeText, from: number): never {
  const at = from + /^[^\S\n]*/.exec(type.text.slice(from))![0].length;
  fail(type, at, `unexpected '${type.text[at]!}'`);
}

function startsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

/** Refuses a type. @throws Error naming the origin, the line (from 1) and the type */
export function fail(type: TypeText, at: number, message: string): never {
  const line = type.text.slice(0, at).split('\n').length;
  throw new Error(`${type.origin}, line ${line}, in ${type.name}: ${message}`);
}
