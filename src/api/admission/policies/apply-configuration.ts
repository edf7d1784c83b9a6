/** Merges fields into an object as server-side apply does, by the schema of its kind. */
import { isObject, type ListSchema, type Schema } from '#schema';
import { own } from '#values';

/** @param schema undefined for values that nothing describes */
export function mergeApplied(
  schema: Schema | undefined,
  value: unknown,
  applied: unknown,
): unknown {
  if (Array.isArray(applied)) {
    const isMerged =
      schema?.type === 'list' && schema.listType !== 'atomic' && Array.isArray(value);
    return isMerged ? mergeLists(schema, value, applied) : applied;
  }
  if (!isObject(applied) || !isObject(value)) return applied;
  if ((schema?.type === 'struct' || schema?.type === 'map') && schema.atomic === true)
    return applied;
  const merged: Record<string, unknown> = { ...value };
  for (const [name, part] of Object.entries(applied)) {
    merged[name] = mergeApplied(schemaOf(schema, name), own(value, name), part);
  }
  return merged;
}

function schemaOf(schema: Schema | undefined, name: string): Schema | undefined {
  if (schema?.type === 'map') return schema.values;
  return schema?.type === 'struct' ? (schema.fields.get(name)?.schema ?? schema.others) : undefined;
}

/** Items that both have are merged where they are; new ones come last. */
function mergeLists(
  { items, keys, listType }: ListSchema,
  list: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  const keyOf = (item: unknown): string =>
    JSON.stringify(
      listType === 'map' && isObject(item) ? keys.map((key) => item[key] ?? null) : item,
    );
  const desired = new Map(applied.map((item) => [keyOf(item), item]));
  const merged = list.map((item) => {
    const key = keyOf(item);
    const part = desired.get(key);
    if (part === undefined) return item;
    desired.delete(key);
    return mergeApplied(items, item, part);
  });
  return [...merged, ...desired.values()];
}
