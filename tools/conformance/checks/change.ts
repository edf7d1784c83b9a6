/** Changed objects: values replaced, added and taken away at JSON pointers. */
import type { Change, JsonObject } from './case.ts';

type Container = Readonly<Record<string, unknown>>;

/** Returns the object with all values of the change at their places. */
export function changed(object: JsonObject, change: Change): JsonObject {
  const replaced = Object.entries(change).reduce<unknown>(
    (whole, [pointer, value]) => withValue(whole, keysOf(pointer), value),
    object,
  );
  return expanded(replaced) as JsonObject;
}

/** Splits a JSON pointer into its keys. */
export function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins keys to a JSON pointer. */
export function pointerOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function withValue(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) {
    const index = Number(key);
    if (rest.length === 0 && value === null) return whole.toSpliced(index, 1) as unknown;
    return whole.with(index, withValue(whole[index], rest, value)) as unknown;
  }
  const { [key]: child, ...others } = (whole ?? {}) as Container;
  if (rest.length === 0 && value === null) return others;
  return { ...(whole as Container), [key]: withValue(child, rest, value) };
}

const run = /(.)\1{59,}/gu;
const shortRun = /(.)\{(\d+) times\}/gu;

/** Shortens runs of 60 or more of the same character: `x{300 times}`. */
export function shortened(text: string): string {
  return text.replace(run, (all, char: string) => `${char}{${[...all].length} times}`);
}

/** Writes out shortened runs of characters, in all texts of a value. */
function expanded(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(shortRun, (_, char: string, count: string) => char.repeat(Number(count)));
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [expanded(key), expanded(each)]);
  return Object.fromEntries(entries) as unknown;
}
