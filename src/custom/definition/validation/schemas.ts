/** The parts of definitions, whose lists may be absent as long as they have not been checked. */
import { semanticEqual } from '#values';
import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '#types';

type Version = CustomResourceDefinitionVersion;

export function versionsOf({ versions }: CustomResourceDefinitionSpec): readonly Version[] {
  return (versions as readonly Version[] | null) ?? [];
}

export function hasSchema({ schema }: Version): boolean {
  return schema?.openAPIV3Schema != null;
}

/** Whether all versions have the same: v1.24 then reports errors for the whole definition. */
export type SharedParts = Readonly<
  Record<'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields', boolean>
>;

export function sharedParts(versions: readonly Version[]): SharedParts {
  const isShared = (part: keyof SharedParts): boolean =>
    versions.every((version) => semanticEqual(version[part], versions[0]![part]));
  return {
    schema: isShared('schema'),
    subresources: isShared('subresources'),
    additionalPrinterColumns: isShared('additionalPrinterColumns'),
    selectableFields: isShared('selectableFields'),
  };
}

/** All schemas of a definition, at any depth. */
export function* schemasIn(spec: CustomResourceDefinitionSpec): Iterable<JSONSchemaProps> {
  for (const { schema } of versionsOf(spec)) {
    if (schema?.openAPIV3Schema != null) yield* schemasOf(schema.openAPIV3Schema);
  }
}

/** A schema with all that are in it. */
export function* schemasOf(root: JSONSchemaProps): Iterable<JSONSchemaProps> {
  const open = [root];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    yield schema;
    for (const { schema: part } of partsOf(schema, '')) open.push(part);
  }
}

/** A schema in another one, and its path. */
export interface SchemaPart {
  readonly schema: JSONSchemaProps;
  readonly path: string;
  /** Of a property or a pattern of properties. */
  readonly name?: string;
}

/** The schemas directly in a schema, in the order in which v1.24 checks them. */
export function partsOf(schema: JSONSchemaProps, path: string): readonly SchemaPart[] {
  const parts: SchemaPart[] = [];
  const add = (part: JSONSchemaProps, name: string): void => {
    parts.push({ schema: part, path: `${path}.${name}` });
  };
  const { additionalProperties, items, not } = schema;
  if (isSchema(additionalProperties)) add(additionalProperties, 'additionalProperties');
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    parts.push({ schema: part, path: `${path}.properties[${name}]`, name });
  }
  if (not != null) add(not, 'not');
  for (const junctor of ['allOf', 'oneOf', 'anyOf'] as const) {
    schema[junctor]?.forEach((part, index) => add(part, `${junctor}[${index}]`));
  }
  for (const [name, part] of Object.entries(schema.definitions ?? {})) {
    add(part, `definitions[${name}]`);
  }
  if (isSchema(items)) add(items, 'items');
  else if (Array.isArray(items)) {
    (items as readonly JSONSchemaProps[]).forEach((part, index) => add(part, `items[${index}]`));
  }
  for (const [name, part] of Object.entries(schema.dependencies ?? {})) {
    if (isSchema(part)) add(part, `dependencies[${name}]`);
  }
  return parts;
}

export function isSchema(value: unknown): value is JSONSchemaProps {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
