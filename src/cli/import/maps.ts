/** JSON maps of unknown types. */
export type JsonMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a map without some of its fields: the same map when it has none of them. */
export function without<T extends JsonMap>(map: T, ...names: readonly string[]): T {
  if (!names.some((name) => Object.hasOwn(map, name))) return map;
  return Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name))) as T;
}
