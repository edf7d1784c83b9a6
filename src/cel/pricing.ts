/** What calls cost when they run, from the sizes of their arguments. */
import { sizeOf } from './equality.ts';
import type { Meter } from './meter.ts';
import { patternLengthOf } from './library/formats.ts';
import { Opaque } from './library/opaque.ts';
import type { Pricing } from './signatures.ts';
import { CelList, CelMap, CelObject, type Value } from './values.ts';

/** What asking whether something is allowed costs. */
export const perAuthorization = 350_000;
/** Reading a text costs this much for each character. */
export const perCharacter = 0.1;
/** A regular expression is taken to have this many parts for each character. */
export const perPatternCharacter = 0.25;

export function priceOf(
  pricing: Pricing | undefined,
  args: readonly Value[],
  result: Value,
  meter: Meter,
): number {
  const size = (index: number): number => sizeOf(args[index]!, meter);
  const reading = (count: number): number => Math.ceil(count * perCharacter);
  switch (pricing) {
    case 'branch':
    case 'index':
      return 0;
    case 'addresses': {
      const [range, other] = args;
      const text = typeof other === 'string' ? reading(other.length) : 0;
      const length = range instanceof Opaque ? range.text.length : 0;
      return reading(2 * length) + text;
    }
    case 'authorize':
      return perAuthorization;
    case 'items':
      return 11 + (result instanceof CelList ? result.size : 0);
    case 'pairs':
      return 11 + 2 * size(0) ** 2;
    case 'product':
      return 1 + size(0) * size(1);
    case 'validate':
      return reading(1 + size(1)) * Math.ceil(patternLengthOf(args[0]) * perPatternCharacter);
    case 'compare':
      return reading(Math.min(size(0), size(1)));
    case 'contains':
      return reading(size(0)) * reading(size(1));
    case 'in':
      return size(1);
    case 'join':
      return reading(2 * sizeOf(result, meter));
    case 'match':
      return reading(1 + size(0)) * Math.ceil(size(1) * perPatternCharacter);
    case 'prefix':
    case 'quote':
    case 'toBytes':
    case 'toText':
    case 'traverse':
    case 'trim':
      return reading(size(0));
    case 'rebuild':
      return reading(2 * size(0));
    case 'search':
      return traversal(args[0]!, meter);
    case 'texts':
      return reading(size(0) + size(1));
    case 'lists':
    case undefined:
      return 1;
  }
}

/** Of all that is in a value. */
function traversal(value: Value, meter: Meter): number {
  meter.step(1);
  if (typeof value === 'string' || value instanceof Uint8Array) {
    return Math.ceil(value.length * perCharacter);
  }
  let cost = 0;
  if (value instanceof CelList) for (const item of value) cost += traversal(item, meter);
  else if (value instanceof CelMap) {
    for (const key of value.keys) cost += traversal(key, meter) + traversal(value.get(key)!, meter);
  } else if (value instanceof CelObject) {
    for (const name of value.declared.fields.keys()) {
      const field = value.get(name);
      if (field !== undefined) cost += traversal(name, meter) + traversal(field, meter);
    }
  } else return 1;
  return cost;
}
