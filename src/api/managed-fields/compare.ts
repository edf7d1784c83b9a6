/**
 * Which fields differ between two versions of an object. Walks both along their shape and skips
 * what they share, so the cost is that of the difference.
 */
import { deepEqual } from '#kinds';
import { leaf, self, type FieldSet } from './field-set.ts';
import { FieldSetBuilder } from './field-set-builder.ts';
import { fieldElement, valueElement } from './fields-v1.ts';
import type { FieldShape, KeyedListShape, MapShape, Shape, StructShape } from './shape.ts';

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
  /** Something of the old version is not in the new one. */
  removes: boolean;
}

const nothing: JsonObject = Object.freeze({});
const noItems: readonly never[] = Object.freeze([]);

/**
 * Compares two versions as the API would write them.
 * @param model a set that `changed` probably equals: parts of it are used again where they fit
 * @throws {DuplicateElement} for lists whose elements cannot be told apart
 */
export function compare(
  shape: StructShape,
  before: object,
  after: object,
  model?: FieldSet,
): Changes {
  return compareBy(shape, before, after, true, model);
}

/** {@link compare}, but what is empty counts as there: for objects that are not as the API writes them. */
export function compareRaw(shape: StructShape, before: object, after: object): Changes {
  return compareBy(shape, before, after, false);
}

function compareBy(
  shape: StructShape,
  before: object,
  after: object,
  written: boolean,
  model?: FieldSet,
): Changes {
  const walk: Walk = { written, removes: false };
  const changed = changedIn(shape, before, after, walk, model);
  const removed = walk.removes ? addedIn(shape, after, before, walk) : undefined;
  return { changed, removed };
}

/** What is in `after` and not the same in `before`. Both are there. */
function changedIn(
  shape: Shape,
  before: unknown,
  after: unknown,
  walk: Walk,
  model: FieldSet | undefined,
): FieldSet | undefined {
  if (before === after) return undefined;
  if (shape.type === 'leaf') return deepEqual(before, after) ? undefined : leaf;
  if (isEmpty(before) && isEmpty(after)) {
    return (before === null) === (after === null) ? undefined : leaf;
  }
  switch (shape.type) {
    case 'struct':
      return changedInStruct(shape, fieldsOf(before), fieldsOf(after), walk, model);
    case 'map':
      return changedInMap(shape, fieldsOf(before), fieldsOf(after), walk, model);
    case 'list':
      return changedInList(shape, itemsOf(before), itemsOf(after), walk, model);
    case 'set':
      return changedInSet(itemsOf(before), itemsOf(after), walk, model);
  }
}

function changedInStruct(
  { fields }: StructShape,
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
  model: FieldSet | undefined,
): FieldSet | undefined {
  let changed = builderOf(model);
  for (const name in after) {
    const value = after[name];
    const old = before[name];
    if (value === old) continue;
    const field = fields.get(name);
    if (field === undefined || isAbsent(field, value, walk)) continue;
    const likely = changed?.modelOf(field.element);
    const part = isAbsent(field, old, walk)
      ? whole(field.shape, value, walk, likely)
      : changedIn(field.shape, old, value, walk, likely);
    if (part !== undefined) (changed ??= new FieldSetBuilder(undefined)).add(field.element, part);
  }
  if (!walk.removes) walk.removes = losesField(fields, before, after, walk);
  return changed?.result;
}

function losesField(
  fields: StructShape['fields'],
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
): boolean {
  for (const name in before) {
    const value = after[name];
    if (value === before[name]) continue;
    const field = fields.get(name);
    if (field === undefined || isAbsent(field, before[name], walk)) continue;
    if (isAbsent(field, value, walk)) return true;
  }
  return false;
}

function changedInMap(
  { values }: MapShape,
  before: JsonObject,
  after: JsonObject,
  walk: Walk,
  model: FieldSet | undefined,
): FieldSet | undefined {
  let changed = builderOf(model);
  for (const key in after) {
    const old = own(before, key);
    if (old === after[key]) continue;
    const element = fieldElement(key);
    const likely = changed?.modelOf(element);
    const part =
      old === undefined
        ? whole(values, after[key], walk, likely)
        : changedIn(values, old, after[key], walk, likely);
    if (part !== undefined) (changed ??= new FieldSetBuilder(undefined)).add(element, part);
  }
  for (const key in before) if (own(after, key) === undefined) walk.removes = true;
  return changed?.result;
}

