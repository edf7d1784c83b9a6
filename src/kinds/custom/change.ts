/** Walks that change values: what does not change is shared. */
import type { JsonObject } from './structure.ts';

/** A field that goes away. */
export const gone = Symbol('gone');

/**
 * The object with each field as `change` returns it, without those that are {@link gone}; the same
 * object when none changes.
 */
export function changeFields(
  object: JsonObject,
  change: (value: unknown, name: string) => unknown,
): JsonObject {
  let changed: Map<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const next = change(value, name);
    if (next !== value) (changed ??= new Map()).set(name, next);
  }
  if (changed === undefined) return object;
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const next = changed.has(name) ? changed.get(name) : object[name];
    if (next !== gone) setOwn(made, name, next);
  }
  return made;
}

/** As an ordinary field, even with a name such as `__proto__`. */
export function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    object[name] = value;
    return;
  }
  const own = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, name, own);
}
