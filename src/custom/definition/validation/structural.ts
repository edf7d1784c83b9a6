/** Structural schemas: each field has one type, and what checks values says nothing else. */
import {
  forbidden,
  invalid,
  required,
  show,
  type FieldError,
  type FieldErrors,
  deepEqual,
} from '#values';
import type { JSONSchemaProps } from '#types';
import { findIncomplete } from './complete.ts';
import { validateJunctors, validatePattern } from './junctors.ts';
import { isSchema, schemasOf } from './schemas.ts';

type Level = 'root' | 'item' | 'field';

const preserves = 'x-kubernetes-preserve-unknown-fields';
const embedded = 'x-kubernetes-embedded-resource';
const intOrString = 'x-kubernetes-int-or-string';

/** The errors in the order of their texts. */
export function structuralFaults(root: JSONSchemaProps, field: string): readonly FieldError[] {
  const errors: FieldErrors = [];
  validateStructure(errors, root, field, 'root');
  findIncomplete(errors, root, field);
  return errors.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

/** Whether a schema is structural; it may break other rules. */
export function isStructural(root: JSONSchemaProps): boolean {
  for (const schema of schemasOf(root)) if (unstructured(schema) !== undefined) return false;
  return structuralFaults(root, '').length === 0;
}

/**
 * The keyword that no structural schema can have: what is wrong with it is reported elsewhere.
 * Undefined when there is none.
 */
export function unstructured(schema: JSONSchemaProps): string | undefined {
  const { $schema, items } = schema;
  if ($schema) return 'schema';
  const found = (['id', '$ref', 'additionalItems'] as const).find((name) => Boolean(schema[name]));
  if (found !== undefined) return found;
  const maps = ['patternProperties', 'dependencies', 'definitions'] as const;
  const filled = maps.find((name) => Object.keys(schema[name] ?? {}).length > 0);
  if (filled !== undefined) return filled;
  if (Array.isArray(items) && items.length > 0) return 'items';
  return schema[preserves] === false ? preserves : undefined;
}

function textOf({ field, message }: FieldError): string {
  return `${field}: ${message}`;
}

function validateStructure(
  errors: FieldErrors,
  schema: JSONSchemaProps,
  field: string,
  level: Level,
): void {
  const { type, items, properties = {}, additionalProperties } = schema;
  if (type === 'array' && !isSchema(items)) {
    errors.push(required(`${field}.items`, 'must be specified'));
  }
  if (isSchema(items)) validateStructure(errors, items, `${field}.items`, 'item');
  for (const [name, property] of Object.entries(properties)) {
    validateStructure(errors, property, `${field}.properties[${name}]`, 'field');
  }
  if (additionalProperties != null && level === 'root') {
    errors.push(forbidden(`${field}.additionalProperties`, 'must not be used at the root'));
  }
  if (isSchema(additionalProperties)) {
    validateStructure(errors, additionalProperties, `${field}.additionalProperties`, 'field');
  }
  validateExtensions(errors, schema, field);
  validateJunctors(errors, schema, field, exceptions(schema));
  validatePattern(errors, schema, field);
  validateType(errors, schema, field, level);
  if (level === 'root' || schema[embedded] === true) {
    validateMetaTypes(errors, properties, field, level);
  }
}

function validateExtensions(errors: FieldErrors, schema: JSONSchemaProps, field: string): void {
  if (schema[intOrString] !== true) return;
  for (const extension of [preserves, embedded] as const) {
    if (schema[extension] !== true) continue;
    const why = `must be false if ${intOrString} is true`;
    errors.push(invalid(`${field}.${extension}`, show(true), why));
  }
}

/** `anyOf` with both types, as clients write an integer or a string. */
const eitherType: readonly JSONSchemaProps[] = [{ type: 'integer' }, { type: 'string' }];

function exceptions({ anyOf, allOf }: JSONSchemaProps): {
  readonly anyOf: boolean;
  readonly firstAllOf: boolean;
} {
  return {
    anyOf: deepEqual(anyOf, eitherType),
    firstAllOf: deepEqual(allOf?.[0]?.anyOf, eitherType),
  };
}

const places: Readonly<Record<Level, string>> = {
  root: 'at the root',
  item: 'for specified array items',
  field: 'for specified object fields',
};

function validateType(
  errors: FieldErrors,
  schema: JSONSchemaProps,
  field: string,
  level: Level,
): void {
  const { type, additionalProperties } = schema;
  const at = `${field}.type`;
  const isEmbedded = schema[embedded] === true;
  if (isEmbedded && type !== 'object') {
    const why = `must be object if ${embedded} is true`;
    errors.push(type ? invalid(at, show(type), why) : required(at, why));
  } else if (!type && schema[intOrString] !== true && schema[preserves] !== true) {
    errors.push(required(at, `must not be empty ${places[level]}`));
  }
  if (isEmbedded && additionalProperties != null) {
    const why = `must not be used if ${embedded} is set`;
    errors.push(forbidden(`${field}.additionalProperties`, why));
  }
  if (level === 'root' && type && type !== 'object') {
    errors.push(invalid(at, show(type), 'must be object at the root'));
  }
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
  if (isEmbedded && schema[preserves] !== true && isEmpty) {
    const why = `must not be empty if ${embedded} is true without ${preserves}`;
    errors.push(required(`${field}.properties`, why));
  }
}

function validateMetaTypes(
  errors: FieldErrors,
  properties: Readonly<Record<string, JSONSchemaProps>>,
  field: string,
  level: Level,
): void {
  const metaTypes = { kind: 'string', apiVersion: 'string', metadata: 'object' };
  for (const [name, expected] of Object.entries(metaTypes)) {
    if (!Object.hasOwn(properties, name)) continue;
    const { type = '' } = properties[name]!;
    if (type === expected) continue;
    const at = `${field}.properties[${name}].type`;
    errors.push(invalid(at, show(type), `must be ${expected}`));
  }
  if (level !== 'root' || !Object.hasOwn(properties, 'metadata')) return;
  if (restrictsNamesOnly(properties['metadata']!)) return;
  const why =
    'must not specify anything other than name and generateName, but metadata is implicitly specified';
  errors.push(forbidden(`${field}.properties[metadata]`, why));
}

/** Without an entry they are left out. */
const maps = new Set(['patternProperties', 'definitions', 'dependencies']);

function isEmptyMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** What the metadata of whole objects may say beside its type: nothing but what these are like. */
function restrictsNamesOnly(metadata: JSONSchemaProps): boolean {
  // Neither the default, which is checked elsewhere, nor what structural schemas leave out.
  const implied = ['type', 'default', 'example', 'externalDocs', 'properties'];
  const entries = Object.entries(metadata).filter(
    ([name, value]) => !implied.includes(name) && !(maps.has(name) && isEmptyMap(value)),
  );
  if (entries.length > 0) return false;
  const names = Object.keys(metadata.properties ?? {});
  return names.every((name) => name === 'name' || name === 'generateName');
}
