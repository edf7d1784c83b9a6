/** Values that may be absent. */
import type { Perform } from '../perform.ts';
import { Unsigned } from '../syntax.ts';
import {
  CelError,
  CelList,
  CelMap,
  CelObject,
  CelOptional,
  Duration,
  noOverload,
  type Value,
} from '../values.ts';

const none = new CelOptional(undefined);

export const optionalFunctions: readonly (readonly [string, Perform])[] = [
  ['optional.none', () => none],
  ['optional.of', ([value]) => new CelOptional(value)],
  ['optional.ofNonZeroValue', ([value]) => (isZero(value!) ? none : new CelOptional(value))],
  ['hasValue', ([input]) => ofOptional(input, ({ value }) => value !== undefined)],
  ['value', ([input]) => ofOptional(input, ({ value }) => value ?? absent)],
  ['or', ([input, other]) => ofOptional(input, (one) => (one.value === undefined ? other! : one))],
  ['orValue', ([input, other]) => ofOptional(input, ({ value }) => value ?? other!)],
];

const absent = new CelError('optional.none() dereference');

function ofOptional(input: Value | undefined, compute: (input: CelOptional) => Value): Value {
  return input instanceof CelOptional ? compute(input) : noOverload;
}

/** What is found at a place of a value that may be absent itself; an error other than its absence is one. */
export function optionally(input: Value, find: (of: Value) => Value, isOptional: boolean): Value {
  const of = input instanceof CelOptional ? input.value : input;
  if (of === undefined) return none;
  const found = find(of);
  if (!(found instanceof CelError)) return new CelOptional(found);
  const isAbsent = /^(?:no such key|index out of bounds)/.test(found.message);
  return isAbsent && (isOptional || input instanceof CelOptional) ? none : found;
}

/** Returns what an optional value has; undefined for none. @param key of the entry of a map */
export function presentIn(value: Value, key?: Value): Value | undefined {
  if (value instanceof CelOptional) return value.value;
  const what = key === undefined ? 'list element' : `entry '${String(key)}'`;
  return new CelError(
    `cannot initialize optional ${what} from non-optional value ${String(value)}`,
  );
}

function isZero(value: Value): boolean {
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0;
  if (value instanceof CelObject) return Object.keys(value.raw).length === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Unsigned) return value.value === 0n;
  if (value instanceof Duration) return value.nanos === 0n;
  return value === null || value === false || value === '' || value === 0 || value === 0n;
}
