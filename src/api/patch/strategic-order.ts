/**
 * The order of merged lists: that of the patch, and the stored one for elements that the patch does
 * not change.
 */
import { goText } from '#values';
import { isObject } from './merge-draft.ts';
import { lacksMergeKey, notOfType, StrategicMergeError } from './strategic-errors.ts';

type List = readonly unknown[];

/** The field that identifies the elements of a list; undefined for lists of scalars. */
export type MergeKey = string | undefined;

/**
 * Puts merged elements in order: those in `order` as it has them, the others as in `stored`, and
 * both interleaved by their places in `stored`, elements of `order` first where that says nothing.
 *
 * @throws {StrategicMergeError} for elements without the merge key
 */
export function arrange(merged: List, order: List, stored: List, mergeKey: MergeKey): List {
  const [inOrder, others] = partition(merged, order, mergeKey);
  const first = sorted(inOrder, order, mergeKey);
  const second = sorted(others, stored, mergeKey);
  return interleave(first, second, stored, mergeKey);
}

/**
 * Rejects a patch list with elements that its `$setElementOrder` list does not have, or not in this
 * order. Deletions may be missing there.
 *
 * @throws {StrategicMergeError}
 */
export function checkOrder(patch: List, order: List, mergeKey: MergeKey): void {
  if (patch.length === 0 || order.length === 0) return;
  const [items] = splitDeletions(patch, mergeKey);
  let [at, place] = [0, 0];
  while (at < items.length && place < order.length) {
    if (isObject(items[at]) && directiveOf(items[at]) !== undefined) {
      at++;
    } else {
      if (nameOf(items[at], mergeKey) === nameOf(order[place], mergeKey)) at++;
      place++;
    }
  }
  if (at === items.length) return;
  throw new StrategicMergeError(
    `The order in patch list:\n${goText(patch)}\n` +
      ` doesn't match $setElementOrder list:\n${goText(order)}\n`,
  );
}

/** The identity of a list element. @throws {StrategicMergeError} when it lacks the merge key */
export function nameOf(item: unknown, mergeKey: MergeKey): unknown {
  if (mergeKey === undefined) return item;
  if (!isObject(item)) throw notOfType('map[string]interface {}', item);
  if (!Object.hasOwn(item, mergeKey)) throw lacksMergeKey(item, mergeKey);
  return item[mergeKey];
}

/** The `$patch` directive of an element, if it has one. */
export function directiveOf(item: unknown): unknown {
  return isObject(item) && Object.hasOwn(item, '$patch') ? item['$patch'] : undefined;
}

/** The elements that are in `order`, and the others. */
function partition(merged: List, order: List, mergeKey: MergeKey): [List, List] {
  const inOrder: unknown[] = [];
  const others: unknown[] = [];
  const names = new Set<unknown>();
  let read = 0;
  for (const item of merged) {
    const name = nameOf(item, mergeKey);
    while (!names.has(name) && read < order.length) {
      names.add(looseNameOf(order[read], read, mergeKey));
      read++;
    }
    (names.has(name) ? inOrder : others).push(item);
  }
  return [inOrder, others];
}

/** Undefined for an element without the merge key: sorting reports that later. */
function looseNameOf(item: unknown, index: number, mergeKey: MergeKey): unknown {
  if (mergeKey === undefined) return item;
  if (!isObject(item)) throw new StrategicMergeError(`value for key ${index} is not a map`);
  return Object.hasOwn(item, mergeKey) ? item[mergeKey] : undefined;
}

/** The items in the given order, deletions after them. */
function sorted(items: List, order: List, mergeKey: MergeKey): List {
  for (const item of items) nameOf(item, mergeKey);
  const ranks = ranksIn(order, mergeKey);
  const [list, deletions] = splitDeletions(items, mergeKey);
  return [...rankedLikeInsertion(list, (item) => ranks.get(nameOf(item, mergeKey))), ...deletions];
}

/**
 * Sorts the list as an insertion sort does, which v1.24 uses for up to 20 elements, with an element
 * before another when it has a lower rank, and also when either has none. That is not a total
 * order, so the method matters: each element without a rank moves to the front when it is inserted,
 * and so does one that ranks below all before it; any other one moves right behind the last that
 * does not rank above it.
 */
function rankedLikeInsertion(list: List, rankOf: (item: unknown) => number | undefined): List {
  const entries = list.map((item) => ({ item, rank: rankOf(item) }));
  const sorted = entries.filter(isRanked).sort((a, b) => a.rank - b.rank);
  const toFront: unknown[][] = [];
  const lowest = new Map<object, unknown[]>();
  let bound = Infinity;
  for (const entry of entries) {
    if (entry.rank !== undefined && entry.rank >= bound) continue;
    bound = entry.rank ?? bound;
    const followed = [entry.item];
    toFront.push(followed);
    if (isRanked(entry)) lowest.set(entry, followed);
  }
  let last: unknown[] = [];
  for (const entry of sorted) {
    const followed = lowest.get(entry);
    if (followed === undefined) last.push(entry.item);
    else last = followed;
  }
  return toFront.reverse().flat(1);
}

interface Ranked {
  readonly item: unknown;
  readonly rank: number;
}

function isRanked(entry: { readonly item: unknown; readonly rank?: number }): entry is Ranked {
  return entry.rank !== undefined;
}

/** Merges two sorted lists; `second` comes first where both have places in `stored` in that order. */
function interleave(first: List, second: List, stored: List, mergeKey: MergeKey): List {
  const ranks = ranksIn(stored, mergeKey);
  const rankOf = (item: unknown): number | undefined => ranks.get(nameOf(item, mergeKey));
  const result: unknown[] = [];
  let [a, b] = [0, 0];
  while (a < first.length && b < second.length) {
    const [rankA, rankB] = [rankOf(first[a]), rankOf(second[b])];
    const isSecond = rankA !== undefined && rankB !== undefined && rankB < rankA;
    result.push(isSecond ? second[b++] : first[a++]);
  }
  return [...result, ...first.slice(a), ...second.slice(b)];
}

/** The first index of each name. */
function ranksIn(list: List, mergeKey: MergeKey): ReadonlyMap<unknown, number> {
  const ranks = new Map<unknown, number>();
  for (const [index, item] of list.entries()) {
    const name = nameOf(item, mergeKey);
    if (!ranks.has(name)) ranks.set(name, index);
  }
  return ranks;
}

/** The elements that stay, and those with `$patch: delete`. */
function splitDeletions(list: List, mergeKey: MergeKey): [unknown[], List] {
  if (mergeKey === undefined) return [[...list], []];
  const isDeletion = (item: unknown): boolean => directiveOf(item) === 'delete';
  return [list.filter((item) => !isDeletion(item)), list.filter(isDeletion)];
}
