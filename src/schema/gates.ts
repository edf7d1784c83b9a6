/** Fields behind feature gates: writes lose what they hold while their gate is off. */
import { mapShared, omitFields, withField } from '#values';
import { elementOf, memberOf, Reach } from './reach.ts';
import type { FieldSchema, Schema, StructSchema } from './schema.ts';

/** Whether a feature gate is on. */
export type IsOn = (gate: string) => boolean;

type Fields = Readonly<Record<string, unknown>>;

const gated = new Reach(/ gate=/, ({ gate }) => gate !== undefined);

/** Returns the fields of a type that are behind a gate, or hold such fields at any depth. */
export function gatedFieldsOf(struct: StructSchema): ReadonlyMap<string, FieldSchema> {
  return gated.in(struct);
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
    case 'union': {
      const member = memberOf(schema, value);
      return member === undefined ? value : strip(member, value, isLost);
    }
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

/** Whether an object uses a field, at any depth. */
function uses(schema: Schema, value: unknown, field: FieldSchema): boolean {
  let found = false;
  strip(schema, value, (each) => {
    found ||= each === field;
    return false;
  });
  return found;
}
