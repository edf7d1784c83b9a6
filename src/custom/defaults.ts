/** Nulls and defaults by a structural schema. Pure: what stays is shared. */
import { mapShared, setOwn, type LongLists } from '#values';
import { changeFields, gone } from './change.ts';
import { isObject, type JsonObject, type Structure } from '#schema';

/**
 * The value without nulls that neither may be there nor have a default. Nulls in lists stay: the
 * checks reject them.
 */
export function dropNulls(
  structure: Structure | undefined,
  value: unknown,
  lists?: LongLists,
): unknown {
  if (Array.isArray(value)) {
    return mapShared(value, (item) => dropNulls(structure?.items, item, lists), lists);
  }
  if (!isObject(value)) return value;
  const change = (part: unknown, name: string): unknown => {
    const field = structure?.of(name);
    if (part !== null) return dropNulls(field, part, lists);
    const isDropped = field?.isNullable === false && field.default === undefined;
    return isDropped ? gone : null;
  };
  return changeFields(value, change, lists);
}

/**
 * The value with defaults for absent fields of objects that are there, and for nulls that must not
 * be; the same value when it is complete. Objects share the defaults.
 */
export function fillDefaults(
  structure: Structure | undefined,
  value: unknown,
  lists?: LongLists,
): unknown {
  if (structure === undefined) return value;
  if (Array.isArray(value)) {
    const { items } = structure;
    const fill = (item: unknown): unknown => fillDefaults(items, inPlaceOfNull(items, item), lists);
    return mapShared(value, fill, lists);
  }
  return isObject(value) ? fillObject(structure, value, lists) : value;
}

function fillObject(structure: Structure, object: JsonObject, lists?: LongLists): JsonObject {
  const fill = (value: unknown, name: string): unknown => {
    const field = structure.of(name);
    return fillDefaults(field, inPlaceOfNull(field, value), lists);
  };
  return changeFields(withAbsent(structure, object), fill, lists);
}

/** With the defaults of the fields that are absent, which may lack defaults themselves. */
function withAbsent({ fields }: Structure, object: JsonObject): JsonObject {
  let whole: Record<string, unknown> | undefined;
  for (const [name, { default: usual }] of fields) {
    if (usual === undefined || Object.hasOwn(object, name)) continue;
    whole ??= { ...object };
    setOwn(whole, name, usual);
  }
  return whole ?? object;
}

function inPlaceOfNull(structure: Structure | undefined, value: unknown): unknown {
  if (value !== null || structure === undefined || structure.isNullable) return value;
  return structure.default ?? null;
}
