import {
  difference,
  intersection,
  union,
  type FieldSet,
  type StructShape,
} from '../managed-fields/index.ts';
import type { Parts } from '../parts.ts';
import { fieldsOf, withoutFields, withStructs } from './apply-values.ts';

/**
 * Takes away what a manager applied before and does not apply any more, unless somebody else owns
 * it. An element of a list goes with all that is in it; a struct goes when nobody owns anything in
 * it any more.
 *
 * @param merged the object with the applied one merged in
 * @param before what the manager owned so far
 * @param owned what all managers own from now on
 */
export function* prune(
  shape: StructShape,
  merged: unknown,
  before: FieldSet,
  owned: FieldSet | undefined,
): Parts<unknown> {
  const fieldsIn = (value: unknown): FieldSet | undefined =>
    withStructs(shape, fieldsOf(shape, value));
  const given = withStructs(shape, before);
  const all = fieldsIn(merged);
  yield;
  const rest = fieldsIn(withoutFields(shape, merged, given));
  yield;
  const unowned = difference(all, union(rest, withStructs(shape, owned)));
  yield;
  const kept = fieldsIn(withoutFields(shape, merged, unowned));
  yield;
  return withoutFields(shape, merged, intersection(difference(all, kept), given));
}
