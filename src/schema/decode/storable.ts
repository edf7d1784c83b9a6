/**
 * A decoded value as the store returns it. In memory v1.24 distinguishes an empty list or map from
 * an absent one, and field ownership, some rules and messages show the difference; what is stored
 * does not.
 */
import { areLate, setOwn, emptyMap } from '#values';
import type { FieldSchema, Schema, StructSchema } from '../schema.ts';
import { variantOf } from '../union.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The value without empty lists and maps: null where Go always writes the field. The same value
 * when there are none.
 *
 * @param stored a value that has been through this: parts shared with it are not checked
 */
export function storable<T extends object>(schema: StructSchema, value: T, stored?: object): T {
  return ofStruct(schema, value as JsonObject, stored) as T;
}

function ofStruct(schema: StructSchema, value: JsonObject, stored: unknown): JsonObject {
  const { fields, zero, emptiable = fields } = schema;
  if (emptiable.size === 0) return value;
  const known = stored as JsonObject | null | undefined;
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    // Owners that are not decided yet are never empty.
    if (name === 'managedFields' && areLate(value)) continue;
    const part = value[name];
    if (typeof part !== 'object' || part === null) continue;
    const before = known?.[name];
    if (part === before) continue;
    const field = emptiable.get(name);
    if (field === undefined) continue;
    if (isLost(field, part)) {
      const none = zero?.get(name);
      copy ??= { ...value };
      if (none === undefined) delete copy[name];
      else copy[name] = none;
      continue;
    }
    const stays = ofValue(field.schema, part, before);
    if (stays !== part) (copy ??= { ...value })[name] = stays;
  }
  return copy ?? value;
}

/** An empty map is the one object that decoding uses for it: looking into a large map would be slow. */
function isLost({ keepsEmpty }: FieldSchema, value: object): boolean {
  if (Array.isArray(value)) return value.length === 0 && keepsEmpty !== true;
  return value === emptyMap;
}

function ofValue(schema: Schema, value: object, stored: unknown): object {
  switch (schema.type) {
    case 'scalar':
      return value;
    case 'struct':
      return ofStruct(schema, value as JsonObject, stored);
    case 'list':
      return ofList(schema.items, value as readonly unknown[], stored);
    case 'map':
      return ofMap(schema.values, value as JsonObject, stored);
    case 'union': {
      const variant = variantOf(schema, value);
      return variant === undefined ? value : ofValue(variant.schema, value, stored);
    }
  }
}

/** Values of a map that are empty stay: only fields are omitted. */
function ofMap(values: Schema, value: JsonObject, stored: unknown): JsonObject {
  if (values.type !== 'struct' && values.type !== 'union') return value;
  const before = stored as JsonObject | null | undefined;
  let copy: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== 'object' || part === null) continue;
    const known = before !== undefined && before !== null && Object.hasOwn(before, key);
    const stays = ofValue(values, part, known ? before[key] : undefined);
    if (stays !== part) setOwn((copy ??= { ...value }), key, stays);
  }
  return copy ?? value;
}

function ofList(items: Schema, value: readonly unknown[], stored: unknown): readonly unknown[] {
  if (items.type === 'scalar') return value;
  const before: readonly unknown[] = Array.isArray(stored) ? stored : [];
  let copy: unknown[] | undefined;
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    if (typeof item !== 'object' || item === null || item === before[index]) continue;
    const stays = ofValue(items, item, before[index]);
    if (stays !== item) (copy ??= [...value])[index] = stays;
  }
  return copy ?? value;
}
