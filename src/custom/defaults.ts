/** Nulls and defaults by a structural schema. Pure: what stays is shared. */
import { mapShared, setOwn } from '#values';
import { changeFields, gone } from './change.ts';
import { isObject, type JsonObject, type Structure } from '#schema';

/**
 * The value without nulls that neither may be there nor have a default. Nulls in lists stay: the
 * checks reject them.
 */
export function dropNulls(structure: Structure | undefined, value: unknown): unknown {
  if (Array.isArray(value)) {
    return mapShared(value, (item) => dropNulls(structure?.items, item));
  }
  if (!isObject(value)) return value;
  return changeFields(value, (part, name) => {
    const field = structure?.of(name);
    if (part !== null) return dropNulls(field, part);
    const isDropped = field?.isNullable === false && field.default === undefined;
    return isDropped ? gone : null;
  });
}

/**
 * The value with defaults for absent fields of objects that are there, and for nulls that must not
 * be; the same value when it is complete. Objects share the defaults.
 */
export function fillDefaults(structure: Structure | undefined, value: unknown): unknown {
  if (structure === undefined) return value;
  if (Array.isArray(value)) {
    const { items } = structure;
    return mapShared(value, (item) => fillDefaults(items, inPlaceOfNull(items, item)));
  }
  return isObject(value) ? fillObject(structure, value) : value;
}

function fillObject(structure: Structure, object: JsonObject): JsonObject {
  const filled = changeFields(object, (value, name) => {
    const field = structure.of(name);
    return fillDefaults(field, inPlaceOfNull(field, value));
  });
  let whole: Record<string, unknown> | undefined;
  for (const [name, field] of structure.fields) {
    const usual = field.default;
    if (usual === undefined || Object.hasOwn(object, name)) continue;
    whole ??= { ...filled };
    setOwn(whole, name, fillDefaults(field, usual));
  }
  return whole ?? filled;
}

function inPlaceOfNull(structure: Structure | undefined, value: unknown): unknown {
  if (value !== null || structure === undefined || structure.isNullable) return value;
  return structure.default ?? null;
}
