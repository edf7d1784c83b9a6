/** Changes of immutable values that may take long: at once, or in parts where lists are long. */
import { finishing, isResumable, type Resumable } from '../work/resumable.ts';
import { withField, type ElementOf } from './change.ts';

/** A change that may be done in parts. */
export type Change<T> = (value: T) => T | Resumable<T>;

/** Up to this length, a list is changed at once, if its elements are. */
const short = 16;
/** About how many elements are changed in one part. */
const inOnePart = 256;

/** Makes changes one after the other, of a value that may itself be made in parts. */
export function changing<T>(
  value: T | Resumable<T>,
  changes: readonly Change<T>[],
): T | Resumable<T> {
  if (isResumable(value)) return changingOn(value, changes);
  let changed = value;
  for (let next = 0; next < changes.length; next++) {
    const begun = changes[next]!(changed);
    if (isResumable(begun)) return changingOn(begun, changes.slice(next + 1));
    changed = begun;
  }
  return changed;
}

function* changingOn<T>(value: Resumable<T>, changes: readonly Change<T>[]): Resumable<T> {
  return yield* finishing(changing(yield* value, changes));
}

/** `changeField` with a change that may be done in parts. */
export function changingField<T extends object, K extends keyof T>(
  object: T,
  field: K,
  change: (value: NonNullable<T[K]>) => T[K] | Resumable<T[K]>,
): T | Resumable<T> {
  const value = object[field];
  if (value == null) return object;
  const begun = change(value);
  return isResumable(begun) ? setting(object, field, begun) : withField(object, field, begun);
}

function* setting<T extends object, K extends keyof T>(
  object: T,
  field: K,
  value: Resumable<T[K]>,
): Resumable<T> {
  return withField(object, field, yield* value);
}

/** `changeElements`, in parts where the list is long or a change of an element is in parts. */
export function changingElements<T extends object, K extends keyof T>(
  object: T,
  field: K,
  change: Change<ElementOf<T[K]>>,
): T | Resumable<T> {
  const list = object[field] as readonly ElementOf<T[K]>[] | null | undefined;
  if (list == null) return object;
  const begun = mapping(list, change) as T[K] | Resumable<T[K]>;
  return isResumable(begun) ? setting(object, field, begun) : withField(object, field, begun);
}

function mapping<E>(list: readonly E[], change: Change<E>): readonly E[] | Resumable<readonly E[]> {
  if (list.length > short) return mappingFrom(0, undefined, list, change);
  let changed: E[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const begun = change(list[index]!);
    if (isResumable(begun)) return mappingFrom(index, begun, list, change, changed);
    if (begun !== list[index]) (changed ??= [...list])[index] = begun;
  }
  return changed ?? list;
}

/** @param first the change of the first of the elements, if it has begun */
function* mappingFrom<E>(
  start: number,
  first: Resumable<E> | undefined,
  list: readonly E[],
  change: Change<E>,
  before?: E[],
): Resumable<readonly E[]> {
  let changed = before;
  for (let index = start; index < list.length; index++) {
    const begun = index === start && first !== undefined ? first : change(list[index]!);
    const next = isResumable(begun) ? yield* begun : begun;
    if (next !== list[index]) (changed ??= [...list])[index] = next;
    if (index % inOnePart === inOnePart - 1) yield;
  }
  // Each long list ends a part: a list of such lists would make parts too long.
  yield;
  return changed ?? list;
}
