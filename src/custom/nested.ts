/** Values by a path such as `.spec.replicas`, with the messages of v1.24. */
import { goText, goTypeOfValue, setOwn } from '#values';
import { isObject, type JsonObject } from '#schema';

/** The names of a path. */
export function namesOf(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.');
}

/** Undefined for none. @throws {Error} for a value of another type */
export function integerAt(object: unknown, path: string): number | undefined {
  const value = valueAt(object, namesOf(path));
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw wrongType(namesOf(path), value, 'int64');
}

/** Undefined for none. @throws {Error} for a value of another type */
export function textAt(object: unknown, path: string): string | undefined {
  const value = valueAt(object, namesOf(path));
  if (value === undefined || typeof value === 'string') return value;
  throw wrongType(namesOf(path), value, 'string');
}

function valueAt(object: unknown, names: readonly string[]): unknown {
  let value = object;
  for (const [index, name] of names.entries()) {
    if (value === null) return undefined;
    if (!isObject(value)) {
      throw wrongType(names.slice(0, index + 1), value, 'map[string]interface{}');
    }
    if (!Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function wrongType(names: readonly string[], value: unknown, expected: string): Error {
  const found = `${goText(value)} is of the type ${goTypeOfValue(value)}`;
  return new Error(`.${names.join('.')} accessor error: ${found}, expected ${expected}`);
}

/** The object with this value at the path. @throws {Error} where the path leads through no object */
export function withValueAt<T extends object>(object: T, path: string, value: unknown): T {
  return withNested(object as JsonObject, namesOf(path), 0, value) as T;
}

function withNested(
  object: JsonObject,
  names: readonly string[],
  at: number,
  value: unknown,
): JsonObject {
  const name = names[at]!;
  const changed: Record<string, unknown> = { ...object };
  if (at === names.length - 1) setOwn(changed, name, value);
  else {
    const inside = Object.hasOwn(object, name) ? object[name] : {};
    if (!isObject(inside)) {
      const path = `.${names.slice(0, at + 1).join('.')}`;
      throw new Error(`value cannot be set because ${path} is not a map[string]interface{}`);
    }
    setOwn(changed, name, withNested(inside, names, at + 1, value));
  }
  return changed;
}
