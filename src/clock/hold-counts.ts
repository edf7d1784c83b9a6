/** How often each name has taken holds and fired timers at one instant, to find a loop. */

/** A name that holds, or held, the clock, and how often. */
export interface Holder {
  readonly name: string;
  readonly count: number;
}

/** How many holds one name may take for each object that is written at an instant. */
const HOLDS_PER_OBJECT = 4;
/** The most names that are kept before they are counted, which bounds what they take. */
const MOST_NAMES = 500_000;

/**
 * Counts names, as late as it can: as long as all names since the last count could be the same one, and that one would not
 * be over the limit, they are only kept in a list. So most instants count nothing.
 */
export class HoldCounts {
  readonly #loopLimit: number;
  /** Since they were last counted. */
  #names: string[] = [];
  #counts = new Map<string, number>();
  /** The largest of the counts. */
  #most = 0;
  /** With at most this many names in the list, none of them can be over the limit. */
  #harmless: number;
  #objects = 0;

  /** @param loopLimit how often a name may come, when no object is written */
  constructor(loopLimit: number) {
    this.#loopLimit = loopLimit;
    this.#harmless = loopLimit;
  }

  /** Adds a name; returns whether it has come more often than it may. */
  add(name: string): boolean {
    if (this.#names.push(name) <= this.#harmless) return false;
    const limit = this.#loopLimit + HOLDS_PER_OBJECT * this.#objects;
    this.#harmless = Math.min(limit - this.#most, MOST_NAMES);
    if (this.#names.length <= this.#harmless) return false;
    this.#count();
    this.#harmless = Math.min(limit - this.#most, MOST_NAMES);
    return this.#counts.get(name)! > limit;
  }

  /** Records that an object was written for the first time at this instant: all may come a few times more. */
  addObject(): void {
    this.#objects++;
  }

  /** Resets all counts: time has advanced. */
  clear(): void {
    this.#objects = 0;
    this.#most = 0;
    this.#harmless = this.#loopLimit;
    if (this.#names.length > 0) this.#names = [];
    if (this.#counts.size > 0) this.#counts = new Map();
  }

  /** Returns all names, those that have come most often first, then by name. */
  ranking(): Holder[] {
    this.#count();
    return ranking(this.#counts);
  }

  #count(): void {
    for (const name of this.#names) {
      const count = (this.#counts.get(name) ?? 0) + 1;
      this.#counts.set(name, count);
      if (count > this.#most) this.#most = count;
    }
    this.#names = [];
  }
}

/** Returns each name with how often it is there, the most frequent first, then by name. */
export function rankingOf(names: readonly string[]): Holder[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ranking(counts);
}

function ranking(counts: ReadonlyMap<string, number>): Holder[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
