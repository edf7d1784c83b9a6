/** What walks along objects and their shapes have in common: their state, and the parts of values. */
import { leaf, type FieldSet } from './field-set.ts';
import { addParts, type AddPart, type EndOfParts, type LargeParts } from './large-parts.ts';
import type { GrowingSet } from './set-prefix.ts';
import { IndistinctElement, type FieldShape, type KeyedListShape, type SetShape } from './shape.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The state of a walk. */
export interface Walk {
  /** Empty lists and maps count as absent where they would not be written. */
  readonly written: boolean;
  /** A part of the old version may be missing in the new one. */
  removes: boolean;
  /** Large parts, which a walk in parts does later; absent where everything is done at once. */
  readonly large?: LargeParts;
}

const nothing: JsonObject = Object.freeze({});
export const noItems: readonly never[] = Object.freeze([]);

/** The keys of a map; those of a large one are listed once. */
export function keysOf(map: JsonObject, { large }: Walk): readonly string[] {
  return large === undefined ? Object.keys(map) : large.keysOf(map);
}

/** The members that were not there before. */
export function addMembers(
  shape: SetShape,
  items: readonly unknown[],
  before: readonly unknown[],
  prefix: GrowingSet,
  { large }: Walk,
  end?: EndOfParts,
): FieldSet | undefined {
  const old = new Set(before);
  const add: AddPart = (set, index) => {
    const value = items[index];
    return old.has(value) ? set : set.with(shape.elementOf(value), leaf);
  };
  return addParts(prefix, items.length, add, large, end);
}

/** The end of a set of members. @throws {IndistinctElement} for a member that may not be there twice */
export function distinctMembers({ rules }: SetShape, set: GrowingSet): GrowingSet {
  if (!rules.mayRepeat && set.hasDuplicates) throw new IndistinctElement();
  return set;
}

/** The end of a set of items: those that are there several times have no parts. */
export function distinctItems(
  shape: KeyedListShape,
  items: readonly JsonObject[],
  set: GrowingSet,
): GrowingSet {
  if (!set.hasDuplicates) return set;
  if (!shape.rules.mayRepeat) throw new IndistinctElement();
  const earlier = new Set<string>();
  let end = set;
  for (const item of items) {
    const element = shape.elementOf(item);
    if (earlier.has(element)) end = end.with(element, leaf);
    earlier.add(element);
  }
  return end;
}

export function refuseDuplicates(shape: KeyedListShape, items: readonly JsonObject[]): void {
  if (elementsOf(shape, items).size < items.length) throw new IndistinctElement();
}

/** The names of the items of a list. */
export function elementsOf(
  shape: KeyedListShape | SetShape,
  items: readonly JsonObject[],
): ReadonlySet<string> {
  return new Set(items.map((item) => shape.elementOf(item)));
}

export function isAbsent(field: FieldShape, value: unknown, walk: Walk): boolean {
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

export function fieldsOf(value: unknown): JsonObject {
  return (value ?? nothing) as JsonObject;
}

export function itemsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : noItems;
}
