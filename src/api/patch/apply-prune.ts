import {
  difference,
  intersecting,
  union,
  type FieldSet,
  type StructShape,
} from '../managed-fields/index.ts';
import type { Resumable } from '#values';
import { collecting, withoutFields, withStructs } from './apply-values.ts';

/**
 * Removes the fields that a manager applied before and no longer applies, unless another manager
 * owns them. An element of a list is removed with all its fields; a struct is removed when no
 * manager owns any of its fields.
 *
 * @param merged the object with the applied one merged in
 * @param before the fields that the manager owned so far
 * @param owned the fields that all managers own from now on
 */
export function* prune(
  shape: StructShape,
  merged: unknown,
  before: FieldSet,
  owned: FieldSet | undefined,
): Resumable<unknown> {
  const fieldsIn = (value: unknown): Resumable<FieldSet | undefined> =>
    collecting(shape, value, true);
  const input = yield* withStructs(shape, before);
  yield;
  const all = yield* fieldsIn(merged);
  yield;
  const rest = yield* fieldsIn(yield* withoutFields(shape, merged, input));
  yield;
  const applied = union(rest, yield* withStructs(shape, owned));
  yield;
  const unowned = difference(all, applied);
  yield;
  const remaining = yield* fieldsIn(yield* withoutFields(shape, merged, unowned));
  yield;
  const gone = difference(all, remaining);
  yield;
  return yield* withoutFields(shape, merged, yield* intersecting(gone, input));
}
