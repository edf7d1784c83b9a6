/** Patterns in which some places stand for any number of items. */

/** A pattern over items that are told by their number. */
export interface WildcardPattern {
  /** How many places the pattern has. */
  readonly places: number;
  /** Whether a place stands for any number of items. */
  isAny(place: number): boolean;
  /** Whether an item is what any other place wants. */
  fits(place: number, item: number): boolean;
  /** Whether a place for any number of items may hold this one. Default: any item. */
  mayHold?(item: number): boolean;
}

/**
 * Whether a pattern stands for all of `count` items. Only the last place for any number is ever
 * tried again: it can hold what earlier ones could, so at most places times items are compared.
 * (That needs items which no such place may hold to fit only places that fit nothing else.)
 */
export function fitsWildcards(
  { places, isAny, fits, mayHold = () => true }: WildcardPattern,
  count: number,
): boolean {
  let place = 0;
  let item = 0;
  /** The last place for any number of items, and the first item that it does not hold. */
  let anyAt = -1;
  let heldTo = 0;
  while (item < count) {
    if (place < places && isAny(place)) {
      anyAt = place;
      heldTo = item;
      place += 1;
    } else if (place < places && fits(place, item)) {
      place += 1;
      item += 1;
    } else if (anyAt >= 0 && mayHold(heldTo)) {
      heldTo += 1;
      item = heldTo;
      place = anyAt + 1;
    } else {
      return false;
    }
  }
  while (place < places && isAny(place)) place += 1;
  return place === places;
}

/** A test of texts by a pattern in which `*` stands for any characters. */
export function starMatcher(pattern: string): (text: string) => boolean {
  return (text) =>
    fitsWildcards(
      {
        places: pattern.length,
        isAny: (place) => pattern[place] === '*',
        fits: (place, item) => pattern[place] === text[item],
      },
      text.length,
    );
}
