/** Constant defaults: what the notation says is filled in where a field is absent. */
import { copyOf, mapShared, withField } from '#values';
import { elementOf, memberOf, Reach } from './reach.ts';
import type { FieldSchema, Schema, StructSchema } from './schema.ts';

type Fields = Readonly<Record<string, unknown>>;

const filled = new Reach(/ default=/, ({ fill }) => fill !== undefined);

/**
 * Returns an object with the constants of its type, at any depth; the same object when nothing is
 * absent. Where Go has no pointer, an empty text, a 0 and false count as absent.
 */
export function fillConstants<T extends object>(struct: StructSchema, object: T): T {
  return fillStruct(struct, object as Fields) as T;
}

function fillStruct(struct: StructSchema, object: Fields): Fields {
  let next = object;
  for (const [name, field] of filled.in(struct)) {
    const value = next[name];
    if (field.fill === undefined) {
      if (value != null) next = withField(next, name, fillIn(field.schema, value));
    } else if (isAbsent(field, value)) {
      if (next === object) next = copyOf(object);
      (next as Record<string, unknown>)[name] = field.fill;
    }
  }
  return next;
}

function isAbsent({ pointer }: FieldSchema, value: unknown): boolean {
  return pointer === true ? value == null : !value;
}

function fillIn(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  switch (schema.type) {
    case 'scalar':
      return value;
    case 'list':
      if (!Array.isArray(value) || elementOf(schema) === undefined) return value;
      return mapShared(value, (element) => fillIn(schema.items, element));
    case 'map':
      return fillMap(schema.values, value as Fields);
    case 'struct':
      return fillStruct(schema, value as Fields);
    case 'union': {
      const member = memberOf(schema, value);
      return member === undefined ? value : fillIn(member, value);
    }
  }
}

function fillMap(schema: Schema, map: Fields): Fields {
  if (elementOf(schema) === undefined) return map;
  const entries = Object.entries(map).map(([key, value]) => [key, fillIn(schema, value)] as const);
  return entries.every(([key, value]) => value === map[key]) ? map : Object.fromEntries(entries);
}
