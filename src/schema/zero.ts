/** Go's zero values, as they appear in JSON. */
import type { FieldSchema, ScalarName, Schema } from './schema.ts';

/** Types that are structs in Go: their zero is written even where other zeros are omitted. */
const structs: readonly ScalarName[] = [
  'IntOrString',
  'Quantity',
  'Time',
  'MicroTime',
  'JSON',
  'any',
];

/** Whether fields of the type are written when they are zero, unless they are pointers. */
export function isWritten(schema: Schema): boolean {
  return (
    schema.type === 'struct' ||
    schema.type === 'union' ||
    (schema.type === 'scalar' && structs.includes(schema.scalar))
  );
}

/** The fields that are always written, with their zeros. */
export function zeroOfFields(fields: Iterable<FieldSchema>): ReadonlyMap<string, unknown> {
  const zero = new Map<string, unknown>();
  for (const { name, schema, pointer, keepsEmpty, written } of fields) {
    if (written !== true) continue;
    zero.set(name, pointer === true || keepsEmpty === true ? null : zeroOf(schema));
  }
  return zero;
}

/** Frozen, because many values share it. Empty lists and maps are absent once they have been stored. */
export function zeroOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'scalar':
      return zeros[schema.scalar];
    case 'struct':
      return Object.freeze(Object.fromEntries(schema.zero ?? []));
    case 'list':
    case 'map':
    case 'union':
      return null;
  }
}

const zeros: Readonly<Record<ScalarName, unknown>> = {
  string: '',
  boolean: false,
  int32: 0,
  int64: 0,
  double: 0,
  // No bytes, once they have been stored.
  bytes: '',
  Time: null,
  MicroTime: null,
  Quantity: '0',
  IntOrString: 0,
  JSON: null,
  any: null,
};
