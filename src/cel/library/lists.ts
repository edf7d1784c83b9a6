/** Later functions of lists, and lists as sets. */
import { compare, isEqual } from '../equality.ts';
import type { Perform } from '../perform.ts';
import type { Meter } from '../meter.ts';
import { CelError, CelList, CelOptional, noOverload, type Value } from '../values.ts';

/** Longer ones are not made. */
const longestRange = 100_000n;

export const listFunctions: readonly (readonly [string, Perform])[] = [
  ['sets.contains', (args, meter) => ofBoth(args, (one, other) => holds(one, other, meter))],
  [
    'sets.equivalent',
    (args, meter) =>
      ofBoth(args, (one, other) => holds(one, other, meter) && holds(other, one, meter)),
  ],
  [
    'sets.intersects',
    (args, meter) => ofBoth(args, (one, other) => [...one].some((item) => has(other, item, meter))),
  ],
  ['slice', ([list, from, to], meter) => ofList(list, (one) => slice(one, from!, to!, meter))],
  ['flatten', ([list, depth = 1n], meter) => ofList(list, (one) => flatten(one, depth, meter))],
  ['distinct', ([list], meter) => ofList(list, (one) => CelList.of(distinct(one, meter)))],
  ['reverse', ([list]) => ofList(list, (one) => CelList.of([...one].reverse()))],
  ['sort', ([list], meter) => ofList(list, (one) => sorted([...one], [...one], meter))],
  [
    'first',
    ([list]) => ofList(list, (one) => new CelOptional(one.size > 0 ? one.get(0) : undefined)),
  ],
  [
    'last',
    ([list]) =>
      ofList(list, (one) => new CelOptional(one.size > 0 ? one.get(one.size - 1) : undefined)),
  ],
  ['lists.range', ([count], meter) => range(count!, meter)],
];

function ofList(input: Value | undefined, compute: (list: CelList) => Value): Value {
  return input instanceof CelList ? compute(input) : noOverload;
}

function ofBoth(
  [one, other]: readonly Value[],
  compute: (one: CelList, other: CelList) => Value,
): Value {
  return one instanceof CelList && other instanceof CelList ? compute(one, other) : noOverload;
}

function has(list: CelList, value: Value, meter: Meter): boolean {
  for (const item of list) if (isEqual(item, value, meter)) return true;
  return false;
}

function holds(list: CelList, others: CelList, meter: Meter): boolean {
  return [...others].every((item) => has(list, item, meter));
}

function slice(list: CelList, from: Value, to: Value, meter: Meter): Value {
  if (typeof from !== 'bigint' || typeof to !== 'bigint') return noOverload;
  const refuse = (why: string): CelError => new CelError(`cannot slice(${from}, ${to}), ${why}`);
  if (from < 0n || to < 0n) return refuse('negative indexes not supported');
  if (from > to) return refuse('start index must be less than or equal to end index');
  if (to > list.size) return refuse(`list is length ${list.size}`);
  meter.step(Number(to - from));
  return CelList.of([...list].slice(Number(from), Number(to)));
}

function flatten(list: CelList, depth: Value, meter: Meter): Value {
  if (typeof depth !== 'bigint') return noOverload;
  if (depth < 0n) return new CelError('level must be non-negative');
  const result: Value[] = [];
  const walk = (items: CelList, left: bigint): void => {
    meter.step(1 + items.size);
    for (const item of items) {
      if (item instanceof CelList && left > 0n) walk(item, left - 1n);
      else result.push(item);
    }
  };
  walk(list, depth);
  return CelList.of(result);
}

function distinct(list: CelList, meter: Meter): Value[] {
  const result: Value[] = [];
  for (const item of list) if (!has(CelList.of([...result]), item, meter)) result.push(item);
  return result;
}

/** The items in the order of their keys. */
export function sorted(items: readonly Value[], keys: readonly Value[], meter: Meter): Value {
  const places = items.map((_, index) => index);
  for (const key of keys) {
    if (compare(keys[0]!, key, meter) === undefined) {
      return new CelError('list elements must have the same type');
    }
  }
  places.sort((a, b) => compare(keys[a]!, keys[b]!, meter)! || a - b);
  return CelList.of(places.map((place) => items[place]!));
}

function range(count: Value, meter: Meter): Value {
  if (typeof count !== 'bigint') return noOverload;
  if (count < 0n) return new CelError(`lists.range: size must be non-negative, got ${count}`);
  if (count > longestRange) meter.step(Infinity);
  return CelList.of(Array.from({ length: Number(count) }, (_, index) => BigInt(index)));
}
