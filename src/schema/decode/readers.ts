/** How values are read: from JSON text, or from the maps into which v1.24 merges some patches. */
import { toBase64 } from '#values';
import type { ScalarName, ScalarSchema, Schema } from '../schema.ts';
import { goTypeOf, type GoForm } from './go-types.ts';
import { jsonTypeOf, TypeMismatch, UnreadableValue } from './mismatch.ts';
import { readScalar } from './scalars.ts';

export interface ValueReader {
  /**
   * An error in a value that decodes itself (see self-decoding.ts) is reported before any type
   * mismatch that precedes it.
   */
  readonly readsOn: boolean;
  /**
   * The value in its canonical form. @param place `Struct.field`
   * @throws {TypeMismatch} @throws {UnreadableValue}
   */
  scalar(schema: ScalarSchema, value: unknown, place: string, form: GoForm): unknown;
  /** The error for a value where a struct, list or map is expected. */
  mismatch(schema: Schema, value: unknown, place: string, form: GoForm): Error;
}

/** Reads like Go's JSON decoder. */
export const jsonReader: ValueReader = {
  readsOn: true,
  scalar: (schema, value, place, form) =>
    readScalar(schema.scalar, value, () => goTypeOf(schema, place, form)),
  mismatch: (schema, value, place, form) =>
    new TypeMismatch(jsonTypeOf(value), goTypeOf(schema, place, form)),
};

const restored: Readonly<Partial<Record<Schema['type'], string>>> = {
  struct: 'struct from:',
  list: 'slice from',
  map: 'map from',
};

/**
 * Reads as v1.24 makes objects from maps, after strategic merge patches and applies: with Go's
 * conversions, so that integers too large for their field wrap around, and with its own messages.
 */
export const mapReader: ValueReader = {
  readsOn: false,
  scalar(schema, value, place, form) {
    const type = (): string => goTypeOf(schema, place, form);
    switch (schema.scalar) {
      case 'string':
        if (typeof value === 'string') return value;
        throw Number.isInteger(value) ? noConversion(value, type()) : unrecognized('string');
      case 'boolean':
        if (typeof value === 'boolean') return value;
        throw unrecognized('bool');
      case 'int32':
        return integer(value, 32, type);
      case 'int64':
        return integer(value, 64, type);
      case 'double':
        if (typeof value === 'number') return value;
        throw unrecognized('float64');
      case 'bytes':
        return bytes(value);
      case 'JSON':
      case 'any':
      case 'IntOrString':
      case 'MicroTime':
      case 'Quantity':
      case 'Time':
        return decoded(schema.scalar, value, type);
    }
  },
  mismatch: (schema, value) =>
    new UnreadableValue(`cannot restore ${restored[schema.type]} ${goKindOf(value)}`),
};

function unrecognized(kind: string): Error {
  return new UnreadableValue(`unrecognized type: ${kind}`);
}

function noConversion(value: unknown, type: string): Error {
  return new UnreadableValue(`cannot convert ${goKindOf(value)} to ${type}`);
}

const int64Limit = 2 ** 63;

function integer(value: unknown, bits: 8 | 32 | 64, type: () => string): number {
  if (typeof value !== 'number') throw unrecognized(bits === 8 ? 'uint8' : `int${bits}`);
  if (!Number.isInteger(value)) throw noConversion(value, type());
  if (bits !== 8 && Math.abs(value) < 2 ** (bits - 1)) return value;
  // There, numbers beyond 64 bits are floats, which become the smallest integer.
  const whole = value >= -int64Limit && value < int64Limit ? BigInt(value) : BigInt(-int64Limit);
  return Number(bits === 8 ? BigInt.asUintN(8, whole) : BigInt.asIntN(bits, whole));
}

/** Text is base64; a list of numbers contains the bytes themselves. */
function bytes(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map((item: unknown) => integer(item ?? 0, 8, () => 'uint8'));
    return toBase64(Uint8Array.from(list));
  }
  if (typeof value !== 'string') {
    throw new UnreadableValue(`cannot restore slice from ${goKindOf(value)}`);
  }
  try {
    return readScalar('bytes', value, () => '[]uint8');
  } catch (error) {
    throw new UnreadableValue(`error decoding from json: ${(error as Error).message}`);
  }
}

/** Types that decode themselves only get the value, as JSON: their messages do not name the field. */
function decoded(scalar: ScalarName, value: unknown, type: () => string): unknown {
  try {
    return readScalar(scalar, value, type);
  } catch (error) {
    throw error instanceof TypeMismatch ? new UnreadableValue(error.message) : error;
  }
}

/** The kind of Go value that a JSON value becomes. */
function goKindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'map';
}
