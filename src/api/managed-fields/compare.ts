/**
 * Which fields differ between two versions of an object. Walks both along their shape and skips the
 * parts that they share, so that the cost is that of the difference.
 */
import { deepEqual } from '#kinds';
import type { Parts } from '../parts.ts';
import { leaf, self, type FieldSet } from './field-set.ts';
import { addParts, LargeParts, type PartsOf } from './large-parts.ts';
import { placesIn } from './places.ts';
import {
  IndistinctElement,
  type FieldShape,
  type KeyedListShape,
  type MapShape,
  type SetShape,
  type Shape,
  type StructShape,
} from './shape.ts';
import type { GrowingSet } from './set-prefix.ts';

export interface Changes {
  /** Fields that are new or have another value. */
  readonly changed: FieldSet | undefined;
  /** Fields that were removed. */
  readonly removed: FieldSet | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The state of a walk. */
interface Walk {
  /** Empty lists and maps count as absent where they would not be written. */
  readonly written: boolean;
  /** A part of the old version may be missing in the new one. */
  removes: boolean;
  /** Large parts, which a walk in parts does later; absent where everything is done at once. */
  readonly large?: LargeParts;
}

const nothing: JsonObject = Object.freeze({});
const noItems: readonly never[] = Object.freeze([]);

/**
 * Compares two versions as the API would write them.
 * @throws {IndistinctElement} for lists whose elements cannot be distinguished
 */
export function compare(shape: StructShape, before: object, after: object): Changes {
  return compareBy(shape, before, after, true);
}

/** {@link compare}, but empty values count as present: for objects that are not as the API writes them. */
export function compareRaw(shape: StructShape, before: object, after: object): Changes {
  return compareBy(shape, before, after, false);
}

/** {@link compare} in parts. */
export function comparing(shape: StructShape, before: object, after: object): Parts<Changes> {
  return comparingBy(shape, before, after, true);
}

/** {@link compareRaw} in parts. */
export function comparingRaw(shape: StructShape, before: object, after: object): Parts<Changes> {
  return comparingBy(shape, before, after, false);
}

function compareBy(shape: StructShape, before: object, after: object, written: boolean): Changes {
  const walk: Walk = { written, removes: false };
  const changed = changedIn(shape, before, after, walk);
  return { changed, removed: walk.removes ? addedIn(shape, after, before, walk) : undefined };
}

function* comparingBy(
  shape: StructShape,
  before: object,
  after: object,
  written: boolean,
): Parts<Changes> {
  const large = new LargeParts();
  const walk: Walk = { written, removes: false, large };
  const changed = yield* large.filledIn(changedIn(shape, before, after, walk));
  if (!walk.removes) return { changed, removed: undefined };
  yield;
  return { changed, removed: yield* large.filledIn(addedIn(shape, after, before, walk)) };
}

/** The fields in `after` that differ from those in `before`. Both are present. */
function changedIn(
  shape: Shape,
  before: unknown,
  after: unknown,
  walk: Walk,
): FieldSet | undefined {
  if (before === after) return undefined;
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
      return changedInList(shape, itemsOf(before), itemsOf(after), walk);
    case 'set':
      return changedInSet(shape, itemsOf(before), itemsOf(after), walk);
  }
}

