/** Where empty lists and maps may occur: types without them are not searched. */
import type { FieldSchema, Schema } from './schema.ts';

/** The fields that may hold empty lists or maps, at any depth. */
export function emptiableOf(
  fields: ReadonlyMap<string, FieldSchema>,
): ReadonlyMap<string, FieldSchema> {
  return new Map([...fields].filter(([, { schema }]) => isEmptiable(schema)));
}

/** Whether values of the type may be, or contain, empty lists or maps. */
function isEmptiable(schema: Schema): boolean {
  switch (schema.type) {
    case 'scalar':
      return false;
    case 'list':
    case 'map':
    case 'union':
      return true;
    case 'struct':
      return schema.emptiable === undefined || schema.emptiable.size > 0;
  }
}
