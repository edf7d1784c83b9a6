/** What is too much to be written in one go. */

/** So much (fields, elements, and the texts in them) is written in a few milliseconds. */
const smallWeight = 10_000;
/** A text of so many characters weighs as much as a field. */
const charactersPerField = 16;

/** A run of what is small, or one that is large. */
export type Run<T> = { readonly small: readonly T[] } | { readonly large: T };

/**
 * Finds what is large within one value. It remembers: just to begin with the fields of a large map
 * takes as long as to list them all.
 */
export class Sizes {
  readonly #large = new WeakSet();

  isLarge(value: unknown): boolean {
    return this.#weightOf(value, smallWeight) >= smallWeight;
  }

  /** Puts together what can be written in one go. */
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

  /** Counts no further than `most`: it costs less than to write what is small. */
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
