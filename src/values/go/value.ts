/** JSON values as Go has them: their types, and how it prints them. */

export type GoType =
  '<nil>' | 'string' | 'bool' | 'int64' | 'float64' | '[]interface {}' | 'map[string]interface {}';

/** The type that Go gives to a JSON value, as `%T` prints it. */
export function goTypeOfValue(value: unknown): GoType {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'map[string]interface {}';
}

/** A JSON value as Go's `%v` prints it: `map[a:1 b:[x y]]`, keys in order. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  return goTextOfMap(value as Readonly<Record<string, unknown>>, goText);
}

/** @param show how each of the map's values is printed */
export function goTextOfMap(
  map: Readonly<Record<string, unknown>>,
  show: (value: unknown) => string,
): string {
  const keys = Object.keys(map).sort();
  return `map[${keys.map((key) => `${key}:${show(map[key])}`).join(' ')}]`;
}
