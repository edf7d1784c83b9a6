/** Whether a changed part fits: most updates change a single number or text of an object that fits. */
import type { FieldSchema, Schema, StructSchema } from '../schema.ts';
import { jsonReader } from './readers.ts';

/**
 * Whether a value that fits still does, as it is, with another scalar at a path: `conform` would return the same.
 * False where that has to be asked: for lists, maps and values that `conform` may leave out.
 */
export function fitsAt(
  schema: StructSchema,
  path: readonly (string | number)[],
  value: unknown,
): boolean {
  let struct: Schema | undefined = schema;
  for (let depth = 0; depth < path.length - 1; depth++) struct = within(struct, path[depth]!);
  const field = fieldOf(struct, path.at(-1)!);
  return field?.schema.type === 'scalar' && isKept(schema, field, value);
}

function within(schema: Schema | undefined, segment: string | number): Schema | undefined {
  if (schema?.type === 'list') return typeof segment === 'number' ? schema.items : undefined;
  return fieldOf(schema, segment)?.schema;
}

function fieldOf(schema: Schema | undefined, segment: string | number): FieldSchema | undefined {
  if (schema?.type !== 'struct' || typeof segment !== 'string') return undefined;
  return schema.fields.get(segment);
}

/** A zero may count as absent. */
function isKept(root: StructSchema, { schema }: FieldSchema, value: unknown): boolean {
  if (schema.type !== 'scalar' || value == null || value === '' || value === 0) return false;
  if (value === false) return false;
  if (schema.scalar === 'string') return typeof value === 'string';
  try {
    return jsonReader.scalar(schema, value, '', { root, version: undefined }) === value;
  } catch {
    return false;
  }
}
