/** What a call can cost, and how large its result can be, from the sizes of its arguments. */
import { perAuthorization, perCharacter, perPatternCharacter } from './pricing.ts';
import { exactly, part, plus, times, unknownSize, type Range } from './range.ts';
import type { Overload } from './signatures.ts';

export interface CallRange {
  /** Without that of the arguments. */
  readonly cost: Range;
  /** Undefined for what the result's type says. */
  readonly size?: Range;
}

const one = exactly(1);

/** The longest text of a range of addresses. */
const longestAddress = 43;

/** What the longest pattern of a format counts. */
const longestFormat = Math.ceil(64 * perPatternCharacter);

/**
 * @param sizes of the arguments
 * @param itemSize of the items of the first argument, if that is a list
 */
export function priceRange(
  { pricing, name }: Overload,
  sizes: readonly Range[],
  itemSize: Range | undefined,
): CallRange {
  const [first = one, second = one, third = one] = sizes;
  const reading = part(first, perCharacter);
  switch (pricing) {
    case 'branch':
      return { cost: exactly(0) };
    case 'compare': {
      const most = Math.min(first.most, second.most);
      return { cost: part({ least: most > 0 ? 1 : 0, most }, perCharacter) };
    }
    case 'contains':
      return { cost: times(reading, part(second, perCharacter)) };
    case 'in':
      return { cost: second };
    case 'join': {
      const texts = times(first, itemSize ?? exactly(0));
      const between = { least: Math.max(0, first.least - 1), most: Math.max(0, first.most - 1) };
      const size = sizes.length > 1 ? plus(texts, times(second, between)) : texts;
      return { cost: part(size, perCharacter), size };
    }
    case 'lists':
      return { cost: one, size: plus(first, second) };
    case 'match': {
      const cost = times(part(plus(first, one), perCharacter), part(second, perPatternCharacter));
      return name === 'matches' ? { cost } : { cost, size: { least: 0, most: first.most } };
    }
    case 'prefix':
      return { cost: part(second, perCharacter) };
    case 'rebuild':
      return {
        cost: part(first, 2 * perCharacter),
        size: name === 'split' ? { least: 0, most: first.most } : replaced(first, second, third),
      };
    case 'search': {
      if (itemSize === undefined) return { cost: reading };
      return { cost: times(first, plus(one, part(itemSize, perCharacter))) };
    }
    case 'texts': {
      const size = plus(first, second);
      return { cost: part(size, perCharacter), size };
    }
    case 'toBytes':
      return { cost: reading, size: { least: first.least, most: first.most * 4 } };
    case 'toText':
      return { cost: reading, size: { least: Math.floor(first.least / 4), most: first.most } };
    case 'addresses': {
      const text = part(second, perCharacter);
      return { cost: plus(exactly(Math.ceil(2 * longestAddress * perCharacter) + 1), text) };
    }
    case 'authorize':
      return { cost: exactly(perAuthorization) };
    case 'items':
      return { cost: plus(exactly(11), first), size: first };
    case 'pairs':
      return { cost: plus(exactly(11), part(times(first, first), 2)), size: first };
    case 'product':
      return { cost: plus(one, times(first, second)) };
    case 'quote':
      return {
        cost: reading,
        size: plus({ least: first.least, most: first.most * 2 }, exactly(2)),
      };
    case 'validate':
      return {
        cost: times(part(plus(second, one), perCharacter), exactly(longestFormat)),
        size: unknownSize,
      };
    case 'traverse':
      return { cost: reading };
    case 'trim':
      return { cost: reading, size: first };
    case 'index':
    case undefined:
      return { cost: one };
  }
}

/** The length of a text in which all of a part are replaced. */
function replaced(text: Range, old: Range, by: Range): Range {
  let most = text.most;
  if (old.least === 0) most = (text.most + 1) * by.most + text.most;
  else if (by.most > old.least) most = Math.ceil(text.most / old.least) * by.most;
  let least = text.least;
  if (old.most === 0) least = (text.least + 1) * by.least + text.least;
  else if (old.most > by.least) least = Math.ceil(text.least / old.most) * by.least;
  return plus({ least, most });
}
