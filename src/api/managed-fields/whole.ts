/** The fields of a new value. */
import { leaf, self, type FieldSet } from './field-set.ts';
import { addParts } from './large-parts.ts';
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
  addMembers,
  distinctItems,
  distinctMembers,
  fieldsOf,
  isAbsent,
  itemsOf,
  keysOf,
  noItems,
  type JsonObject,
  type Walk,
} from './walk.ts';

/** A value with all its parts and itself: the fields that the writer of a new value owns. */
export function whole(shape: Shape, value: unknown, walk: Walk): FieldSet {
  if (shape.type === 'leaf') return leaf;
  if (shape.type === 'deduced') return whole(shapeFor(shape, value), value, walk);
  const itself = shape.start.with(self, leaf);
  if (shape.type === 'struct') return wholeStruct(shape, itself, fieldsOf(value), walk);
  return wholeParts(shape, itself, value, walk) ?? leaf;
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

/** Undefined for an empty value. */
function wholeParts(
  shape: MapShape | KeyedListShape | SetShape,
  itself: GrowingSet,
  value: unknown,
  walk: Walk,
): FieldSet | undefined {
  if (shape.type === 'map') {
    const map = fieldsOf(value);
    const keys = keysOf(map, walk);
    if (keys.length === 0) return undefined;
    const add = (set: GrowingSet, index: number): GrowingSet => {
      const key = keys[index]!;
      return set.with(shape.elementOf(key), whole(shape.values, map[key], walk));
    };
    return addParts(itself, keys.length, add, walk.large);
  }
  const items = itemsOf(value);
  if (items.length === 0) return undefined;
  if (shape.type === 'set') {
    return addMembers(shape, items, noItems, itself, walk, (set) => distinctMembers(shape, set));
  }
  const add = (set: GrowingSet, index: number): GrowingSet => {
    const item = items[index]!;
    return set.with(shape.elementOf(item), whole(shape.items, item, walk));
  };
  return addParts(itself, items.length, add, walk.large, (set) => distinctItems(shape, items, set));
}
