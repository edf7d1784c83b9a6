/** The character codes of JSON. */
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const quoteMark = 0x22;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const dot = 0x2e;
export const zero = 0x30;
const nine = 0x39;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const letterE = 0x65;
export const letterN = 0x6e;
export const letterU = 0x75;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** Setting this bit makes an upper-case letter lower case. */
export const lowerCase = 0x20;

/** NaN, the code at the end of the text, is neither a space nor a digit. */
export function isSpace(code: number): boolean {
  return code === space || code === lineFeed || code === carriageReturn || code === tab;
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}
