/** Values of unions: which of its types one has, and how Go holds it. */
import type { FieldSchema, Schema, UnionSchema } from './schema.ts';

/** The field of the union that has this value; undefined when no field has its form. */
export function variantOf({ fields }: UnionSchema, value: unknown): FieldSchema | undefined {
  for (const field of fields.values()) if (hasForm(field.schema, value)) return field;
  return undefined;
}

function hasForm(schema: Schema, value: unknown): boolean {
  switch (schema.type) {
    case 'list':
      return Array.isArray(value);
    case 'struct':
    case 'map':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'scalar':
      return typeof value === schema.scalar;
    case 'union':
      return false;
  }
}

/** The struct that holds the value. A boolean is true also when another field is set. */
export function unionStruct(union: UnionSchema, value: unknown): Readonly<Record<string, unknown>> {
  const struct: Record<string, unknown> = {};
  for (const { name, schema } of union.fields.values()) {
    if (hasForm(schema, value)) struct[name] = value;
    else if (isBoolean(schema)) struct[name] = true;
  }
  return struct;
}

/** The value that a struct holds. */
export function unionValue(
  { fields }: UnionSchema,
  struct: Readonly<Record<string, unknown>>,
): unknown {
  const all = [...fields.values()];
  const set = all.find(({ name, schema }) => !isBoolean(schema) && struct[name] !== undefined);
  if (set !== undefined) return struct[set.name];
  const flag = all.find(({ schema }) => isBoolean(schema));
  return flag === undefined ? null : struct[flag.name] === true;
}

function isBoolean(schema: Schema): boolean {
  return schema.type === 'scalar' && schema.scalar === 'boolean';
}
