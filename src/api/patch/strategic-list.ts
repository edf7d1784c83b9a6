/** Merging of lists in a strategic merge patch. */
import { goText, goTypeOfValue, type GoType } from '#values';
import type { Resumable } from '#values';
import type { JsonObject } from './merge-draft.ts';
import { StrategicMergeError, unknownDirective } from './strategic-errors.ts';
import { arrange, directiveOf, nameOf, type MergeKey } from './strategic-order.ts';

type List = readonly unknown[];

/** How many elements are merged before other requests may get a turn. */
const itemSlice = 512;

/** The properties of a field that merging its list depends on. */
export interface ListRules {
  readonly mergeKey: MergeKey;
  /** The kind of the elements in Go, for a message. */
  readonly kind: string;
  /** Merges a patch into an element. */
  mergingItem(item: JsonObject, patch: JsonObject): Resumable<JsonObject>;
}

/**
 * The stored list with the patch merged in: objects by merge key, scalars as a set. Elements that
 * the patch does not change stay the same.
 *
 * @param deletes the patch lists scalars to remove
 * @throws {StrategicMergeError}
 */
export function* mergingList(
  stored: List,
  patch: List,
  rules: ListRules,
  deletes: boolean,
): Resumable<List> {
  if (stored.length === 0 && patch.length === 0) return stored;
  const { mergeKey } = rules;
  if (elementType(stored, patch) !== 'map[string]interface {}') {
    if (deletes) return without(stored, patch);
    // With a merge key these are rejected, as they should be objects.
    return arrange([...new Set([...stored, ...patch])], patch, stored, mergeKey);
  }
  if (mergeKey === undefined) {
    throw new StrategicMergeError(`cannot merge lists without merge key for ${rules.kind}`);
  }
  const [remaining, changes] = applyDirectives(
    stored as readonly JsonObject[],
    patch as readonly JsonObject[],
    mergeKey,
  );
  const merged = yield* mergingItems(remaining, changes, mergeKey, rules);
  yield;
  return arrange(merged, changes, remaining, mergeKey);
}

/** The one type of all elements. @throws {StrategicMergeError} when they differ, or there are none */
export function elementType(...lists: readonly List[]): GoType {
  let type: GoType | undefined;
  for (const item of lists.flat()) {
    const itemType = goTypeOfValue(item);
    if (itemType === '[]interface {}' && type === undefined) {
      throw new StrategicMergeError('lists of lists are not supported', 422);
    }
    if (type !== undefined && type !== itemType) {
      throw new StrategicMergeError(`list element types are not identical: ${goText(lists)}`);
    }
    type = itemType;
  }
  if (type !== undefined) return type;
  throw new StrategicMergeError('no elements in any of the given slices');
}

/** Applies the `$patch` elements: the list without the removed elements, and the rest of the patch. */
function applyDirectives(
  stored: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): [remaining: readonly JsonObject[], changes: readonly JsonObject[]] {
  const changes: JsonObject[] = [];
  const deleted = new Set<unknown>();
  let isReplacement = false;
  for (const item of patch) {
    const directive = directiveOf(item);
    if (directive === undefined) {
      changes.push(item);
    } else if (directive === 'replace') {
      isReplacement = true;
    } else if (directive === 'delete') {
      deleted.add(nameOf(item, mergeKey));
    } else if (directive === 'merge') {
      throw new StrategicMergeError('merging lists cannot yet be specified in the patch');
    } else {
      throw unknownDirective(directive, item);
    }
  }
  if (isReplacement) return [changes, []];
  if (deleted.size === 0) return [stored, changes];
  return [stored.filter((item) => !deleted.has(nameIn(item, mergeKey))), changes];
}

/** Changed elements in their places, new ones after them. */
function* mergingItems(
  remaining: readonly JsonObject[],
  changes: readonly JsonObject[],
  mergeKey: string,
  rules: ListRules,
): Resumable<readonly JsonObject[]> {
  const merged = [...remaining];
  const places = new Map<unknown, number>();
  for (const [index, item] of merged.entries()) {
    const name = nameIn(item, mergeKey);
    if (!places.has(name)) places.set(name, index);
  }
  let passed = 0;
  for (const change of changes) {
    if (++passed % itemSlice === 0) yield;
    const name = nameOf(change, mergeKey);
    const index = places.get(name);
    if (index === undefined) {
      places.set(name, merged.push(change) - 1);
      continue;
    }
    merged[index] = yield* rules.mergingItem(merged[index]!, change);
    if (nameIn(merged[index], mergeKey) === name) continue;
    // A null name was removed with its field: from now on the next element with this name is meant.
    let next = index + 1;
    while (next < merged.length && nameIn(merged[next]!, mergeKey) !== name) next++;
    if (next < merged.length) places.set(name, next);
    else places.delete(name);
  }
  return merged;
}

function nameIn(item: JsonObject, mergeKey: string): unknown {
  return Object.hasOwn(item, mergeKey) ? item[mergeKey] : undefined;
}

function without(list: List, items: List): List {
  const gone = new Set(items);
  return list.filter((item) => !gone.has(item));
}
