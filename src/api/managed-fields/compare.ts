/**
 * Which fields differ between two versions of an object. Walks both along their shape and skips
 * what they share, so the cost is that of the difference.
 */
import { deepEqual } from '#kinds';
import { inOneGo, type Parts } from '../parts.ts';
import { leaf, self, type FieldSet } from './field-set.ts';
import type {
  CompositeShape,
  FieldShape,
  KeyedListShape,
  MapShape,
  SetShape,
  Shape,
  StructShape,
} from './shape.ts';
import type { SetPrefix } from './set-prefix.ts';

export interface Changes {
  /** Fields that are new or have another value. */
  readonly changed: FieldSet | undefined;
  /** Fields that are gone. */
  readonly removed: FieldSet | undefined;
}

/** A keyed list has two elements of one key, or a set the same element twice. */
export class DuplicateElement extends Error {
  override readonly name = 'DuplicateElement';
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What a walk takes along. */
interface Walk {
  /** Empty lists and maps count as absent where they would not be written. */
  readonly written: boolean;
  /** Something of the old version may not be in the new one. */
  removes: boolean;
}

const nothing: JsonObject = Object.freeze({});
const noItems: readonly never[] = Object.freeze([]);

/**
 * Compares two versions as the API would write them.
 * @throws {DuplicateElement} for lists whose elements cannot be told apart
 */
export function compare(shape: StructShape, before: object, after: object): Changes {
  return compareBy(shape, before, after, true);
}

/** {@link compare}, but what is empty counts as there: for objects that are not as the API writes them. */
export function compareRaw(shape: StructShape, before: object, after: object): Changes {
  return compareBy(shape, before, after, false);
}

/** {@link compare} in parts. */
export function comparing(shape: StructShape, before: object, after: object): Parts<Changes> {
  return comparingBy(shape, before, after, true);
}

function compareBy(shape: StructShape, before: object, after: object, written: boolean): Changes {
  return inOneGo(comparingBy(shape, before, after, written));
}

function* comparingBy(
  shape: StructShape,
  before: object,
  after: object,
  written: boolean,
): Parts<Changes> {
  const walk: Walk = { written, removes: false };
  const changed = changedIn(shape, before, after, walk);
  if (!walk.removes) return { changed, removed: undefined };
  yield;
  return { changed, removed: addedIn(shape, after, before, walk) };
}

/** What is in `after` and not the same in `before`. Both are there. */
function changedIn(
  shape: Shape,
  before: unknown,
  after: unknown,
  walk: Walk,
): FieldSet | undefined {
  if (before === after) return undefined;
  if (shape.type === 'leaf') return deepEqual(before, after) ? undefined : leaf;
  if (isEmpty(before)) {
    if (!isEmpty(after)) return withParts(shape.start, shape, after, walk).set;
    return (before === null) === (after === null) ? undefined : leaf;
  }
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
  let changed = start;
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
  const { values } = shape;
  let changed = shape.start;
  for (const key in after) {
    const value = after[key];
    const old = own(before, key);
    if (old === value) continue;
    const part =
      old === undefined ? whole(values, value, walk) : changedIn(values, old, value, walk);
    if (part !== undefined) changed = changed.with(shape.elementOf(key), part);
  }
  for (const key in before) if (own(after, key) === undefined) walk.removes = true;
  return changed.set;
}

function changedInList(
  shape: KeyedListShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
): FieldSet | undefined {
  let changed = shape.start;
  const placeBefore = placesIn(shape, before);
  let isAligned = before.length === after.length;
  for (let index = 0; index < after.length; index++) {
    const item = after[index]!;
    const place = placeBefore(item, index);
    if (place !== index) isAligned = false;
    if (place >= 0 && before[place] === item) continue;
    const part =
      place < 0
        ? whole(shape.items, item, walk)
        : changedIn(shape.items, before[place], item, walk);
    if (part !== undefined) changed = changed.with(shape.elementOf(item), part);
  }
  if (isAligned) return changed.set;
  refuseDuplicates(shape, after);
  const placeAfter = placesIn(shape, after);
  if (before.some((item, index) => placeAfter(item, index) < 0)) walk.removes = true;
  return changed.set;
}

function changedInSet(
  shape: SetShape,
  before: readonly unknown[],
  after: readonly unknown[],
  walk: Walk,
): FieldSet | undefined {
  const [old, next] = [new Set(before), new Set(after)];
  let changed = shape.start;
  for (const value of after) {
    if (!old.has(value)) changed = changed.with(shape.elementOf(value), leaf);
  }
  if (next.size < after.length) throw new DuplicateElement();
  if (before.some((value) => !next.has(value))) walk.removes = true;
  return changed.set;
}

/** What is in `after` and absent in `before`. Both are there. */
function addedIn(shape: Shape, before: unknown, after: unknown, walk: Walk): FieldSet | undefined {
  if (before === after || shape.type === 'leaf') return undefined;
  let added = shape.start;
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
    case 'map': {
      const [old, object] = [fieldsOf(before), fieldsOf(after)];
      for (const key in object) {
        const was = own(old, key);
        const part =
          was === undefined
            ? whole(shape.values, object[key], walk)
            : addedIn(shape.values, was, object[key], walk);
        if (part !== undefined) added = added.with(shape.elementOf(key), part);
      }
      break;
    }
    case 'list': {
      const [old, items] = [itemsOf(before), itemsOf(after)];
      const placeOf = placesIn(shape, old);
      for (const [index, item] of items.entries()) {
        const place = placeOf(item, index);
        const part =
          place < 0 ? whole(shape.items, item, walk) : addedIn(shape.items, old[place], item, walk);
        if (part !== undefined) added = added.with(shape.elementOf(item), part);
      }
      break;
    }
    case 'set': {
      const old = new Set<unknown>(itemsOf(before));
      for (const value of itemsOf(after) as readonly unknown[]) {
        if (!old.has(value)) added = added.with(shape.elementOf(value), leaf);
      }
    }
  }
  return added.set;
}

