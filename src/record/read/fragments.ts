/** Parts of lines that come again: each is read once. */
import { copyOf } from './shared.ts';

/** How many of one sort are kept. */
export const MOST_SHARED = 20_000;

/** A part of a line, without the braces around it. */
export interface LineFragment<T> {
  readonly text: string;
  readonly value: T;
  /** Other lines may have it, too: its texts keep no line in memory. */
  readonly isShared: boolean;
}

/** Parts of one sort: those that may be repeated are kept as they were read. */
export class SharedFragments<T> {
  readonly #read: (text: string) => T | undefined;
  readonly #mayRepeat: (text: string) => boolean;
  readonly #known = new Map<string, LineFragment<T>>();
  readonly #latest = new Latest<LineFragment<T>>();

  /** @param read undefined for a text in another form */
  constructor(read: (text: string) => T | undefined, mayRepeat: (text: string) => boolean) {
    this.#read = read;
    this.#mayRepeat = mayRepeat;
  }

  of(text: string): LineFragment<T> | undefined {
    const known = this.#latest.equalTo(text) ?? this.#known.get(text);
    return known === undefined ? this.#readNew(text) : this.#latest.found(known);
  }

  #readNew(text: string): LineFragment<T> | undefined {
    const isShared = this.#mayRepeat(text);
    const own = isShared ? copyOf(text) : text;
    const value = this.#read(own);
    if (value === undefined) return undefined;
    const part = { text: own, value, isShared };
    if (!isShared) return part;
    if (this.#known.size >= MOST_SHARED) this.#known.clear();
    this.#known.set(own, part);
    return this.#latest.found(part);
  }
}

/** The two that were found last, which often come again: to compare texts is faster than to look one up. */
export class Latest<T extends { readonly text: string }> {
  #last: T | undefined;
  #lastButOne: T | undefined;

  equalTo(text: string): T | undefined {
    if (this.#last?.text === text) return this.#last;
    return this.#lastButOne?.text === text ? this.#lastButOne : undefined;
  }

  /** The one whose text stands at a place of a line. */
  at(place: number, line: string): T | undefined {
    if (isAt(place, line, this.#last)) return this.#last;
    return isAt(place, line, this.#lastButOne) ? this.#lastButOne : undefined;
  }

  found(one: T): T {
    if (one === this.#last) return one;
    this.#lastButOne = this.#last;
    return (this.#last = one);
  }
}

/** A slice is compared faster than by `startsWith`, which takes character by character. */
function isAt(place: number, line: string, one: { readonly text: string } | undefined): boolean {
  return one !== undefined && line.slice(place, place + one.text.length) === one.text;
}
