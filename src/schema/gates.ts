/** Fields behind feature gates: writes lose what they hold while their gate is off. */
import { mapShared, omitFields, withField } from '#values';
import type { FieldSchema, Schema, StructSchema, UnionSchema } from './schema.ts';

/** Whether a feature gate is on. */
export type IsOn = (gate: string) => boolean;

type Fields = Readonly<Record<string, unknown>>;

/** What is derived from types, which never change. */
const gatedFields = new WeakMap<StructSchema, ReadonlyMap<string, FieldSchema>>();

/** Returns the fields of a type that are behind a gate, or hold such fields at any depth. */
export function gatedFieldsOf(struct: StructSchema): ReadonlyMap<string, FieldSchema> {
  let found = gatedFields.get(struct);
  if (found === undefined) {
    found = new Map([...struct.fields].filter(([, field]) => isGated(field, new Set())));
    gatedFields.set(struct, found);
  }
  return found;
}

/** @param seen types that are looked through, or have been */
function isGated({ gate, ungated, schema }: FieldSchema, seen: Set<Schema>): boolean {
  if (gate !== undefined) return true;
  const inner = elementOf(schema);
  if (ungated === true || inner === undefined) return false;
  if (inner.type === 'struct' && gatedFields.has(inner)) return gatedFields.get(inner)!.size > 0;
  if (seen.has(inner)) return false;
  seen.add(inner);
  return [...inner.fields.values()].some((field) => isGated(field, seen));
}

/** Whether values of a type may hold, at any depth, values of the same type. */
export function isRecursive(struct: StructSchema): boolean {
  const seen = new Set<Schema>();
  const reaches = (schema: Schema): boolean => {
    const inner = elementOf(schema);
    if (inner === struct) return true;
    if (inner === undefined || seen.has(inner)) return false;
    seen.add(inner);
    return [...inner.fields.values()].some((field) => reaches(field.schema));
  };
  return [...struct.fields.values()].some(({ schema }) => reaches(schema));
}

/** The type of what a list or a map holds, however deep, where that has fields. */
function elementOf(schema: Schema): StructSchema | UnionSchema | undefined {
  switch (schema.type) {
    case 'list':
      return elementOf(schema.items);
    case 'map':
      return elementOf(schema.values);
    case 'struct':
    case 'union':
      return schema;
    case 'scalar':
      return undefined;
  }
}

/** Whether a value is one that a gate that is off takes away. */
export function isBehindGate({ off }: FieldSchema, value: unknown): boolean {
  return value != null && value !== off;
}

/**
 * Returns an object as a write keeps it: without what is behind gates that are off. A field stays where
 * the stored object uses it anywhere. The same object when nothing is lost.
 *
 * @param old the stored object; undefined for a new one
 */
export function withoutDisabled<T extends object>(
  struct: StructSchema,
  object: T,
  old: T | undefined,
  isOn: IsOn,
): T {
  const lost = new Map<FieldSchema, boolean>();
  const isLost = (field: FieldSchema): boolean => {
    if (field.gate === undefined || isOn(field.gate)) return false;
    if (!lost.has(field)) lost.set(field, !uses(struct, old, field));
    return lost.get(field)!;
  };
  return strip(struct, object, isLost) as T;
}

function strip(schema: Schema, value: unknown, isLost: (field: FieldSchema) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  switch (schema.type) {
    case 'scalar':
      return value;
    case 'list':
      if (!Array.isArray(value) || elementOf(schema) === undefined) return value;
      return mapShared(value, (element) => strip(schema.items, element, isLost));
    case 'map':
      return stripMap(schema.values, value as Fields, isLost);
    case 'struct':
      return stripStruct(schema, value as Fields, isLost);
    case 'union':
      return stripUnion(schema, value, isLost);
  }
}

function stripStruct(
  struct: StructSchema,
  value: Fields,
  isLost: (field: FieldSchema) => boolean,
): Fields {
  let next = value;
  for (const [name, field] of gatedFieldsOf(struct)) {
    const held = next[name];
    if (held == null) continue;
    if (isBehindGate(field, held) && isLost(field)) {
      next = field.off === undefined ? omitFields(next, [name]) : withField(next, name, field.off);
    } else if (field.ungated !== true) {
      next = withField(next, name, strip(field.schema, held, isLost));
    }
  }
  return next;
}

function stripMap(schema: Schema, map: Fields, isLost: (field: FieldSchema) => boolean): Fields {
  if (elementOf(schema) === undefined) return map;
  const entries = Object.entries(map).map(
    ([key, value]) => [key, strip(schema, value, isLost)] as const,
  );
  return entries.every(([key, value]) => value === map[key]) ? map : Object.fromEntries(entries);
}

function stripUnion(
  { fields }: UnionSchema,
  value: object,
  isLost: (field: FieldSchema) => boolean,
): unknown {
  const isList = Array.isArray(value);
  for (const { schema } of fields.values()) {
    if (schema.type !== 'scalar' && (schema.type === 'list') === isList) {
      return strip(schema, value, isLost);
    }
  }
  return value;
}

/** Whether an object uses a field, at any depth. */
function uses(schema: Schema, value: unknown, field: FieldSchema): boolean {
  let found = false;
  strip(schema, value, (each) => {
    found ||= each === field;
    return false;
  });
  return found;
}
