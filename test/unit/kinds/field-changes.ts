/** Objects with one field changed, for tests that look at every field. */

export type Path = readonly (string | number)[];
type Container = Readonly<Record<string | number, unknown>>;

/** The value at a path. */
export function valueAt(whole: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (part as Container | undefined)?.[key], whole);
}

/** The value with another one at a path; undefined takes the field away. */
export function withValue(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  const child = withValue((value as Container)[first], rest, other);
  if (Array.isArray(value)) {
    return child === undefined
      ? value.toSpliced(first as number, 1)
      : value.with(first as number, child);
  }
  const left = Object.entries(value as object).filter(([name]) => name !== String(first));
  return Object.fromEntries(child === undefined ? left : [...left, [first, child]]);
}

/** None where a function needs what decoding sees to. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