/** A value with all its parts, itself included: what is owned of something that is new. */
function whole(shape: Shape, value: unknown, walk: Walk): FieldSet {
  if (shape.type === 'leaf' || isEmpty(value)) return leaf;
  return withParts(shape.start.with(self, leaf), shape, value, walk).set!;
}

function withParts(
  prefix: SetPrefix,
  shape: CompositeShape,
  value: unknown,
  walk: Walk,
): SetPrefix {
  let set = prefix;
  switch (shape.type) {
    case 'struct': {
      const object = value as JsonObject;
      for (const name in object) {
        const part = object[name];
        const field = shape.fields.get(name);
        if (field === undefined || isAbsent(field, part, walk)) continue;
        set = set.with(field.element, whole(field.shape, part, walk));
      }
      break;
    }
    case 'map': {
      const object = value as JsonObject;
      for (const key in object) {
        set = set.with(shape.elementOf(key), whole(shape.values, object[key], walk));
      }
      break;
    }
    case 'list':
      for (const item of itemsOf(value)) {
        set = set.with(shape.elementOf(item), whole(shape.items, item, walk));
      }
      if (set.repeats) throw new DuplicateElement();
      break;
    case 'set':
      for (const item of itemsOf(value)) set = set.with(shape.elementOf(item), leaf);
      if (set.repeats) throw new DuplicateElement();
  }
  return set;
}

/** In lists up to this length searching is faster than an index. */
const shortList = 16;

/** Says where the element of that key is, with a look at the most likely place first; -1 for nowhere. */
export function placesIn(
  shape: KeyedListShape,
  items: readonly JsonObject[],
): (item: JsonObject, likely: number) => number {
  let index: ReadonlyMap<string, number> | undefined;
  return (item, likely) => {
    if (likely < items.length && hasSameKeys(shape.keys, items[likely]!, item)) return likely;
    if (items.length <= shortList) {
      return items.findIndex((candidate) => hasSameKeys(shape.keys, candidate, item));
    }
    index ??= firstPlaces(shape, items);
    return index.get(shape.elementOf(item)) ?? -1;
  };
}

function firstPlaces(
  shape: KeyedListShape,
  items: readonly JsonObject[],
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const element = shape.elementOf(item);
    if (!places.has(element)) places.set(element, index);
  }
  return places;
}

function hasSameKeys(keys: KeyedListShape['keys'], a: JsonObject, b: JsonObject): boolean {
  if (a === b) return true;
  for (const { name, default: usual } of keys) {
    if ((a[name] ?? usual) !== (b[name] ?? usual)) return false;
  }
  return true;
}

function refuseDuplicates(shape: KeyedListShape, items: readonly JsonObject[]): void {
  const seen = new Set(items.map((item) => shape.elementOf(item)));
  if (seen.size < items.length) throw new DuplicateElement();
}

function isAbsent(field: FieldShape, value: unknown, walk: Walk): boolean {
  return value === undefined || (walk.written && field.omitsEmpty && isEmpty(value));
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

/** Keys of maps are anybody's text: `constructor` must not be found on the prototype. */
function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
