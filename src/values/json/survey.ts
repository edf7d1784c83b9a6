/**
 * Fast scans of JSON text for what `JSON.parse` does not report. They visit each character once and
 * check nothing: for invalid JSON their results mean nothing.
 */
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  dot,
  isDigit,
  isSpace,
  letterE,
  letterN,
  lowerCase,
  openBrace,
  openBracket,
  quoteMark,
} from './codes.ts';

/** Whether arrays and objects are nested deeper than this many levels. */
export function isDeeper(text: string, levels: number): boolean {
  // Each level needs a start and an end character.
  if (text.length <= 2 * levels) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quoteMark) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) {
      if (++depth > levels) return true;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return false;
}

/** The number of objects (or nulls) in a list; undefined for text that is visibly not such a list. */
export function countObjects(text: string): number | undefined {
  let at = afterSpace(text, 0);
  if (text.charCodeAt(at) !== openBracket) return undefined;
  let count = 0;
  let depth = 1;
  // The start of a list element.
  at = afterSpace(text, at + 1);
  for (let isNext = true; at < text.length && depth > 0; at++) {
    const code = text.charCodeAt(at);
    if (isNext && code !== openBrace && code !== letterN) return undefined;
    if (isNext) count++;
    isNext = false;
    if (code === quoteMark) at = endOfString(text, at);
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

export interface Survey {
  /** The number of levels of arrays and objects. */
  readonly depth: number;
  /** The number of fields in all its objects; fields that are given twice count twice. */
  readonly fields: number;
  /** Whether a number is not written like a short integer: for Go it matters how it is written. */
  readonly hasOddNumbers: boolean;
}

/** Integers with at most this many digits are always exact in JSON.parse. */
const exactDigits = 15;

export function surveyJson(text: string): Survey {
  let depth = 0;
  let deepest = 0;
  let fields = 0;
  let digits = 0;
  let hasOddNumbers = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      if (++digits > exactDigits) hasOddNumbers = true;
      continue;
    }
    // `true` and `false` also end with `e`, but only in numbers does it follow a digit.
    if (digits > 0 && (code === dot || (code | lowerCase) === letterE)) hasOddNumbers = true;
    digits = 0;
    if (code === quoteMark) at = endOfString(text, at);
    else if (code === colon) fields++;
    else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, ++depth);
    else if (code === closeBrace || code === closeBracket) depth--;
  }
  return { depth: deepest, fields, hasOddNumbers };
}

/** The end of the string that starts there; for an unterminated one, the end of the text. */
export function endOfString(text: string, start: number): number {
  // Most strings have no escapes: their end is found at once.
  let at = text.indexOf('"', start + 1);
  if (at < 0) return text.length;
  if (text.charCodeAt(at - 1) !== backslash) return at;
  at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quoteMark) {
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  }
  return at;
}
