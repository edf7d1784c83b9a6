/** Scalar values as the API server reads them: checked and in canonical form. */
import {
  toBase64,
  utf8Bytes,
  formatMicroTime,
  formatTime,
  parseMicroTime,
  parseTime,
  SpelledNumber,
  parseQuantity,
} from '#values';
import type { ScalarName } from '../schema.ts';
import { jsonTypeOf, TypeMismatch, UnreadableValue } from './mismatch.ts';

const int32Limit = 2 ** 31;
const int64Limit = 2 ** 63;
const byteRange = 2 ** 8;
/** Quantities in canonical form, as most are; they need no parsing. */
const plainQuantity = /^(?:0|[1-9][0-9]{0,2}(?:[mkMGTP]|[KMGTP]i)?)$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The value in its canonical form; the same one if it has that form. Callers handle `null`.
 * @param goType the expected type of the field, for messages; called only for errors
 * @throws {TypeMismatch} @throws {UnreadableValue}
 */
export function readScalar(scalar: ScalarName, value: unknown, goType: () => string): unknown {
  switch (scalar) {
    case 'string':
      if (typeof value === 'string') return value;
      break;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      break;
    case 'int32':
      return readInteger(value, int32Limit, goType);
    case 'int64':
      return readInteger(value, int64Limit, goType);
    case 'double':
      if (typeof value === 'number') return value;
      if (value instanceof SpelledNumber) return readDouble(value, goType);
      break;
    case 'bytes':
      return readBytes(value, goType);
    case 'Time':
      if (typeof value === 'string') return readTime(value);
      break;
    case 'MicroTime':
      if (typeof value === 'string') return readMicroTime(value);
      break;
    case 'Quantity':
      return readQuantity(value);
    case 'IntOrString':
      return typeof value === 'string' ? value : readInteger(value, int32Limit, goType);
    case 'JSON':
    case 'any':
      return value;
  }
  throw new TypeMismatch(jsonTypeOf(value), goType());
}

function readInteger(value: unknown, limit: number, goType: () => string): number {
  if (value instanceof SpelledNumber) return readSpelled(value, limit, goType);
  if (typeof value !== 'number') throw new TypeMismatch(jsonTypeOf(value), goType());
  if (Number.isInteger(value) && value >= -limit && value < limit) return value;
  throw new TypeMismatch(`number ${value}`, goType());
}

/**
 * Decides by the text: a fraction or an exponent is not an integer, and no digit is lost at the
 * limit.
 */
function readSpelled({ text, value }: SpelledNumber, limit: number, goType: () => string): number {
  if (/^-?[0-9]{1,19}$/.test(text)) {
    const exact = BigInt(text);
    if (exact >= -BigInt(limit) && exact < BigInt(limit)) return value;
  }
  throw new TypeMismatch(`number ${text}`, goType());
}

function readDouble({ text, value }: SpelledNumber, goType: () => string): number {
  if (Number.isFinite(value)) return value;
  throw new TypeMismatch(`number ${text}`, goType());
}

/** Text is base64; a list of numbers contains the bytes themselves. */
function readBytes(value: unknown, goType: () => string): string {
  if (Array.isArray(value)) return toBase64(Uint8Array.from(value, readByte));
  if (typeof value !== 'string') throw new TypeMismatch(jsonTypeOf(value), goType());
  if (base64.test(value)) return value;
  const plain = value.replace(/[\r\n]/g, '');
  if (base64.test(plain)) return plain;
  throw new UnreadableValue(`illegal base64 data at input byte ${badBase64Byte(value)}`);
}

function readByte(value: unknown): number {
  const byte = readInteger(value ?? 0, byteRange, () => 'uint8');
  if (byte < 0) throw new TypeMismatch(`number ${byte}`, 'uint8');
  return byte;
}

/** The byte at which Go's decoder fails: it works in groups of four characters. */
function badBase64Byte(text: string): number {
  const bytes = utf8Bytes(text);
  let inGroup = 0;
  for (let at = 0; at < bytes.length; at++) {
    const character = String.fromCharCode(bytes[at]!);
    if (/[\r\n]/.test(character)) continue;
    if (/[A-Za-z0-9+/]/.test(character)) inGroup = (inGroup + 1) % 4;
    else return character === '=' && inGroup >= 2 ? badPadding(bytes, at, inGroup) : at;
  }
  // Goes back by the characters of the last group, as if no line breaks were between them.
  return bytes.length - inGroup;
}

/** @param at the position of the first `=`, after two or three characters of its group */
function badPadding(bytes: Uint8Array, at: number, inGroup: number): number {
  const next = afterBreaks(bytes, at + 1);
  if (inGroup === 3 || next === bytes.length) return next;
  return bytes[next] === 0x3d ? afterBreaks(bytes, next + 1) : next - 1;
}

function afterBreaks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
  return at;
}

function readTime(text: string): string {
  try {
    const plain = formatTime(parseTime(text));
    return plain === text ? text : plain;
  } catch (error) {
    throw new UnreadableValue((error as Error).message);
  }
}

function readMicroTime(text: string): string {
  try {
    return formatMicroTime(parseMicroTime(text));
  } catch (error) {
    throw new UnreadableValue((error as Error).message);
  }
}

function readQuantity(value: unknown): string {
  if (typeof value === 'string' && plainQuantity.test(value)) return value;
  const text = typeof value === 'string' ? value.trim() : jsonOf(value);
  try {
    return parseQuantity(text).toString();
  } catch (error) {
    throw new UnreadableValue((error as Error).message);
  }
}

function jsonOf(value: unknown): string {
  return value instanceof SpelledNumber ? value.text : JSON.stringify(value);
}
