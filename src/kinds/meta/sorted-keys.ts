import { SpelledNumber } from './json-text.ts';

const noKeys: readonly string[] = [];

/** The keys of a map in order, so that messages come in one order. Most maps are in order already. */
export function sortedKeys(map: object | undefined | null): readonly string[] {
  if (map == null) return noKeys;
  const keys = Object.keys(map);
  return isInOrder(keys) ? keys : keys.sort();
}

/**
 * The keys for which that holds, in order: so those with something wrong, of which there are few. To
 * sort all keys of a large map takes longer than all there is to check.
 */
export function keysWith(
  keys: readonly string[],
  holds: (key: string) => boolean,
): readonly string[] {
  return keys.filter(holds).sort();
}

function isInOrder(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if (keys[index - 1]! > keys[index]!) return false;
  }
  return true;
}

/** The value with the keys of all its objects in order, as Go writes its maps. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null || value instanceof SpelledNumber) return value;
  const map = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(sortedKeys(map).map((key) => [key, withSortedKeys(map[key])]));
}
