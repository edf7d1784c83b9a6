/**
 * Server-side apply: operations on objects and their parts, along their shape. Pure; untouched
 * parts are shared. Values are taken as they are: null and empty values count as present.
 */
import { own, setOwn } from '#values';
import {
  addParts,
  distinctItems,
  fieldElement,
  fieldIn,
  growingSet,
  isEmpty,
  isLeaf,
  isMember,
  LargeParts,
  leaf,
  many,
  placesIn,
  self,
  setOf,
  shapeFor,
  valueElement,
  type AddPart,
  type FieldSet,
  type GrowingSet,
  type KeyedListShape,
  type KnownShape,
  type Shape,
  type StructShape,
} from '../managed-fields/index.ts';
import type { Resumable } from '#values';
import { changing } from './merge-draft.ts';
import { mergedOrder } from './merge-order.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Items = readonly JsonObject[];

/** How fields are collected. */
interface Collecting {
  /** Structs that contain a member are members too. */
  readonly structs: boolean;
  /** Postpones large parts. */
  readonly large?: LargeParts;
}

/**
 * The fields that a body sets. A struct is owned through its fields, so it is not a member;
 * elements of lists and maps are.
 */
export function fieldsOf(shape: Shape, value: unknown): FieldSet | undefined {
  return collect(shape, value, { structs: false });
}

/** {@link fieldsOf} in parts. @param structs whether structs that contain a member are members too */
export function collecting(
  shape: Shape,
  value: unknown,
  structs = false,
): Resumable<FieldSet | undefined> {
  const large = new LargeParts();
  return large.filledIn(collect(shape, value, { structs, large }));
}

/** @param isItself whether the value is a member too, if it contains one */
function collect(
  shape: Shape,
  value: unknown,
  how: Collecting,
  isItself = false,
): FieldSet | undefined {
  if (shape.type === 'leaf') return leaf;
  if (shape.type === 'deduced') return collect(shapeFor(shape, value), value, how, isItself);
  if (value == null) return undefined;
  if (shape.type === 'struct') return collectStruct(shape, value as JsonObject, how, isItself);
  const keys = shape.type === 'map' ? Object.keys(value) : undefined;
  const { length } = keys ?? (value as Items);
  if (length === 0) return undefined;
  const start = isItself ? growingSet().with(self, leaf) : growingSet();
  const end = (set: GrowingSet): GrowingSet =>
    shape.type === 'list' ? distinctItems(shape, value as Items, set) : set;
  return addParts(start, length, addingTo(shape, value, keys, how), how.large, end);
}

function collectStruct(
  shape: StructShape,
  value: JsonObject,
  how: Collecting,
  isItself: boolean,
): FieldSet | undefined {
  const parts = new Map<string, FieldSet>();
  for (const [name, part] of Object.entries(value)) {
    const field = fieldIn(shape, name);
    if (field === undefined || part === undefined) continue;
    if (!shape.fields.has(name)) {
      parts.set(field.element, collect(field.shape, part, how, true) ?? leaf);
      continue;
    }
    const inside = part === null ? leaf : collect(field.shape, part, how, how.structs);
    const isEmptyLeaf = inside === undefined && !Array.isArray(part) && isEmpty(part);
    const collected = isEmptyLeaf ? leaf : inside;
    if (collected !== undefined) parts.set(field.element, collected);
  }
  if (parts.size === 0) return undefined;
  return setOf(isItself ? parts.set(self, leaf) : parts);
}

function addingTo(
  shape: Exclude<KnownShape, { readonly type: 'leaf' | 'struct' }>,
  value: unknown,
  keys: readonly string[] | undefined,
  how: Collecting,
): AddPart {
  if (shape.type === 'map') {
    const map = value as JsonObject;
    return (set, index) => {
      const key = keys![index]!;
      return set.with(fieldElement(key), collect(shape.values, map[key], how, true) ?? leaf);
    };
  }
  const items = value as Items;
  return (set, index) => {
    const item = items[index]!;
    return shape.type === 'set'
      ? set.with(valueElement(item), leaf)
      : set.with(shape.elementOf(item), collect(shape.items, item, how, true) ?? leaf);
  };
}

