/**
 * Which fields differ between two versions of an object. Walks both along their shape and skips the
 * parts that they share, so that the cost is that of the difference.
 */
import { deepEqual, own } from '#values';
import type { Resumable } from '#values';
import { leaf, type FieldSet } from './field-set.ts';
import { addParts, isLater, LargeParts, type AddPart } from './large-parts.ts';
import { placesIn } from './places.ts';
import { areRepeated, comparedByName } from './repeated.ts';
import {
  fieldIn,
  IndistinctElement,
  shapeFor,
  type KeyedListShape,
  type MapShape,
  type SetShape,
  type Shape,
  type StructShape,
} from './shape.ts';
import type { GrowingSet } from './set-prefix.ts';
import {
  addMembers,
  fieldsOf,
  isAbsent,
  isEmpty,
  itemsOf,
  keysOf,
  refuseDuplicates,
  type JsonObject,
  type Walk,
} from './walk.ts';
import { whole } from './whole.ts';

export interface Changes {
  /** Fields that are new or have another value. */
  readonly changed: FieldSet | undefined;
  /** Fields that were removed. */
  readonly removed: FieldSet | undefined;
}

/** An object, and all of its fields that differ from those of a blank one. */
export interface Known {
  readonly object: object;
  readonly changed: FieldSet;
}

/**
 * Compares two versions as the API would write them.
 * @param written false: empty values count as present, for objects that are not as the API writes them
 * @throws {IndistinctElement} for lists whose elements cannot be distinguished
 */
export function compare(
  shape: StructShape,
  before: object,
  after: object,
  written = true,
): Changes {
  const walk: Walk = { written, removes: false };
  const changed = changedIn(shape, before, after, walk);
  return { changed, removed: walk.removes ? addedIn(shape, after, before, walk) : undefined };
}

/**
 * {@link compare}: in parts where a value is large, else at once.
 * @param alike made before, from the same `before`: parts that they share are not walked again
 */
export function beginComparing(
  shape: StructShape,
  before: object,
  after: object,
  written = true,
  alike?: Known,
): Changes | Resumable<Changes> {
  const large = new LargeParts();
  const walk: Walk = { written, removes: false, large };
  const changed =
    alike === undefined
      ? changedIn(shape, before, after, walk)
      : changedInStruct(shape, fieldsOf(before), fieldsOf(after), walk, alike);
  if (!large.areLeft && !walk.removes) return { changed, removed: undefined };
  return comparingOn(shape, before, after, walk, changed);
}

/** The rest of a comparison that finds large parts or removed fields. */
function* comparingOn(
  shape: StructShape,
  before: object,
  after: object,
  walk: Walk,
  differing: FieldSet | undefined,
): Resumable<Changes> {
  const large = walk.large!;
  const changed = large.areLeft ? yield* large.filledIn(differing) : differing;
  if (!walk.removes) return { changed, removed: undefined };
  yield;
  const removed = addedIn(shape, after, before, walk);
  return { changed, removed: large.areLeft ? yield* large.filledIn(removed) : removed };
}

/** The fields in `after` that differ from those in `before`. Both are present. */
function changedIn(
  shape: Shape,
  before: unknown,
  after: unknown,
  walk: Walk,
): FieldSet | undefined {
  if (before === after) return undefined;
  if (shape.type === 'deduced')
    return changedIn(shapeFor(shape, before, after), before, after, walk);
  if (shape.type === 'leaf') return deepEqual(before, after) ? undefined : leaf;
  // Null is empty, but differs from a present, empty value.
  if (before === null && isEmpty(after)) return leaf;
  if (after === null && isEmpty(before)) return leaf;
  switch (shape.type) {
    case 'struct':
      return changedInStruct(shape, fieldsOf(before), fieldsOf(after), walk);
    case 'map':
      return changedInMap(shape, fieldsOf(before), fieldsOf(after), walk);
    case 'list':
    case 'set':
      return changedInItems(shape, itemsOf(before), itemsOf(after), walk);
  }
}

function changedInStruct(
  shape: StructShape,
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
  alike?: Known,
): FieldSet | undefined {
  let changed: GrowingSet = shape.start;
  let inBoth = 0;
  const model = alike === undefined ? undefined : fieldsOf(alike.object);
  for (const name in after) {
    const value = after[name];
    const old = before[name];
    if (old !== undefined && value !== undefined) inBoth++;
    if (value === old) continue;
    const field = fieldIn(shape, name);
    if (field === undefined) continue;
    const isNew = isAbsent(field, old, walk);
    if (isAbsent(field, value, walk)) {
      if (!isNew) walk.removes = true;
      continue;
    }
    let part: FieldSet | undefined;
    if (model !== undefined && model[name] === value) part = alike!.changed[field.element];
    else if (isNew) part = whole(field.shape, value, walk);
    else part = changedIn(field.shape, old, value, walk);
    if (part !== undefined) changed = changed.with(field.element, part);
  }
  if (hasMoreFields(before, inBoth)) walk.removes = true;
  return changed.set;
}

function hasMoreFields(object: JsonObject, count: number): boolean {
  let left = count;
  for (const name in object) if (object[name] !== undefined && left-- === 0) return true;
  return false;
}

