/** What may stand in a schema, wherever it is. */
import { forbidden, invalid, isEnough, notSupported, show, type FieldErrors } from '#values';
import type { JSONSchemaProps } from '#types';
import { validateMerging } from './list-types.ts';
import type { DefinitionRules } from './rules.ts';
import { partsOf } from './schemas.ts';
import { types } from './types.ts';

/** Where a schema is. */
interface Place {
  readonly isRoot: boolean;
  /** In the metadata, apiVersion or kind of an object. */
  readonly isInMeta: boolean;
  /** Why there must be no defaults; undefined where there may be some. */
  readonly noDefaults?: string;
}

const metaFields = ['metadata', 'kind', 'apiVersion'];

export function validateSchema(
  errors: FieldErrors,
  root: JSONSchemaProps,
  field: string,
  rules: DefinitionRules,
): void {
  validateAt(errors, root, field, rules, { isRoot: true, isInMeta: false });
}

function validateAt(
  errors: FieldErrors,
  schema: JSONSchemaProps,
  field: string,
  rules: DefinitionRules,
  place: Place,
): void {
  if (isEnough(errors)) return;
  validateKeywords(errors, schema, field, rules, place);
  if (schema.uniqueItems === true) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(`${field}.uniqueItems`, why));
  }
  validateAdditional(errors, schema, field);
  for (const part of partsOf(schema, field)) {
    validateAt(
      errors,
      part.schema,
      part.path,
      rules,
      placeOf(schema, part.schema, part.name, place),
    );
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    const at = `${field}.x-kubernetes-preserve-unknown-fields`;
    errors.push(invalid(at, show(false), 'must be true or undefined'));
  }
  validateMerging(errors, schema, field, rules);
}

function placeOf(
  schema: JSONSchemaProps,
  part: JSONSchemaProps,
  name: string | undefined,
  { isRoot, isInMeta, noDefaults }: Place,
): Place {
  const inherited = { isRoot: false, isInMeta, ...(noDefaults !== undefined && { noDefaults }) };
  if (part === schema.additionalProperties) {
    const reason = 'inside additionalProperties applying to object metadata';
    return isInMeta ? { ...inherited, noDefaults: reason } : inherited;
  }
  const isObject = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  if (name === undefined || !isObject || !metaFields.includes(name)) return inherited;
  const within = { ...inherited, isInMeta: true };
  return isRoot ? { ...within, noDefaults: `in top-level ${name}` } : within;
}

function validateAdditional(
  errors: FieldErrors,
  { additionalProperties: additional, properties = {} }: JSONSchemaProps,
  field: string,
): void {
  if (additional == null || additional === true || Object.keys(properties).length === 0) return;
  const why = 'additionalProperties and properties are mutual exclusive';
  errors.push(forbidden(`${field}.additionalProperties`, why));
}

/** Keywords of JSON Schema that definitions do not support. */
function validateKeywords(
  errors: FieldErrors,
  schema: JSONSchemaProps,
  field: string,
  rules: DefinitionRules,
  { isInMeta, noDefaults }: Place,
): void {
  const { type, items } = schema;
  if (rules.types && type && !types.includes(type)) {
    errors.push(notSupported(`${field}.type`, show(type), types));
  }
  if (schema.default != null && noDefaults !== undefined) {
    errors.push(forbidden(`${field}.default`, `must not be set ${noDefaults}`));
  }
  for (const keyword of unsupportedIn(schema)) {
    errors.push(forbidden(`${field}.${keyword}`, `${keyword} is not supported`));
  }
  if (type === 'null') {
    const why = 'type cannot be set to null, use nullable as an alternative';
    errors.push(forbidden(`${field}.type`, why));
  }
  if (Array.isArray(items) && items.length > 0) {
    errors.push(forbidden(`${field}.items`, 'items must be a schema object and not an array'));
  }
  if (isInMeta && schema['x-kubernetes-embedded-resource'] === true) {
    const at = `${field}.x-kubernetes-embedded-resource`;
    errors.push(forbidden(at, 'must not be used inside of resource meta'));
  }
}

const unsupported = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
] as const;

function unsupportedIn(schema: JSONSchemaProps): readonly string[] {
  return unsupported.filter((keyword) => {
    const value = schema[keyword];
    if (keyword !== 'patternProperties' && keyword !== 'definitions') return value != null;
    return Object.keys(value ?? {}).length > 0;
  });
}
