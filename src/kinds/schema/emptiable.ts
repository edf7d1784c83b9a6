/** Where empty lists and maps may be: what has none is not searched for them. */
import type { FieldSchema, Schema } from './schema.ts';

/** The fields that may hold empty lists or maps, near or far. */
export function emptiableOf(
  fields: ReadonlyMap<string, FieldSchema>,
): ReadonlyMap<string, FieldSchema> {
  return new Map([...fields].filter(([, { schema }]) => isEmptiable(schema)));
}

/** Whether values of the type may be, or hold, empty lists or maps. */
function isEmptiable(schema: Schema): boolean {
  switch (schema.type) {
    case 'scalar':
      return false;
    case 'list':
    case 'map':
      return true;
    case 'struct':
      return schema.emptiable === undefined || schema.emptiable.size > 0;
  }
}
