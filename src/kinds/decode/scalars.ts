/** Values without parts, as the API server reads them: checked, and in their canonical form. */
import { formatMicroTime, formatTime, parseMicroTime, parseTime } from '../meta/time.ts';
import { parseQuantity } from '../meta/quantity.ts';
import type { ScalarName } from '../schema/schema.ts';
import { jsonTypeOf, TypeMismatch, UnreadableValue } from './mismatch.ts';

const int32Limit = 2 ** 31;
const int64Limit = 2 ** 63;
/** Quantities in the form that they are always written in, as most are; they need no parsing. */
const plainQuantity = /^(?:0|[1-9][0-9]{0,2}(?:[mkMGTP]|[KMGTP]i)?)$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The value in its canonical form; the very same one when it has that. `null` is for the caller.
 * @param goType what the field should hold, for messages; asked for when something is wrong
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
    case 'any':
      return value;
  }
  throw new TypeMismatch(jsonTypeOf(value), goType());
}

function readInteger(value: unknown, limit: number, goType: () => string): number {
  if (typeof value !== 'number') throw new TypeMismatch(jsonTypeOf(value), goType());
  if (Number.isInteger(value) && value >= -limit && value < limit) return value;
  throw new TypeMismatch(`number ${value}`, goType());
}

function readBytes(value: unknown, goType: () => string): string {
  if (typeof value !== 'string') throw new TypeMismatch(jsonTypeOf(value), goType());
  if (base64.test(value)) return value;
  const plain = value.replace(/[\r\n]/g, '');
  if (base64.test(plain)) return plain;
  throw new UnreadableValue(`illegal base64 data at input byte ${badBase64Byte(value)}`);
}

/** The first byte that cannot be, as Go's decoder counts: it works in groups of four. */
function badBase64Byte(text: string): number {
  const illegal = text.search(/[^A-Za-z0-9+/=\r\n]/);
  const padding = text.search(/=(?!=?[\r\n]*$)/);
  const found = [illegal, padding].filter((at) => at >= 0);
  if (found.length > 0) return Math.min(...found);
  const end = text.indexOf('=');
  return end >= 0 ? end : text.length - (text.length % 4);
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
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  try {
    return parseQuantity(text).toString();
  } catch (error) {
    throw new UnreadableValue((error as Error).message);
  }
}
