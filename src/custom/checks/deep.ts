/** Checks of what a value holds, at any depth. */
import { isObject, type Structure } from '#schema';
import { addAll, isEnough, type FieldErrors, type Pace, type Resumable } from '#values';

/** Checks a list or an object, and nothing inside of it; in parts where that may take long. */
export type CheckOne = (
  errors: FieldErrors,
  structure: Structure,
  value: object,
  path: string,
) => Resumable<void> | undefined;

/**
 * Checks a value and all lists and objects in it. The errors of a value come before those of what is
 * inside of it.
 *
 * @param path empty for the root
 * @param pace shared by all of one work
 */
export function* checkingDeep(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path: string,
  pace: Pace,
  check: CheckOne,
): Resumable<void> {
  if (isEnough(errors) || typeof value !== 'object' || value === null) return;
  const parts = check(errors, structure, value, path);
  if (parts !== undefined) yield* parts;
  const inside: FieldErrors = [];
  if (Array.isArray(value)) {
    const { items } = structure;
    if (items === undefined) return;
    for (const [index, item] of value.entries()) {
      if (pace.isDue()) yield;
      if (!isComposed(item)) continue;
      yield* checkingDeep(inside, items, item, `${path}[${index}]`, pace, check);
    }
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      if (pace.isDue()) yield;
      if (!isComposed(value[name])) continue;
      const field = structure.fields.get(name);
      const of = field ?? structure.others;
      if (of === undefined) continue;
      const at = field === undefined ? `${path}[${name}]` : path ? `${path}.${name}` : name;
      yield* checkingDeep(inside, of, value[name], at, pace, check);
    }
  }
  addAll(errors, inside);
}

/** Asked before the walk descends: most values hold nothing, and need no generator. */
function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
