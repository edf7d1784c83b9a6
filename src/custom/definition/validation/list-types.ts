/** How server-side apply merges lists and maps: `x-kubernetes-list-type` and its like. */
import {
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldError,
  type FieldErrors,
  showStrings,
  showStruct,
  shownNull,
} from '#values';
import type { JSONSchemaProps } from '#types';
import type { DefinitionRules } from './rules.ts';
import { isSchema } from './schemas.ts';

const listTypeField = 'x-kubernetes-list-type';
const mapTypeField = 'x-kubernetes-map-type';
const keysField = 'x-kubernetes-list-map-keys';
const mapTypes = ['atomic', 'granular'];
const listTypes = ['atomic', 'set', 'map'];

export function validateMerging(
  errors: FieldErrors,
  schema: JSONSchemaProps,
  field: string,
  rules: DefinitionRules,
): void {
  const { [mapTypeField]: mapType, [listTypeField]: listType, [keysField]: keys } = schema;
  if (mapType != null) {
    requireType(errors, schema, 'object', mapTypeField, field);
    if (!mapTypes.includes(mapType)) {
      errors.push(notSupported(`${field}.${mapTypeField}`, show(mapType), mapTypes));
    }
  }
  if (listType != null) {
    requireType(errors, schema, 'array', listTypeField, field);
    if (schema.type === 'array' && rules.atomicSetItems) validateSetItems(errors, schema, field);
    if (!listTypes.includes(listType)) {
      errors.push(notSupported(`${field}.${listTypeField}`, show(listType), listTypes));
    }
  }
  if ((keys ?? []).length > 0 && listType !== 'map') {
    const why = `must be map if ${keysField} is non-empty`;
    const at = `${field}.${listTypeField}`;
    errors.push(listType == null ? required(at, why) : invalid(at, show(listType), why));
  }
  if (listType === 'map') validateKeyedList(errors, schema, field);
  if (rules.mapKeys) errors.push(...mapKeyFaults(schema, field));
}

function requireType(
  errors: FieldErrors,
  { type }: JSONSchemaProps,
  expected: 'array' | 'object',
  reason: string,
  field: string,
): void {
  if (type === expected) return;
  const why = `must be ${expected} if ${reason} is specified`;
  errors.push(type ? invalid(`${field}.type`, show(type), why) : required(`${field}.type`, why));
}

/** The field in which the items of a set say that they have parts; undefined if they have none. */
function divisibleBy({
  type,
  [listTypeField]: listType,
  [mapTypeField]: mapType,
}: JSONSchemaProps): string | undefined {
  if (type === 'array') return (listType ?? 'atomic') === 'atomic' ? undefined : listTypeField;
  return type !== 'object' || mapType === 'atomic' ? undefined : mapTypeField;
}

export function hasDivisibleSetItems({ [listTypeField]: type, items }: JSONSchemaProps): boolean {
  return type === 'set' && isSchema(items) && divisibleBy(items) !== undefined;
}

function validateSetItems(errors: FieldErrors, schema: JSONSchemaProps, field: string): void {
  const { items } = schema;
  if (!hasDivisibleSetItems(schema) || !isSchema(items)) return;
  const why = `must be atomic as item of a list with ${listTypeField}=set`;
  // v1.24 shows the list type in both cases.
  const shown = items[listTypeField] == null ? shownNull : show(items[listTypeField]);
  errors.push(invalid(`${field}.items.${divisibleBy(items)!}`, shown, why));
}

function validateKeyedList(errors: FieldErrors, schema: JSONSchemaProps, field: string): void {
  const { items, [keysField]: keys } = schema;
  if ((keys ?? []).length === 0) {
    const why = `must not be empty if ${listTypeField} is map`;
    errors.push(required(`${field}.${keysField}`, why));
  }
  if (items == null) {
    errors.push(required(`${field}.items`, `must have a schema if ${listTypeField} is map`));
  } else if (!isSchema(items)) {
    const why = `must only have a single schema if ${listTypeField} is map`;
    errors.push(
      invalid(`${field}.items`, showStruct('apiextensions.JSONSchemaPropsOrArray', []), why),
    );
  } else if (items.type !== 'object') {
    const why = `must be object if parent array's ${listTypeField} is map`;
    errors.push(invalid(`${field}.items.type`, show(items.type ?? ''), why));
  } else validateKeys(errors, keys ?? [], items, field);
}

function validateKeys(
  errors: FieldErrors,
  keys: readonly string[],
  { type, properties = {} }: JSONSchemaProps,
  field: string,
): void {
  const earlier = new Set<string>();
  const refuse = (why: string): void => {
    errors.push(invalid(`${field}.${keysField}`, showStrings(keys), why));
  };
  for (const key of keys) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property === undefined) refuse('entries must all be names of item properties');
    else if (property.type === 'array' || property.type === 'object') {
      const why = `must be a scalar type if parent array's ${listTypeField} is map`;
      errors.push(invalid(`${field}.items.properties[${key}].type`, show(type!), why));
    }
    if (earlier.has(key)) refuse('must not contain duplicate entries');
    earlier.add(key);
  }
}

/** Items of sets and keyed lists are never null, and their keys are always there. */
export function mapKeyFaults(schema: JSONSchemaProps, field: string): readonly FieldError[] {
  const { items, [listTypeField]: listType, [keysField]: keys } = schema;
  if (!isSchema(items) || (listType !== 'set' && listType !== 'map')) return [];
  const faults: FieldError[] = [];
  if (items.nullable === true) {
    const why = `cannot be nullable when ${listTypeField} is ${listType}`;
    faults.push(forbidden(`${field}.items.nullable`, why));
  }
  if (listType === 'set') return faults;
  const needed = new Set(items.required);
  for (const key of keys ?? []) {
    if (!Object.hasOwn(items.properties ?? {}, key)) continue;
    const property = items.properties![key]!;
    const at = `${field}.items.properties[${key}]`;
    const who = `this property is in ${keysField}, so it`;
    if (!needed.has(key) && property.default == null) {
      const why = `${who} must have a default or be a required property`;
      faults.push(required(`${at}.default`, why));
    }
    if (property.nullable === true) {
      faults.push(forbidden(`${at}.nullable`, `${who} cannot be nullable`));
    }
  }
  return faults;
}
