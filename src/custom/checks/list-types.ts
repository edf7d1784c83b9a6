/** Lists that are sets or maps have no item twice. */
import {
  addAll,
  duplicate,
  invalid,
  isEnough,
  show,
  type FieldErrors,
  goJson,
  showJson,
  gather,
  once,
} from '#values';
import { isObject, type JsonObject, type Structure } from '#schema';

/** @param path empty for the root */
export function checkListTypes(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path = '',
): void {
  if (isEnough(errors)) return;
  if (Array.isArray(value)) {
    checkList(errors, structure, value, path);
    const { items } = structure;
    if (items === undefined) return;
    const inside = gather(
      value,
      (): FieldErrors => [],
      (found, item, index) => checkListTypes(found, items, item, `${path}[${index}]`),
    );
    addAll(errors, inside);
  } else if (isObject(value)) {
    const inside = gather(
      once(() => Object.keys(value)),
      (): FieldErrors => [],
      (found, name) => {
        const field = structure.fields.get(name);
        const of = field ?? structure.others;
        if (of === undefined) return;
        const at = field === undefined ? `${path}[${name}]` : path ? `${path}.${name}` : name;
        checkListTypes(found, of, value[name], at);
      },
    );
    addAll(errors, inside);
  }
}

function checkList(
  errors: FieldErrors,
  { props }: Structure,
  list: readonly unknown[],
  path: string,
): void {
  const listType = props['x-kubernetes-list-type'];
  if (listType === 'set') return report(errors, list, path);
  if (listType !== 'map') return;
  const odd = list.findIndex((item) => item !== null && !isObject(item));
  if (odd >= 0) {
    const rule = 'must be an object for an array of list-type map';
    errors.push(invalid(`${path}[${odd}]`, showJson(list[odd]), rule));
    return;
  }
  const keys = props['x-kubernetes-list-map-keys'] ?? [];
  const keysOfItems = list.map((item) => keyOf(item, keys));
  report(errors, keysOfItems, path);
}

/** Reports each value once: where it is there for the second time. */
function report(errors: FieldErrors, values: readonly unknown[], path: string): void {
  const { repeated } = gather(
    values,
    () => ({ counts: new Map<string, number>(), repeated: [] as FieldErrors }),
    ({ counts, repeated }, value, index) => {
      const text = goJson(value);
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      if (count === 2) repeated.push(duplicate(`${path}[${index}]`, shownValue(value)));
    },
  );
  addAll(errors, repeated);
}

function shownValue(value: unknown): string {
  return value === null ? show('null') : showJson(value);
}

function keyOf(item: unknown, keys: readonly string[]): JsonObject {
  if (!isObject(item)) return {};
  const given = keys.filter((key) => Object.hasOwn(item, key));
  return Object.fromEntries(given.map((key) => [key, item[key]]));
}
