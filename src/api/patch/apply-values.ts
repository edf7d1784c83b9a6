/**
 * Server-side apply: objects, whole and in part, along their shape. Pure; what is not touched is
 * shared. Values are taken as they stand: null and what is empty count as there.
 */
import {
  fieldElement,
  isEmpty,
  isLeaf,
  isMember,
  leaf,
  placesIn,
  setOf,
  union,
  valueElement,
  type FieldSet,
  type KeyedListShape,
  type Shape,
} from '../managed-fields/index.ts';
import { setOwn, withChanges } from './merge-draft.ts';
import { mergedOrder, type Origin } from './merge-order.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Items = readonly JsonObject[];

/**
 * The fields that a body says something about. Structs are owned by owning something in them, so
 * they are no members; elements of lists and maps are.
 */
export function fieldsOf(shape: Shape, value: unknown): FieldSet | undefined {
  if (shape.type === 'leaf') return leaf;
  if (isEmpty(value)) return undefined;
  const parts = new Map<string, FieldSet>();
  switch (shape.type) {
    case 'struct':
      for (const [name, part] of Object.entries(value as JsonObject)) {
        const field = shape.fields.get(name);
        if (field === undefined || part === undefined) continue;
        const isSaid = part === null || (isEmpty(part) && !Array.isArray(part));
        const fields = isSaid ? leaf : fieldsOf(field.shape, part);
        if (fields !== undefined) parts.set(field.element, fields);
      }
      break;
    case 'map':
      for (const key of Object.keys(value as JsonObject)) {
        const part = (value as JsonObject)[key];
        parts.set(fieldElement(key), union(leaf, fieldsOf(shape.values, part))!);
      }
      break;
    case 'list':
      for (const item of value as Items) {
        parts.set(shape.elementOf(item), union(leaf, fieldsOf(shape.items, item))!);
      }
      break;
    case 'set':
      for (const item of value as readonly unknown[]) parts.set(valueElement(item), leaf);
  }
  return parts.size === 0 ? undefined : setOf(parts);
}

/** The fields with every struct a member that has something in them. */
export function withStructs(shape: Shape, set: FieldSet | undefined): FieldSet | undefined {
  if (set === undefined || shape.type === 'leaf' || shape.type === 'set') return set;
  if (shape.type === 'map' && shape.values.type === 'leaf') return set;
  const whole: Record<string, FieldSet> = {};
  const isStruct = shape.type === 'struct';
  const inner = innerShapes(shape);
  for (const element in set) {
    const part = set[element]!;
    const of = isLeaf(part) ? undefined : inner(element);
    const parts = of === undefined ? part : withStructs(of, part)!;
    whole[element] = isStruct && of !== undefined ? union(leaf, parts)! : parts;
  }
  return whole;
}

/** Finds the shape of a part by its element; none for elements that the shape does not have. */
function innerShapes(shape: Shape): (element: string) => Shape | undefined {
  switch (shape.type) {
    case 'struct':
      return (element) => shape.fields.get(element.slice(2))?.shape;
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
export function mergeApplied(shape: Shape, live: unknown, applied: unknown): unknown {
  if (applied === undefined || applied === live) return live;
  if (live === undefined || shape.type === 'leaf') return applied;
  if (isEmpty(applied)) return isEmpty(live) ? applied : live;
  if (isEmpty(live)) return applied;
  switch (shape.type) {
    case 'struct':
      return mergeFields((name) => shape.fields.get(name)?.shape, live, applied);
    case 'map':
      return mergeFields(() => shape.values, live, applied);
    case 'list':
      return mergeItems(shape, live as Items, applied as Items);
    case 'set':
      return mergeMembers(live as readonly unknown[], applied as readonly unknown[]);
  }
}

function mergeFields(
  shapeOf: (name: string) => Shape | undefined,
  live: unknown,
  applied: unknown,
): unknown {
  const [present, given] = [live as JsonObject, applied as JsonObject];
  const changed = new Map<string, unknown>();
  for (const name of Object.keys(given)) {
    const part = given[name];
    const shape = shapeOf(name);
    const old = Object.hasOwn(present, name) ? present[name] : undefined;
    const next = shape === undefined ? part : mergeApplied(shape, old, part);
    if (next !== old) changed.set(name, next);
  }
  return changed.size === 0 ? live : withChanges(present, changed);
}

function mergeItems(shape: KeyedListShape, live: Items, applied: Items): Items {
  const order = mergedOrder(live.map(placesIn(shape, applied)), applied.map(placesIn(shape, live)));
  return inOrderOf(live, order, (from) => {
    const item = applied[from.applied];
    if (item === undefined) return live[from.live]!;
    return from.live < 0 ? item : (mergeApplied(shape.items, live[from.live], item) as JsonObject);
  });
}

function mergeMembers(live: readonly unknown[], applied: readonly unknown[]): readonly unknown[] {
  const order = mergedOrder(live.map(placesOf(applied)), applied.map(placesOf(live)));
  return inOrderOf(live, order, (from) =>
    from.live < 0 ? applied[from.applied] : live[from.live],
  );
}

function placesOf(members: readonly unknown[]): (member: unknown) => number {
  const places = new Map(members.map((member, index) => [member, index]));
  return (member) => places.get(member) ?? -1;
}

/** The merged list; the live one when it is the same. */
function inOrderOf<T>(
  live: readonly T[],
  order: readonly Origin[],
  merged: (from: Origin) => T,
): readonly T[] {
  const list = order.map(merged);
  const isSame = list.length === live.length && list.every((item, index) => item === live[index]);
  return isSame ? live : list;
}

/** The value without these fields; null where nothing is left of a struct, map or list. */
export function withoutFields(shape: Shape, value: unknown, gone: FieldSet | undefined): unknown {
  if (gone === undefined || shape.type === 'leaf' || isEmpty(value)) return value;
  switch (shape.type) {
    case 'struct':
    case 'map': {
      const rest: Record<string, unknown> = {};
      let isNothing = true;
      const inner = innerShapes(shape);
      for (const name of Object.keys(value as JsonObject)) {
        const part = (value as JsonObject)[name];
        const element = fieldElement(name);
        const removal = gone[element];
        if (removal !== undefined && isMember(removal)) continue;
        const of = removal === undefined ? undefined : inner(element);
        setOwn(rest, name, of === undefined ? part : withoutFields(of, part, removal));
        isNothing = false;
      }
      return isNothing ? null : rest;
    }
    case 'list': {
      const rest: unknown[] = [];
      for (const item of value as Items) {
        const removal = gone[shape.elementOf(item)];
        if (removal !== undefined && isMember(removal)) continue;
        rest.push(removal === undefined ? item : withoutFields(shape.items, item, removal));
      }
      return rest.length === 0 ? null : rest;
    }
    case 'set': {
      const rest = (value as readonly unknown[]).filter((item) => !(valueElement(item) in gone));
      return rest.length === 0 ? null : rest;
    }
  }
}
