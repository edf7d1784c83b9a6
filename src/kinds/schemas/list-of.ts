import type { FieldSchema, Schema, Schemas, StructSchema } from '#schema';

/** The schema of the list of a kind: `DaemonSetList`, of the same group and version. */
export function listOf(kind: StructSchema, schemas: Schemas): StructSchema {
  const text: Schema = { type: 'scalar', scalar: 'string' };
  const items: Schema = {
    type: 'list',
    items: kind,
    listType: 'atomic',
    keys: [],
    patchMerge: false,
  };
  const fields: readonly FieldSchema[] = [
    { name: 'apiVersion', schema: text, required: false },
    { name: 'items', schema: items, required: true },
    { name: 'kind', schema: text, required: false },
    { name: 'metadata', schema: schemas.of('meta/v1', 'ListMeta'), required: false },
  ];
  return {
    type: 'struct',
    name: `${kind.name}List`,
    definition: `${kind.definition}List`,
    apiVersion: kind.apiVersion,
    atomic: false,
    fields: new Map(fields.map((field) => [field.name, field])),
  };
}