function changedInList(
  shape: KeyedListShape,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  walk: Walk,
  model: FieldSet | undefined,
): FieldSet | undefined {
  let changed = builderOf(model);
  let isAligned = before.length === after.length;
  for (let index = 0; index < after.length; index++) {
    const item = after[index]!;
    const place = placeOf(shape, before, item, index);
    if (place !== index) isAligned = false;
    if (place >= 0 && before[place] === item) continue;
    const element = shape.elementOf(item);
    const likely = changed?.modelOf(element);
    const part =
      place < 0
        ? whole(shape.items, item, walk, likely)
        : changedIn(shape.items, before[place], item, walk, likely);
    if (part !== undefined) (changed ??= new FieldSetBuilder(undefined)).add(element, part);
  }
  if (isAligned) return changed?.result;
  refuseDuplicates(shape, after);
  if (before.some((item, index) => placeOf(shape, after, item, index) < 0)) walk.removes = true;
  return changed?.result;
}

function changedInSet(
  before: readonly unknown[],
  after: readonly unknown[],
  walk: Walk,
  model: FieldSet | undefined,
): FieldSet | undefined {
  const changed = new FieldSetBuilder(model);
  for (const value of after) if (!before.includes(value)) changed.add(valueElement(value), leaf);
  if (new Set(after).size < after.length) throw new DuplicateElement();
  if (before.some((value) => !after.includes(value))) walk.removes = true;
  return changed.result;
}

/** What is in `after` and absent in `before`. Both are there. */
function addedIn(shape: Shape, before: unknown, after: unknown, walk: Walk): FieldSet | undefined {
  if (before === after || shape.type === 'leaf') return undefined;
  let added: Record<string, FieldSet> | undefined;
  const add = (element: string, inner: Shape, old: unknown, value: unknown): void => {
    const part = old === undefined ? whole(inner, value, walk) : addedIn(inner, old, value, walk);
    if (part !== undefined) (added ??= {})[element] = part;
  };
  switch (shape.type) {
    case 'struct':
      for (const [name, value] of Object.entries(fieldsOf(after))) {
        const field = shape.fields.get(name);
        if (field === undefined || isAbsent(field, value, walk)) continue;
        const old = fieldsOf(before)[name];
        add(field.element, field.shape, isAbsent(field, old, walk) ? undefined : old, value);
      }
      break;
    case 'map':
      for (const [key, value] of Object.entries(fieldsOf(after))) {
        add(fieldElement(key), shape.values, own(fieldsOf(before), key), value);
      }
      break;
    case 'list':
      for (const [index, item] of itemsOf(after).entries()) {
        const old = itemsOf(before)[placeOf(shape, itemsOf(before), item, index)];
        add(shape.elementOf(item), shape.items, old, item);
      }
      break;
    case 'set':
      for (const value of itemsOf(after) as readonly unknown[]) {
        if (!itemsOf(before).includes(value as JsonObject)) {
          (added ??= {})[valueElement(value)] = leaf;
        }
      }
  }
  return added;
}

/** A value with all its parts, itself included: what is owned of something that is new. */
function whole(shape: Shape, value: unknown, walk: Walk, model?: FieldSet): FieldSet {
  if (shape.type === 'leaf' || isEmpty(value)) return leaf;
  const set = new FieldSetBuilder(model);
  set.add(self, leaf);
  switch (shape.type) {
    case 'struct': {
      const object = value as JsonObject;
      for (const name in object) {
        const field = shape.fields.get(name);
        if (field === undefined || isAbsent(field, object[name], walk)) continue;
        addWhole(set, field.element, field.shape, object[name], walk);
      }
      break;
    }
    case 'map': {
      const object = value as JsonObject;
      for (const key in object) {
        addWhole(set, fieldElement(key), shape.values, object[key], walk);
      }
      break;
    }
    case 'list':
      for (const item of itemsOf(value)) {
        addWhole(set, shape.elementOf(item), shape.items, item, walk);
      }
      break;
    case 'set':
      for (const item of itemsOf(value)) addOnce(set, valueElement(item), leaf);
  }
  return set.result!;
}

function addWhole(
  set: FieldSetBuilder,
  element: string,
  shape: Shape,
  value: unknown,
  walk: Walk,
): void {
  const isLeaf = shape.type === 'leaf';
  addOnce(set, element, isLeaf ? leaf : whole(shape, value, walk, set.modelOf(element)));
}

/** Fields and keys of maps come once anyway. */
function addOnce(set: FieldSetBuilder, element: string, part: FieldSet): void {
  if (!set.add(element, part)) throw new DuplicateElement();
}

function builderOf(model: FieldSet | undefined): FieldSetBuilder | undefined {
  return model && new FieldSetBuilder(model);
}

/** Where the element of that key is, with a look at the most likely place first; -1 for nowhere. */
export function placeOf(
  { keys }: KeyedListShape,
  items: readonly JsonObject[],
  item: JsonObject,
  likely: number,
): number {
  if (likely < items.length && hasSameKeys(keys, items[likely]!, item)) return likely;
  for (let index = 0; index < items.length; index++) {
    if (hasSameKeys(keys, items[index]!, item)) return index;
  }
  return -1;
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
