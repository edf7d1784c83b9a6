/** Patterns in which some places match any number of items. */

/** A pattern over items, which are identified by their index. */
export interface WildcardPattern {
  /** The number of places in the pattern. */
  readonly places: number;
  /** Whether a place matches any number of items. */
  isAny(place: number): boolean;
  /** Whether an item matches a place that is not a wildcard. */
  fits(place: number, item: number): boolean;
  /** Whether a place for any number of items may hold this one. Default: any item. */
  mayHold?(item: number): boolean;
}

/**
 * Whether a pattern matches all of `count` items. Only the last wildcard place is ever retried: it
 * can hold what earlier ones could, so there are at most places times items comparisons. (This
 * requires that items which wildcards may not hold fit only places that fit nothing else.)
 */
export function fitsWildcards(
  { places, isAny, fits, mayHold = () => true }: WildcardPattern,
  count: number,
): boolean {
  let place = 0;
  let item = 0;
  /** The last wildcard place, and the first item that it does not hold. */
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

/** A test of texts against a pattern in which `*` matches any characters. */
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
