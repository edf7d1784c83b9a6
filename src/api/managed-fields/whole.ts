/** The fields of a new value. */
import { leaf, self, type FieldSet } from './field-set.ts';
import { addParts, type PartsOf } from './large-parts.ts';
import type { GrowingSet } from './set-prefix.ts';
import {
  fieldIn,
  shapeFor,
  type KeyedListShape,
  type MapShape,
  type SetShape,
  type Shape,
  type StructShape,
} from './shape.ts';
import {
  elementsOf,
  entriesOf,
  fieldsOf,
  isAbsent,
  itemsOf,
  membersOf,
  noItems,
  rejectDuplicates,
  type JsonObject,
  type Walk,
} from './walk.ts';

/** A value with all its parts and itself: the fields that the writer of a new value owns. */
export function whole(shape: Shape, value: unknown, walk: Walk): FieldSet {
  if (shape.type === 'leaf') return leaf;
  if (shape.type === 'deduced') return whole(shapeFor(shape, value), value, walk);
  const itself = shape.start.with(self, leaf);
  if (shape.type === 'struct') return wholeStruct(shape, itself, fieldsOf(value), walk);
  const parts = wholeParts(shape, value, walk);
  if (parts.count === 0) return leaf;
  return addParts(itself, parts, walk.large, shape.type === 'map' ? undefined : rejectDuplicates)!;
}

function wholeStruct(
  shape: StructShape,
  itself: GrowingSet,
  object: JsonObject,
  walk: Walk,
): FieldSet {
  let set = itself;
  for (const name in object) {
    const part = object[name];
    const field = fieldIn(shape, name);
    if (field === undefined || isAbsent(field, part, walk)) continue;
    set = set.with(field.element, whole(field.shape, part, walk));
  }
  return set === itself ? leaf : set.set!;
}

function wholeParts(
  shape: MapShape | KeyedListShape | SetShape,
  value: unknown,
  walk: Walk,
): PartsOf {
  switch (shape.type) {
    case 'map':
      return entriesOf(shape, fieldsOf(value), walk, (part) => whole(shape.values, part, walk));
    case 'list':
      return elementsOf(shape, itemsOf(value), (item) => whole(shape.items, item, walk));
    case 'set':
      return membersOf(shape, itemsOf(value), noItems);
  }
}
