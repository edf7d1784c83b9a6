/** Random values of a schema: everything in them is given, so that nothing may get lost. */
import * as fc from 'fast-check';
import { formatMicroTime, formatTime } from '#values';
import type { ScalarName, Schema, StructSchema, UnionSchema } from '#schema';

const text = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
/** From the year 1 to 9999. */
const seconds = fc.integer({ min: -62_135_596_799, max: 253_402_300_799 });
const micros = fc.integer({ min: 0, max: 999_999 });

const scalars: Readonly<Record<ScalarName, fc.Arbitrary<unknown>>> = {
  string: text,
  boolean: fc.constant(true),
  int32: int32.filter((value) => value !== 0),
  int64: fc.maxSafeInteger().filter((value) => value !== 0),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => value !== 0),
  bytes: fc
    .uint8Array({ minLength: 1, maxLength: 9 })
    .map((a) => Buffer.from(a).toString('base64')),
  Time: seconds.map((value) => formatTime(value * 1000)),
  MicroTime: fc
    .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), micros)
    .map(([whole, part]) => formatMicroTime(whole * 1000 + part / 1000)),
  Quantity: fc.constantFrom('0', '1', '500m', '2Gi', '1e3'),
  IntOrString: fc.oneof(int32, fc.constantFrom('', '25%', 'http')),
  JSON: fc.oneof(text, int32, fc.dictionary(text, fc.constant(null)), fc.constant([])),
  any: fc.oneof(fc.dictionary(fc.constantFrom('a', 'f:b'), fc.jsonValue()), fc.constant([])),
};

/** In metrics: the only field whose schema does not tell what it is. */
const durations = fc.constantFrom('30s', '1m0.5s', '0s');

/** @param depth how many structs deep optional fields are still given */
export function valueOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'scalar':
      return scalars[schema.scalar];
    case 'struct':
      return structOf(schema, depth);
    case 'list':
      return fc.array(valueOf(schema.items, depth), { minLength: 1, maxLength: 2 });
    case 'union':
      return fc.oneof(...[...schema.fields.values()].map((field) => valueOf(field.schema, depth)));
    case 'map':
      return fc.dictionary(text, valueOf(schema.values, depth), { minKeys: 1, maxKeys: 2 });
  }
}

/** Types with an apiVersion and a kind, beside the kinds. */
const selfDescribing = [
  'APIVersions',
  'APIGroupList',
  'APIGroup',
  'APIResourceList',
  'DeleteOptions',
];

/** The apiVersion and kind of a value are around its message, not in it. */
export function isIdentity(type: StructSchema | UnionSchema, field: string): boolean {
  if (field !== 'apiVersion' && field !== 'kind') return false;
  if (type.type === 'union') return false;
  return type.apiVersion !== undefined || selfDescribing.includes(type.name);
}

/** Of any struct some of the fields, without apiVersion and kind. */
function structOf(struct: StructSchema, depth: number): fc.Arbitrary<object> {
  const fields = [...struct.fields.values()].filter(({ name }) => !isIdentity(struct, name));
  // A schema has many schemas.
  const rest = (struct.name === 'JSONSchemaProps' ? Math.min(depth, 1) : depth) - 1;
  const given = depth > 0 ? fields : fields.filter(({ schema }) => schema.type === 'scalar');
  const values = given.map(
    ({ name, schema }) =>
      [
        name,
        name === 'window' ? durations : fc.constant(null).chain(() => valueOf(schema, rest)),
      ] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}