function changedInStruct(
  { fields, start }: StructShape,
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
): FieldSet | undefined {
  let changed: GrowingSet = start;
  let inBoth = 0;
  for (const name in after) {
    const value = after[name];
    const old = before[name];
    if (old !== undefined && value !== undefined) inBoth++;
    if (value === old) continue;
    const field = fields.get(name);
    if (field === undefined) continue;
    const isNew = isAbsent(field, old, walk);
    if (isAbsent(field, value, walk)) {
      if (!isNew) walk.removes = true;
      continue;
    }
    const part = isNew ? whole(field.shape, value, walk) : changedIn(field.shape, old, value, walk);
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
  const entries = entriesOf(shape, after, walk, (value, key) => {
    const old = own(before, key);
    if (old === value) return undefined;
    return old === undefined
      ? whole(shape.values, value, walk)
      : changedIn(shape.values, old, value, walk);
  });
  return addParts(shape.start, entries, walk.large, () => {
    for (const key in before) if (own(after, key) === undefined) walk.removes = true;
  });
}

function changedInList(
  shape: KeyedListShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
): FieldSet | undefined {
  const placeBefore = placesIn(shape, before);
  let isAligned = before.length === after.length;
  const elements = elementsOf(shape, after, (item, index) => {
    const place = placeBefore(item, index);
    if (place !== index) isAligned = false;
    if (place < 0) return whole(shape.items, item, walk);
    return before[place] === item ? undefined : changedIn(shape.items, before[place], item, walk);
  });
  return addParts(shape.start, elements, walk.large, () => {
    if (isAligned) return;
    refuseDuplicates(shape, after);
    const placeAfter = placesIn(shape, after);
    if (before.some((item, index) => placeAfter(item, index) < 0)) walk.removes = true;
  });
}

function changedInSet(
  shape: SetShape,
  before: readonly unknown[],
  after: readonly unknown[],
  walk: Walk,
): FieldSet | undefined {
  return addParts(shape.start, membersOf(shape, after, before), walk.large, () => {
    const next = new Set(after);
    if (next.size < after.length) throw new IndistinctElement();
    if (before.some((value) => !next.has(value))) walk.removes = true;
  });
}

/** The fields in `after` that are absent in `before`. Both are present. */
function addedIn(shape: Shape, before: unknown, after: unknown, walk: Walk): FieldSet | undefined {
  if (before === after || shape.type === 'leaf') return undefined;
  let added: GrowingSet = shape.start;
  switch (shape.type) {
    case 'struct': {
      const [old, object] = [fieldsOf(before), fieldsOf(after)];
      for (const name in object) {
        const value = object[name];
        const was = old[name];
        if (value === was) continue;
        const field = shape.fields.get(name);
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
      return addedInList(shape, itemsOf(before), itemsOf(after), walk);
    case 'set':
      return addParts(shape.start, membersOf(shape, itemsOf(after), itemsOf(before)), walk.large);
  }
  return added.set;
}

function addedInMap(
  shape: MapShape,
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
): FieldSet | undefined {
  const entries = entriesOf(shape, after, walk, (value, key) => {
    const was = own(before, key);
    return was === undefined
      ? whole(shape.values, value, walk)
      : addedIn(shape.values, was, value, walk);
  });
  return addParts(shape.start, entries, walk.large);
}

function addedInList(
  shape: KeyedListShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
): FieldSet | undefined {
  const placeBefore = placesIn(shape, before);
  const elements = elementsOf(shape, after, (item, index) => {
    const place = placeBefore(item, index);
    return place < 0
      ? whole(shape.items, item, walk)
      : addedIn(shape.items, before[place], item, walk);
  });
  return addParts(shape.start, elements, walk.large);
}

/** A value with all its parts and itself: the fields that the writer of a new value owns. */
function whole(shape: Shape, value: unknown, walk: Walk): FieldSet {
  if (shape.type === 'leaf') return leaf;
  const itself = shape.start.with(self, leaf);
  if (shape.type === 'struct') return wholeStruct(shape, itself, fieldsOf(value), walk);
  const parts = wholeParts(shape, value, walk);
  if (parts.count === 0) return leaf;
  return addParts(itself, parts, walk.large, shape.type === 'map' ? undefined : refuseRepeats)!;
}

function wholeStruct(
  { fields }: StructShape,
  itself: GrowingSet,
  object: JsonObject,
  walk: Walk,
): FieldSet {
  let set = itself;
  for (const name in object) {
    const part = object[name];
    const field = fields.get(name);
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

function entriesOf(
  shape: MapShape,
  map: JsonObject,
  walk: Walk,
  partOf: (value: unknown, key: string) => FieldSet | undefined,
): PartsOf {
  const keys = walk.large === undefined ? Object.keys(map) : walk.large.keysOf(map);
  return {
    count: keys.length,
    add(set, index) {
      const key = keys[index]!;
      const part = partOf(map[key], key);
      return part === undefined ? set : set.with(shape.elementOf(key), part);
    },
  };
}

function elementsOf(
  shape: KeyedListShape,
  items: readonly JsonObject[],
  partOf: (item: JsonObject, index: number) => FieldSet | undefined,
): PartsOf {
  return {
    count: items.length,
    add(set, index) {
      const item = items[index]!;
      const part = partOf(item, index);
      return part === undefined ? set : set.with(shape.elementOf(item), part);
    },
  };
}

/** The members that were not there before. */
function membersOf(
  shape: SetShape,
  items: readonly unknown[],
  before: readonly unknown[],
): PartsOf {
  const old = new Set(before);
  return {
    count: items.length,
    add(set, index) {
      const value = items[index];
      return old.has(value) ? set : set.with(shape.elementOf(value), leaf);
    },
  };
}

function refuseRepeats({ repeats }: GrowingSet): void {
  if (repeats) throw new IndistinctElement();
}

function refuseDuplicates(shape: KeyedListShape, items: readonly JsonObject[]): void {
  const seen = new Set(items.map((item) => shape.elementOf(item)));
  if (seen.size < items.length) throw new IndistinctElement();
}

function isAbsent(field: FieldShape, value: unknown, walk: Walk): boolean {
  if (value === undefined) return true;
  if (!walk.written || !field.omitsEmpty) return false;
  if (walk.large === undefined || !isMap(value)) return isEmpty(value);
  return walk.large.keysOf(value).length === 0;
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null, or an object or list without parts. */
export function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

function fieldsOf(value: unknown): JsonObject {
  return (value ?? nothing) as JsonObject;
}

function itemsOf(value: unknown): readonly JsonObject[] {
  return (value ?? noItems) as readonly JsonObject[];
}

/** Keys of maps are arbitrary: `constructor` must not be found on the prototype. */
function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
