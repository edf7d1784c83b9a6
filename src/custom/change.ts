/** Walks that change values: what does not change is shared. */
import { setOwn, type LongLists } from '#values';
import type { JsonObject } from '#schema';

/** A field that goes away. */
export const gone = Symbol('gone');

/**
 * The object with each field as `change` returns it, without those that are {@link gone}; the same
 * object when none changes, except for one with many fields that are left for later.
 */
export function changeFields(
  object: JsonObject,
  change: (value: unknown, name: string) => unknown,
  lists?: LongLists,
): JsonObject {
  const names = Object.keys(object);
  if (lists?.isLong(names.length) === true) return changeLater(object, names, change, lists);
  let changed: Map<string, unknown> | undefined;
  for (const name of names) {
    const value = object[name];
    const next = change(value, name);
    if (next !== value) (changed ??= new Map<string, unknown>()).set(name, next);
  }
  if (changed === undefined) return object;
  const result: Record<string, unknown> = {};
  for (const name of names) {
    const next = changed.has(name) ? changed.get(name) : object[name];
    if (next !== gone) setOwn(result, name, next);
  }
  return result;
}

function changeLater(
  object: JsonObject,
  names: readonly string[],
  change: (value: unknown, name: string) => unknown,
  lists: LongLists,
): JsonObject {
  const result: Record<string, unknown> = {};
  lists.leave(names.length, (index) => {
    const name = names[index]!;
    const next = change(object[name], name);
    if (next !== gone) setOwn(result, name, next);
  });
  return result;
}
