/** Walks that change values: what does not change is shared. */
import { setOwn, gather, once } from '#values';
import type { JsonObject } from '#schema';

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
  const names = once(() => Object.keys(object));
  const { changed } = gather(
    names,
    (): { changed?: Map<string, unknown> } => ({}),
    (made, name) => {
      const value = object[name];
      const next = change(value, name);
      if (next !== value) (made.changed ??= new Map<string, unknown>()).set(name, next);
    },
  );
  if (changed === undefined) return object;
  const made: Record<string, unknown> = {};
  for (const name of names) {
    const next = changed.has(name) ? changed.get(name) : object[name];
    if (next !== gone) setOwn(made, name, next);
  }
  return made;
}
