/** The kinds that a definition declares. */
import { ageColumn } from './columns.ts';
import type { Kind } from './kind.ts';
import { schemas } from './schema/index.ts';
import type { FieldSchema, Schema, StructSchema } from './schema/schema.ts';
import { statusPart } from './subresources.ts';
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from './types/index.ts';

/** One for each served version. */
export function customKinds(definition: CustomResourceDefinition): readonly Kind[] {
  const { spec } = definition;
  return spec.versions.filter(({ served }) => served).map((version) => kindOf(definition, version));
}

function kindOf(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): Kind {
  const { plural, singular, kind, listKind, shortNames, categories } = status.acceptedNames!;
  return {
    group: spec.group,
    version: version.name,
    kind,
    plural,
    shortNames,
    categories,
    namespaced: spec.scope === 'Namespaced',
    custom: { singular, listKind },
    requiresVersion: true,
    subresources: { ...(version.subresources?.status && { status: statusPart() }) },
    schema: schemaOf(`${spec.group}/${version.name}`, kind, version),
    generation: (object) => (object as { readonly spec?: unknown }).spec,
    columns: [ageColumn],
  } as Kind;
}

function schemaOf(
  apiVersion: string,
  name: string,
  { schema }: CustomResourceDefinitionVersion,
): StructSchema {
  const text: Schema = { type: 'scalar', scalar: 'string' };
  const any: Schema = { type: 'scalar', scalar: 'any' };
  const fields: FieldSchema[] = [
    { name: 'apiVersion', schema: text, required: false },
    { name: 'kind', schema: text, required: false },
    { name: 'metadata', schema: schemas.of('meta/v1', 'ObjectMeta'), required: false },
  ];
  for (const field of Object.keys(schema?.openAPIV3Schema?.properties ?? {})) {
    if (fields.some(({ name }) => name === field)) continue;
    fields.push({ name: field, schema: any, required: false, pointer: true });
  }
  return {
    type: 'struct',
    name,
    definition: `${apiVersion}.${name}`,
    apiVersion,
    atomic: false,
    fields: new Map(fields.map((field) => [field.name, field])),
  };
}
