/** Which items of two lists are the same. */
import { isObject, type JsonObject, type Structure } from './structure.ts';

/** Finds what an item was before: only items of lists by keys are the same items. */
export function oldItems({ props }: Structure, old: unknown): (item: unknown) => unknown {
  const keys = props['x-kubernetes-list-map-keys'] ?? [];
  if (props['x-kubernetes-list-type'] !== 'map' || !Array.isArray(old)) return () => undefined;
  const found = new Map<string, unknown>();
  for (const item of old) if (isObject(item)) found.set(keyOf(item, keys), item);
  return (item) => (isObject(item) ? found.get(keyOf(item, keys)) : undefined);
}

function keyOf(item: JsonObject, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => item[key] ?? null));
}
