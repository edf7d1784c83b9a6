/** Values that are too large to be written in one go. */

/** This many fields, elements and strings are written in a few milliseconds. */
const smallWeight = 10_000;
/** A string of this many characters counts as one field. */
const charactersPerField = 16;

/** A run of small values, or a single large one. */
export type Run<T> = { readonly small: readonly T[] } | { readonly large: T };

/**
 * Finds the large values within a value. It caches results: starting to iterate the fields of a
 * large map takes as long as listing them all.
 */
export class Sizes {
  readonly #large = new WeakSet();

  isLarge(value: unknown): boolean {
    return this.#weightOf(value, smallWeight) >= smallWeight;
  }

  /** Groups values that can be written in one go. */
  *runsOf<T>(entries: Iterable<T>, valueOf: (entry: T) => unknown): Generator<Run<T>> {
    let small: T[] = [];
    let weight = 0;
    for (const entry of entries) {
      const own = this.#weightOf(valueOf(entry), smallWeight);
      const isLarge = own >= smallWeight;
      if (!isLarge) {
        small.push(entry);
        weight += own;
      }
      if (weight >= smallWeight || (isLarge && small.length > 0)) {
        yield { small };
        [small, weight] = [[], 0];
      }
      if (isLarge) yield { large: entry };
    }
    if (small.length > 0) yield { small };
  }

  /** Counts no further than `most`. Counting a small value costs less than writing it. */
  #weightOf(value: unknown, most: number): number {
    if (typeof value === 'string') return 1 + value.length / charactersPerField;
    if (typeof value !== 'object' || value === null) return 1;
    if (this.#large.has(value)) return smallWeight;
    const weight = Array.isArray(value)
      ? this.#weightOfItems(value, most)
      : this.#weightOfFields(value as Readonly<Record<string, unknown>>, most);
    if (weight >= smallWeight) this.#large.add(value);
    return weight;
  }

  #weightOfItems(items: readonly unknown[], most: number): number {
    let weight = 1 + items.length;
    for (const item of items) {
      if (weight >= most) break;
      weight += this.#weightOf(item, most - weight);
    }
    return weight;
  }

  #weightOfFields(value: Readonly<Record<string, unknown>>, most: number): number {
    let weight = 1;
    for (const name in value) {
      weight += 1 + name.length / charactersPerField;
      weight += this.#weightOf(value[name], most - weight);
      if (weight >= most) break;
    }
    return weight;
  }
}
