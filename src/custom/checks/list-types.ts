/** Lists that are sets or maps have no item twice. */
import {
  duplicate,
  invalid,
  type FieldErrors,
  type Resumable,
  goJson,
  showJson,
  runToEnd,
  Pace,
  type Shown,
  shownNull,
} from '#values';
import { isObject, type JsonObject, type Structure } from '#schema';
import { checkingDeep } from './deep.ts';

/** @param path empty for the root */
export function checkListTypes(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path = '',
): void {
  runToEnd(checkingListTypes(errors, structure, value, path));
}

/** {@link checkListTypes} in parts. @param pace shared by all of one work */
export function checkingListTypes(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path = '',
  pace = new Pace(),
): Resumable<void> {
  return checkingDeep(errors, structure, value, path, pace, (found, of, held, at) =>
    Array.isArray(held) ? checkingList(found, of, held, at, pace) : undefined,
  );
}

function* checkingList(
  errors: FieldErrors,
  { props }: Structure,
  list: readonly unknown[],
  path: string,
  pace: Pace,
): Resumable<void> {
  const listType = props['x-kubernetes-list-type'];
  if (listType === 'set') return yield* reporting(errors, list, path, pace);
  if (listType !== 'map') return;
  const odd = list.findIndex((item) => item !== null && !isObject(item));
  if (odd >= 0) {
    const rule = 'must be an object for an array of list-type map';
    errors.push(invalid(`${path}[${odd}]`, showJson(list[odd]), rule));
    return;
  }
  const keys = props['x-kubernetes-list-map-keys'] ?? [];
  const keysOfItems = list.map((item) => keyOf(item, keys));
  yield* reporting(errors, keysOfItems, path, pace);
}

/** Reports each value once: where it is there for the second time. */
function* reporting(
  errors: FieldErrors,
  values: readonly unknown[],
  path: string,
  pace: Pace,
): Resumable<void> {
  const counts = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    if (pace.isDue()) yield;
    const text = goJson(value);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (count === 2) errors.push(duplicate(`${path}[${index}]`, shownValue(value)));
  }
}

function shownValue(value: unknown): Shown {
  return value === null ? shownNull : showJson(value);
}

function keyOf(item: unknown, keys: readonly string[]): JsonObject {
  if (!isObject(item)) return {};
  const input = keys.filter((key) => Object.hasOwn(item, key));
  return Object.fromEntries(input.map((key) => [key, item[key]]));
}
