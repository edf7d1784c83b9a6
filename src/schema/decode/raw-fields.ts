/** Values whose raw JSON fields keep their text. */
import { compactJson, fieldTexts, rawJson } from '#values';
import type { StructSchema } from '../schema.ts';

/** The raw JSON fields of a kind: most kinds have none. */
export function rawFieldsOf({ fields }: StructSchema): readonly string[] {
  const raw: string[] = [];
  for (const { name, schema } of fields.values()) {
    if (schema.type !== 'scalar' || schema.scalar !== 'any') continue;
    if (schema.deduced !== true) raw.push(name);
  }
  return raw;
}

/** Returns an object whose raw JSON fields have the text that Go gives to its maps, as after a way through these. */
export function withoutRawTexts<T extends object>(object: T, schema: StructSchema): T {
  return changingRaw(object, schema, (value) => (Array.isArray(value) ? [...value] : { ...value }));
}

/** Returns an object whose raw JSON fields have their text as Go writes it inside other JSON. */
export function withCompactTexts<T extends object>(object: T, schema: StructSchema): T {
  return changingRaw(object, schema, (value) => rawJson(compactJson(value)));
}

function changingRaw<T extends object>(
  object: T,
  schema: StructSchema,
  change: (value: object) => unknown,
): T {
  const fields = object as Readonly<Record<string, unknown>>;
  const changed = rawFieldsOf(schema).flatMap((name) => {
    const value = fields[name];
    return typeof value === 'object' && value !== null ? [[name, change(value)] as const] : [];
  });
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) };
}

/** The value of an object's text; its raw JSON fields keep their text. */
export function withRawTexts<T>(value: T, text: string, schema: StructSchema): T {
  const raw = rawFieldsOf(schema);
  if (raw.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  const whole = { ...value } as Record<string, unknown>;
  for (const [name, source] of fieldTexts(text, raw)) whole[name] = rawJson(source);
  return whole as T;
}
