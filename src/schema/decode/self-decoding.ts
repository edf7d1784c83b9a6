/**
 * Types that decode themselves in Go, from the text of their value alone. An error in one of them
 * ends the decoding at once. A type mismatch does not: the first one is reported when everything
 * else has been read.
 */
import type { ScalarName, Schema, StructSchema } from '../schema.ts';
import { goPathOf, type GoForm } from './go-types.ts';
import { TypeMismatch } from './mismatch.ts';
import type { ValueReader } from './readers.ts';

const selfDecoding: ReadonlySet<ScalarName> = new Set([
  'JSON',
  'any',
  'IntOrString',
  'MicroTime',
  'Quantity',
  'Time',
]);

export function isSelfDecoding(schema: Schema): boolean {
  return schema.type === 'scalar' && selfDecoding.has(schema.scalar);
}

/**
 * Checks the values that decode themselves, and nothing else.
 * @throws {TypeMismatch} @throws {UnreadableValue}
 */
export function checkSelfDecoding(
  schema: StructSchema,
  value: unknown,
  reader: ValueReader,
  form: GoForm,
): void {
  checkStruct(schema, value, { reader, form });
}

interface Reading {
  readonly reader: ValueReader;
  readonly form: GoForm;
}

function check(schema: Schema, value: unknown, place: string, reading: Reading): void {
  if (value == null) return;
  switch (schema.type) {
    case 'scalar':
      if (isSelfDecoding(schema)) reading.reader.scalar(schema, value, place, reading.form);
      return;
    case 'struct':
      return checkStruct(schema, value, reading);
    case 'union':
      // Its content is read by itself, so that its errors are found in order.
      return;
    case 'list':
      if (!Array.isArray(value)) return;
      for (const item of value) check(schema.items, item, place, reading);
      return;
    case 'map':
      for (const [, item] of entriesOf(value)) check(schema.values, item, place, reading);
  }
}

function checkStruct(struct: StructSchema, value: unknown, reading: Reading): void {
  for (const [name, input] of entriesOf(value)) {
    const field = struct.fields.get(name);
    if (field === undefined) continue;
    try {
      check(field.schema, input, `${struct.name}.${name}`, reading);
    } catch (error) {
      if (error instanceof TypeMismatch) error.within(struct.name, goPathOf(struct, field));
      throw error;
    }
  }
}

/** Empty for anything but an object. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value) : [];
}
