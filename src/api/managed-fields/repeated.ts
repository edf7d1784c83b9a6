/** Items that a list has several times: they have one name, by which they are owned as a whole. */
import { deepEqual } from '#values';
import { leaf, type FieldSet } from './field-set.ts';
import type { GrowingSet } from './set-prefix.ts';
import type { KeyedListShape, SetShape, Shape } from './shape.ts';
import { elementsOf, type JsonObject, type Walk } from './walk.ts';
import { whole } from './whole.ts';

type ListShape = KeyedListShape | SetShape;
type Items = readonly JsonObject[];

/** Whether a list that may have items several times has any. */
export function areRepeated(shape: ListShape, before: Items, after: Items): boolean {
  return shape.rules.mayRepeat && (hasRepeated(shape, before) || hasRepeated(shape, after));
}

function hasRepeated(shape: ListShape, items: Items): boolean {
  return items.length > 1 && elementsOf(shape, items).size < items.length;
}

/**
 * What `after` has otherwise than `before`, by the names of its items.
 * @param inBoth compares an item that both have once
 * @param several whether items count that both have several times, but not the same ones
 */
export function comparedByName(
  shape: ListShape,
  before: Items,
  after: Items,
  walk: Walk,
  inBoth: (shape: Shape, was: unknown, item: unknown, walk: Walk) => FieldSet | undefined,
  several: boolean,
): FieldSet | undefined {
  const old = byName(shape, before);
  let set: GrowingSet = shape.start;
  for (const [name, items] of byName(shape, after)) {
    const was = old.get(name) ?? [];
    let part: FieldSet | undefined;
    if (items.length > 1) {
      const isOther = was.length > 1 ? several && !deepEqual(was, items) : true;
      part = isOther ? leaf : undefined;
    } else if (was.length === 1) part = inBoth(shape.items, was[0], items[0], walk);
    else part = whole(shape.items, items[0], walk);
    if (part !== undefined) set = set.with(name, part);
  }
  return set.set;
}

function byName(shape: ListShape, items: Items): ReadonlyMap<string, Items> {
  const found = new Map<string, JsonObject[]>();
  for (const item of items) {
    const name = shape.elementOf(item);
    const others = found.get(name);
    if (others === undefined) found.set(name, [item]);
    else others.push(item);
  }
  return found;
}