function changedInMap(
  shape: MapShape,
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
): FieldSet | undefined {
  const keys = keysOf(after, walk);
  const { large } = walk;
  if (isLater(keys.length, large)) {
    const add: AddPart = (set, index) => withEntry(set, shape, before, after, keys[index]!, walk);
    const end = (set: GrowingSet): GrowingSet => {
      findRemovedKeys(before, after, walk);
      return set;
    };
    return large.later(shape.start, keys.length, add, end);
  }
  let changed: GrowingSet = shape.start;
  for (const key of keys) changed = withEntry(changed, shape, before, after, key, walk);
  findRemovedKeys(before, after, walk);
  return changed.set;
}

/** With what has changed in the entry of a map. */
function withEntry(
  set: GrowingSet,
  shape: MapShape,
  before: JsonObject,
  after: JsonObject,
  key: string,
  walk: Walk,
): GrowingSet {
  const value = own(after, key);
  const old = own(before, key);
  if (old === value) return set;
  const part =
    old === undefined
      ? whole(shape.values, value, walk)
      : changedIn(shape.values, old, value, walk);
  return part === undefined ? set : set.with(shape.elementOf(key), part);
}

function findRemovedKeys(before: JsonObject, after: JsonObject, walk: Walk): void {
  for (const key in before) if (own(after, key) === undefined) walk.removes = true;
}

function changedInItems(
  shape: KeyedListShape | SetShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
): FieldSet | undefined {
  if (areRepeated(shape, before, after)) {
    walk.removes = true;
    return comparedByName(shape, before, after, walk, changedIn, true);
  }
  return shape.type === 'set'
    ? changedInSet(shape, before, after, walk)
    : changedInList(shape, before, after, walk);
}

function changedInList(
  shape: KeyedListShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
): FieldSet | undefined {
  const placeBefore = placesIn(shape, before);
  let isAligned = before.length === after.length;
  const add: AddPart = (set, index) => {
    const item = after[index]!;
    const place = placeBefore(item, index);
    if (place !== index) isAligned = false;
    if (place >= 0 && before[place] === item) return set;
    const part =
      place < 0
        ? whole(shape.items, item, walk)
        : changedIn(shape.items, before[place], item, walk);
    return part === undefined ? set : set.with(shape.elementOf(item), part);
  };
  return addParts(shape.start, after.length, add, walk.large, (set) => {
    if (isAligned) return set;
    refuseDuplicates(shape, after);
    const placeAfter = placesIn(shape, after);
    if (before.some((item, index) => placeAfter(item, index) < 0)) walk.removes = true;
    return set;
  });
}

function changedInSet(
  shape: SetShape,
  before: readonly unknown[],
  after: readonly unknown[],
  walk: Walk,
): FieldSet | undefined {
  return addMembers(shape, after, before, shape.start, walk, (set) => {
    const next = new Set(after);
    if (next.size < after.length) throw new IndistinctElement();
    if (before.some((value) => !next.has(value))) walk.removes = true;
    return set;
  });
}

/** The fields in `after` that are absent in `before`. Both are present. */
function addedIn(shape: Shape, before: unknown, after: unknown, walk: Walk): FieldSet | undefined {
  if (before === after || shape.type === 'leaf') return undefined;
  if (shape.type === 'deduced') return addedIn(shapeFor(shape, before, after), before, after, walk);
  let added: GrowingSet = shape.start;
  switch (shape.type) {
    case 'struct': {
      const [old, object] = [fieldsOf(before), fieldsOf(after)];
      for (const name in object) {
        const value = object[name];
        const was = old[name];
        if (value === was) continue;
        const field = fieldIn(shape, name);
        if (field === undefined || isAbsent(field, value, walk)) continue;
        const part = isAbsent(field, was, walk)
          ? whole(field.shape, value, walk)
          : addedIn(field.shape, was, value, walk);
        if (part !== undefined) added = added.with(field.element, part);
      }
      break;
    }
    case 'map':
      return addedInMap(shape, fieldsOf(before), fieldsOf(after), walk);
    case 'list':
    case 'set':
      return addedInItems(shape, itemsOf(before), itemsOf(after), walk);
  }
  return added.set;
}

function addedInMap(
  shape: MapShape,
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
): FieldSet | undefined {
  const keys = keysOf(after, walk);
  const add = (set: GrowingSet, index: number): GrowingSet => {
    const key = keys[index]!;
    const value = after[key];
    const was = own(before, key);
    const part =
      was === undefined
        ? whole(shape.values, value, walk)
        : addedIn(shape.values, was, value, walk);
    return part === undefined ? set : set.with(shape.elementOf(key), part);
  };
  return addParts(shape.start, keys.length, add, walk.large);
}

function addedInItems(
  shape: KeyedListShape | SetShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
): FieldSet | undefined {
  if (areRepeated(shape, before, after)) {
    return comparedByName(shape, before, after, walk, addedIn, false);
  }
  return shape.type === 'set'
    ? addMembers(shape, after, before, shape.start, walk)
    : addedInList(shape, before, after, walk);
}

function addedInList(
  shape: KeyedListShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
): FieldSet | undefined {
  const placeBefore = placesIn(shape, before);
  const add = (set: GrowingSet, index: number): GrowingSet => {
    const item = after[index]!;
    const place = placeBefore(item, index);
    const part =
      place < 0 ? whole(shape.items, item, walk) : addedIn(shape.items, before[place], item, walk);
    return part === undefined ? set : set.with(shape.elementOf(item), part);
  };
  return addParts(shape.start, after.length, add, walk.large);
}