/** The fields with every struct that contains a member as a member too. */
export function* withStructs(
  shape: Shape,
  set: FieldSet | undefined,
): Resumable<FieldSet | undefined> {
  if (set === undefined || shape.type === 'leaf' || shape.type === 'set') return set;
  if (shape.type === 'deduced') return yield* withStructs(shape.object, set);
  if (shape.type === 'map' && shape.values.type === 'leaf') return set;
  const whole: Record<string, FieldSet> = {};
  const isStruct = shape.type === 'struct';
  const inner = innerShapes(shape);
  for (const [index, element] of Object.keys(set).entries()) {
    if (index % many === many - 1) yield;
    const part = set[element]!;
    const of = isLeaf(part) ? undefined : inner(element);
    const parts = of === undefined ? part : (yield* withStructs(of, part))!;
    whole[element] = isStruct && of !== undefined ? yield* withSelf(parts) : parts;
  }
  return whole;
}

/** The set with the value itself as a member. */
function* withSelf(set: FieldSet): Resumable<FieldSet> {
  if (self in set) return set;
  const whole: Record<string, FieldSet> = { [self]: leaf };
  for (const [index, element] of Object.keys(set).entries()) {
    if (index % many === many - 1) yield;
    whole[element] = set[element]!;
  }
  return whole;
}

/** Finds the shape of a part by its element; undefined for elements that the shape does not have. */
function innerShapes(shape: KnownShape): (element: string) => Shape | undefined {
  switch (shape.type) {
    case 'struct':
      return (element) => fieldIn(shape, element.slice(2))?.shape;
    case 'map':
      return () => shape.values;
    case 'list':
      return (element) => (element.startsWith('k:') ? shape.items : undefined);
    case 'set':
    case 'leaf':
      return () => undefined;
  }
}

/** The live value with the applied one merged in; see {@link mergedOrder} for lists. */
export function* merging(shape: Shape, live: unknown, applied: unknown): Resumable<unknown> {
  if (applied === undefined || applied === live) return live;
  if (live === undefined || shape.type === 'leaf') return applied;
  if (shape.type === 'deduced') {
    return yield* merging(shapeFor(shape, live, applied), live, applied);
  }
  if (isEmpty(applied)) return isEmpty(live) ? applied : live;
  if (isEmpty(live)) return applied;
  switch (shape.type) {
    case 'struct':
      return yield* mergingFields((name) => fieldIn(shape, name)?.shape, live, applied);
    case 'map':
      return yield* mergingFields(() => shape.values, live, applied);
    case 'list':
      return yield* mergingItems(shape, live as Items, applied as Items);
    case 'set':
      return mergeMembers(live as readonly unknown[], applied as readonly unknown[]);
  }
}

function* mergingFields(
  shapeOf: (name: string) => Shape | undefined,
  live: unknown,
  applied: unknown,
): Resumable<unknown> {
  const [present, input] = [live as JsonObject, applied as JsonObject];
  const changed = new Map<string, unknown>();
  for (const [index, name] of Object.keys(input).entries()) {
    if (index % many === many - 1) yield;
    const part = input[name];
    const shape = shapeOf(name);
    const old = own(present, name);
    const isWhole = shape === undefined || shape.type === 'leaf';
    const next = isWhole && part !== undefined ? part : yield* merging(shape!, old, part);
    if (next !== old) changed.set(name, next);
  }
  return changed.size === 0 ? live : yield* changing(present, changed);
}

