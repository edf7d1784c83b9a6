/** Values whose raw JSON fields keep their text. */
import { fieldTexts, rawJson } from '#values';
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

/** The value of an object's text; its raw JSON fields keep their text. */
export function withRawTexts<T>(value: T, text: string, schema: StructSchema): T {
  const raw = rawFieldsOf(schema);
  if (raw.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  const whole = { ...value } as Record<string, unknown>;
  for (const [name, source] of fieldTexts(text, raw)) whole[name] = rawJson(source);
  return whole as T;
}
