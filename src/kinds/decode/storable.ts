/**
 * A decoded value as it comes back out of the store. In memory v1.24 tells an empty list or map from
 * none, and owners of fields, some rules and messages show it; what is stored does not.
 */
import { emptyMap } from '../meta/semantic-equal.ts';
import type { FieldSchema, Schema, StructSchema } from '../schema/schema.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The value without empty lists and maps: null where Go writes the field in any case. The very same
 * value when there are none.
 *
 * @param stored a value that has been through this: what is shared with it is not looked at
 */
export function storable<T extends object>(schema: StructSchema, value: T, stored?: object): T {
  return ofStruct(schema, value as JsonObject, stored) as T;
}

function ofStruct(schema: StructSchema, value: JsonObject, stored: unknown): JsonObject {
  const { fields, zero, emptiable = fields } = schema;
  if (emptiable.size === 0) return value;
  const known = stored as JsonObject | null | undefined;
  let kept: Record<string, unknown> | undefined;
  for (const name in value) {
    const part = value[name];
    if (typeof part !== 'object' || part === null) continue;
    const before = known?.[name];
    if (part === before) continue;
    const field = emptiable.get(name);
    if (field === undefined) continue;
    if (isLost(field, part)) {
      const none = zero?.get(name);
      kept ??= { ...value };
      if (none === undefined) delete kept[name];
      else kept[name] = none;
      continue;
    }
    const stays = ofValue(field.schema, part, before);
    if (stays !== part) (kept ??= { ...value })[name] = stays;
  }
  return kept ?? value;
}

/** Maps are known by the one that decoding has put there: to look into a large one takes long. */
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
      // No map of a stored kind has values with parts.
      return value;
  }
}

function ofList(items: Schema, value: readonly unknown[], stored: unknown): readonly unknown[] {
  if (items.type === 'scalar') return value;
  const before: readonly unknown[] = Array.isArray(stored) ? stored : [];
  let kept: unknown[] | undefined;
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    if (typeof item !== 'object' || item === null || item === before[index]) continue;
    const stays = ofValue(items, item, before[index]);
    if (stays !== item) (kept ??= [...value])[index] = stays;
  }
  return kept ?? value;
}
