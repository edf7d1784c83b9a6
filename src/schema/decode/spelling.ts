import { SpelledNumber } from '#values';
import type { Schema } from '../schema.ts';
import { variantOf } from '../union.ts';

/**
 * Keeps unusually written numbers only where it matters how they are written: in scalars that the
 * type has. Elsewhere they become normal numbers. Slow: only for values that are known to have such
 * numbers.
 */
export function withSpelling(schema: Schema | undefined, value: unknown): unknown {
  if (value instanceof SpelledNumber) return isRead(schema) ? value : value.value;
  if (Array.isArray(value)) {
    const list = variant(schema, value);
    const items = list?.type === 'list' ? list.items : undefined;
    return value.map((item) => withSpelling(items, item));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]) => [
    name,
    withSpelling(partOf(variant(schema, value), name), part),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/** The schema itself, or what the value is of a union. */
function variant(schema: Schema | undefined, value: unknown): Schema | undefined {
  return schema?.type === 'union' ? variantOf(schema, value)?.schema : schema;
}

function isRead(schema: Schema | undefined): boolean {
  return schema?.type === 'scalar' && schema.scalar !== 'any' && schema.scalar !== 'JSON';
}

function partOf(schema: Schema | undefined, name: string): Schema | undefined {
  if (schema?.type === 'struct') return schema.fields.get(name)?.schema;
  return schema?.type === 'map' ? schema.values : undefined;
}