function* mergingItems(shape: KeyedListShape, live: Items, applied: Items): Resumable<Items> {
  const order = mergedOrder(live.map(placesIn(shape, applied)), applied.map(placesIn(shape, live)));
  const isRepeated = repetitionIn(shape, live);
  const merged: JsonObject[] = [];
  for (const [index, from] of order.entries()) {
    if (index % many === many - 1) yield;
    const [present, item] = [live[from.live], applied[from.applied]];
    const isShared = present !== undefined && item !== undefined && !isRepeated(present);
    const next = isShared ? yield* merging(shape.items, present, item) : (item ?? present);
    merged.push(next as JsonObject);
  }
  return orLive(merged, live);
}

/** Tests whether items of a list are there several times: then an applied one replaces them all. */
function repetitionIn(shape: KeyedListShape, items: Items): (item: JsonObject) => boolean {
  if (!shape.rules.mayRepeat) return () => false;
  const earlier = new Set<string>();
  const repeated = new Set<string>();
  for (const item of items) {
    const element = shape.elementOf(item);
    (earlier.has(element) ? repeated : earlier).add(element);
  }
  return (item) => repeated.size > 0 && repeated.has(shape.elementOf(item));
}

function mergeMembers(live: readonly unknown[], applied: readonly unknown[]): readonly unknown[] {
  const order = mergedOrder(live.map(placesOf(applied)), applied.map(placesOf(live)));
  const merged = order.map((from) => (from.live < 0 ? applied[from.applied] : live[from.live]));
  return orLive(merged, live);
}

function placesOf(members: readonly unknown[]): (member: unknown) => number {
  const places = new Map(members.map((member, index) => [member, index]));
  return (member) => places.get(member) ?? -1;
}

/** The merged list; the live one when they are equal. */
function orLive<T>(merged: readonly T[], live: readonly T[]): readonly T[] {
  const isSame =
    merged.length === live.length && merged.every((item, index) => item === live[index]);
  return isSame ? live : merged;
}

/** The value without these fields; null for a struct, map or list that loses all its parts. */
export function* withoutFields(
  shape: Shape,
  value: unknown,
  gone: FieldSet | undefined,
): Resumable<unknown> {
  if (gone === undefined || shape.type === 'leaf' || value === null) return value;
  switch (shape.type) {
    case 'deduced':
      return yield* withoutFields(shapeFor(shape, value), value, gone);
    case 'struct':
    case 'map':
      return yield* fieldsWithout(shape, value as JsonObject, gone);
    case 'list':
      return yield* itemsWithout(shape, value as Items, gone);
    case 'set': {
      const items = value as readonly unknown[];
      const rest = items.filter((item) => !(valueElement(item) in gone));
      return rest.length === 0 && items.length > 0 ? null : rest;
    }
  }
}

function* fieldsWithout(shape: KnownShape, value: JsonObject, gone: FieldSet): Resumable<unknown> {
  const rest: Record<string, unknown> = {};
  let isNothing = true;
  const inner = innerShapes(shape);
  const names = Object.keys(value);
  for (const [index, name] of names.entries()) {
    if (index % many === many - 1) yield;
    const element = fieldElement(name);
    const removal = gone[element];
    if (removal !== undefined && isMember(removal)) continue;
    const of = removal === undefined ? undefined : inner(element);
    const part = value[name];
    setOwn(rest, name, of === undefined ? part : yield* withoutFields(of, part, removal));
    isNothing = false;
  }
  return isNothing && names.length > 0 ? null : rest;
}

function* itemsWithout(shape: KeyedListShape, items: Items, gone: FieldSet): Resumable<unknown> {
  const rest: unknown[] = [];
  for (const [index, item] of items.entries()) {
    if (index % many === many - 1) yield;
    const removal = gone[shape.elementOf(item)];
    if (removal !== undefined && isMember(removal)) continue;
    rest.push(removal === undefined ? item : yield* withoutFields(shape.items, item, removal));
  }
  return rest.length === 0 && items.length > 0 ? null : rest;
}
