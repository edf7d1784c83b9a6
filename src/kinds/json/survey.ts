/**
 * Quick looks at JSON text, for what `JSON.parse` does not tell of it. They take one look at each
 * character and check nothing: what they say of bad JSON means nothing.
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

/** Whether arrays and objects are nested deeper than so many levels. */
export function isDeeper(text: string, levels: number): boolean {
  // Each level has a beginning and an end.
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

/** How many objects (or nulls) a list is made of; undefined for text that is seen to be no such list. */
export function countObjects(text: string): number | undefined {
  let at = afterSpace(text, 0);
  if (text.charCodeAt(at) !== openBracket) return undefined;
  let count = 0;
  let depth = 1;
  // Where an element of the list begins.
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
  /** How many levels of arrays and objects it has. */
  readonly depth: number;
  /** How many fields its objects have, those counted twice that are given twice. */
  readonly fields: number;
  /** Whether a number is not written as a short integer is: Go goes by how it is written. */
  readonly hasOddNumbers: boolean;
}

/** Digits of integers that JSON.parse keeps, whatever they are. */
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
    // `e` ends true and false as well, but follows a digit in numbers alone.
    if (digits > 0 && (code === dot || (code | lowerCase) === letterE)) hasOddNumbers = true;
    digits = 0;
    if (code === quoteMark) at = endOfString(text, at);
    else if (code === colon) fields++;
    else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, ++depth);
    else if (code === closeBrace || code === closeBracket) depth--;
  }
  return { depth: deepest, fields, hasOddNumbers };
}

/** Where the string ends that begins there; of one without an end, behind the text. */
export function endOfString(text: string, start: number): number {
  // Most strings have nothing escaped in them: their end is found at once.
  let at = text.indexOf('"', start + 1);
  if (at < 0) return text.length;
  if (text.charCodeAt(at - 1) !== backslash) return at;
  at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quoteMark) {
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  }
  return at;
}
