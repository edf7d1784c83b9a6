/** Merging of lists in a strategic merge patch. */
import type { JsonObject } from './merge-draft.ts';
import {
  goTypeOf,
  showValue,
  StrategicMergeError,
  unknownDirective,
  type GoType,
} from './strategic-errors.ts';
import { arrange, directiveOf, nameOf, type MergeKey } from './strategic-order.ts';

type List = readonly unknown[];

/** What merging a list needs to know of its field. */
export interface ListRules {
  readonly mergeKey: MergeKey;
  /** The kind of the elements in Go, for a message. */
  readonly kind: string;
  /** Merges a patch into an element. */
  mergeItem(item: JsonObject, patch: JsonObject): JsonObject;
}

/**
 * The stored list with the patch merged in: objects by merge key, scalars as a set. Elements that
 * the patch leaves alone stay the same.
 *
 * @param deletes the patch lists scalars to take out
 * @throws {StrategicMergeError}
 */
export function mergeList(stored: List, patch: List, rules: ListRules, deletes: boolean): List {
  if (stored.length === 0 && patch.length === 0) return stored;
  const { mergeKey } = rules;
  if (elementType(stored, patch) !== 'map[string]interface {}') {
    if (deletes) return without(stored, patch);
    // With a merge key these are refused, as they should be objects.
    return arrange([...new Set([...stored, ...patch])], patch, stored, mergeKey);
  }
  if (mergeKey === undefined) {
    throw new StrategicMergeError(`cannot merge lists without merge key for ${rules.kind}`);
  }
  const [kept, changes] = applyDirectives(
    stored as readonly JsonObject[],
    patch as readonly JsonObject[],
    mergeKey,
  );
  return arrange(mergeItems(kept, changes, mergeKey, rules), changes, kept, mergeKey);
}

/** The one type of all elements. @throws {StrategicMergeError} when they differ, or there are none */
export function elementType(...lists: readonly List[]): GoType {
  let type: GoType | undefined;
  for (const item of lists.flat()) {
    const itemType = goTypeOf(item);
    if (itemType === '[]interface {}' && type === undefined) {
      throw new StrategicMergeError('lists of lists are not supported', 422);
    }
    if (type !== undefined && type !== itemType) {
      throw new StrategicMergeError(`list element types are not identical: ${showValue(lists)}`);
    }
    type = itemType;
  }
  if (type !== undefined) return type;
  throw new StrategicMergeError('no elements in any of the given slices');
}

/** Carries `$patch` elements out: the list as far as it is kept, and the rest of the patch. */
function applyDirectives(
  stored: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): [kept: readonly JsonObject[], changes: readonly JsonObject[]] {
  const changes: JsonObject[] = [];
  let kept = stored;
  let isReplacement = false;
  for (const item of patch) {
    const directive = directiveOf(item);
    if (directive === undefined) {
      changes.push(item);
    } else if (directive === 'replace') {
      isReplacement = true;
    } else if (directive === 'delete') {
      const name = nameOf(item, mergeKey);
      kept = kept.filter((candidate) => nameIn(candidate, mergeKey) !== name);
    } else if (directive === 'merge') {
      throw new StrategicMergeError('merging lists cannot yet be specified in the patch');
    } else {
      throw unknownDirective(directive, item);
    }
  }
  return isReplacement ? [changes, []] : [kept, changes];
}

/** Changed elements in their places, new ones behind them. */
function mergeItems(
  kept: readonly JsonObject[],
  changes: readonly JsonObject[],
  mergeKey: string,
  rules: ListRules,
): readonly JsonObject[] {
  const merged = [...kept];
  for (const change of changes) {
    const name = nameOf(change, mergeKey);
    const index = merged.findIndex((item) => nameIn(item, mergeKey) === name);
    if (index < 0) merged.push(change);
    else merged[index] = rules.mergeItem(merged[index]!, change);
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
