/** What may be written at a place of a text: one form for JSON Schemas and for the types of the API. */
import type { Schema } from '#schema';

export interface Form {
  /** The names that a map may have here. */
  readonly names: ReadonlyMap<string, Field>;
  /** What stands under all other names; absent where there may be none. */
  readonly others?: () => Form;
  /** Of a list. */
  readonly items?: () => Form;
  /** The values that are known, as they are written. */
  readonly values: readonly string[];
  /** A text or a number may stand here, in the line of its name. */
  readonly isScalar?: boolean;
}

export interface Field {
  /** What it is, in a sentence. */
  readonly doc?: string;
  readonly form: () => Form;
}

const scalars = new Set<unknown>(['string', 'number', 'integer', 'boolean']);

export const nothing: Form = { names: new Map(), values: [] };

/** Nothing is known of what may be written here. */
export function isOpen({ names, others, items, values }: Form): boolean {
  return names.size === 0 && !others && !items && values.length === 0;
}

/** The part of JSON Schema that that of scenarios has. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly items?: JsonSchema;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

/** @param root where references lead to */
export function formOfJson(schema: JsonSchema, root: JsonSchema): Form {
  const forms = alternativesOf(schema, root).map((each) => formOfOne(each, root));
  return forms.reduceRight(either, nothing);
}

function alternativesOf(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const name = schema.$ref?.replace('#/definitions/', '');
  if (name !== undefined) return alternativesOf(root.definitions![name]!, root);
  return schema.anyOf?.flatMap((each) => alternativesOf(each, root)) ?? [schema];
}

function formOfOne(schema: JsonSchema, root: JsonSchema): Form {
  const { properties = {}, additionalProperties: others, propertyNames, items } = schema;
  const inner = (below: JsonSchema) => () => formOfJson(below, root);
  const open = typeof others === 'object' ? others : undefined;
  const fields = Object.entries(properties).map(([name, below]): [string, Field] => {
    // One of a definition is described there.
    const doc = below.description ?? alternativesOf(below, root)[0]?.description;
    return [name, { form: inner(below), ...(doc !== undefined && { doc }) }];
  });
  const known = propertyNames?.enum?.map((name): [string, Field] => [
    name,
    { form: inner(open ?? {}) },
  ]);
  return {
    names: new Map([...fields, ...(known ?? [])]),
    ...(open && !known && { others: inner(open) }),
    ...(items && { items: inner(items) }),
    values: schema.type === 'boolean' ? booleans : (schema.enum ?? []).map(String),
    isScalar: [schema.type].flat().some((type) => scalars.has(type)),
  };
}

const booleans = ['true', 'false'];

/** Either of two; where both have a name, the first is meant. */
function either(one: Form, other: Form): Form {
  const others = one.others ?? other.others;
  const items = one.items ?? other.items;
  return {
    names: new Map([...one.names, ...[...other.names].filter(([name]) => !one.names.has(name))]),
    ...(others && { others }),
    ...(items && { items }),
    values: [...new Set([...one.values, ...other.values])],
    isScalar: one.isScalar === true || other.isScalar === true,
  };
}

/** What a type of the API takes. */
export function formOfType(schema: Schema): Form {
  const inner = (below: Schema) => () => formOfType(below);
  switch (schema.type) {
    case 'scalar': {
      if (schema.scalar === 'boolean') return { ...nothing, values: booleans };
      return { ...nothing, values: schema.enum ?? [] };
    }
    case 'list':
      return { ...nothing, items: inner(schema.items) };
    case 'map':
      return { ...nothing, others: inner(schema.values) };
    case 'struct': {
      const fields = [...schema.fields].map(([name, field]): [string, Field] => [
        name,
        { form: inner(field.schema) },
      ]);
      return {
        ...nothing,
        names: new Map(fields),
        ...(schema.others && { others: inner(schema.others) }),
      };
    }
    case 'union':
      return [...schema.fields.values()]
        .map((field) => formOfType(field.schema))
        .reduceRight(either, nothing);
  }
}
