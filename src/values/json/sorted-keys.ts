import { SpelledNumber } from './given.ts';

/** The value with the keys of all its objects sorted, as Go writes its maps. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null || value instanceof SpelledNumber) return value;
  const map = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((key) => [key, withSortedKeys(map[key])]),
  );
}
