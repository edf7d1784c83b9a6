/** The positions of elements in keyed lists. */
import { keyIn, type KeyedListShape } from './shape.ts';

/** Null where the list is not as its schema says. */
type Item = Readonly<Record<string, unknown>> | null;

const none: NonNullable<Item> = {};

/** Up to this length, searching a list is faster than an index. */
const shortList = 16;

/**
 * Finds the index of the element with a key, looking at the most likely place first; -1 when it is
 * missing.
 */
export function placesIn(
  shape: KeyedListShape,
  items: readonly Item[],
): (item: Item, likely: number) => number {
  let index: ReadonlyMap<string, number> | undefined;
  return (item, likely) => {
    if (likely < items.length && hasSameKeys(shape.keys, items[likely]!, item)) return likely;
    if (items.length <= shortList) {
      return items.findIndex((candidate) => hasSameKeys(shape.keys, candidate, item));
    }
    index ??= firstPlaces(shape, items);
    return index.get(shape.elementOf(item!)) ?? -1;
  };
}

function firstPlaces(shape: KeyedListShape, items: readonly Item[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const element = shape.elementOf(item!);
    if (!places.has(element)) places.set(element, index);
  }
  return places;
}

function hasSameKeys(keys: KeyedListShape['keys'], a: Item, b: Item): boolean {
  if (a === b) return true;
  for (const { name, default: usual } of keys) {
    if (keyIn(a ?? none, name, usual) !== keyIn(b ?? none, name, usual)) return false;
  }
  return true;
}
