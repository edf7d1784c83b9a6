import type { FieldSet } from './field-set.ts';

/** So many elements are known to follow one prefix, before they are forgotten. */
const mostElements = 64;
/** The same for parts of one element. */
const mostParts = 8;
/** Prefixes of more parts than this are not remembered at all: hardly any two sets are alike so far. */
const longest = 256;

/**
 * How a set begins: parts in the order in which they were added. The same part after the same
 * beginning leads to the same prefix again, so sets that are made alike are one and the same, and
 * only the first costs anything (known as hash consing). Best effort: elements may be anybody's
 * text, so what has been made is forgotten after a while.
 */
export class SetPrefix {
  readonly #before: SetPrefix | undefined;
  readonly #size: number;
  readonly #element: string;
  readonly #part: FieldSet | undefined;
  /** What followed last. */
  #latest: SetPrefix | undefined;
  /** What has followed, by element; made when it is more than one. */
  #following: Map<string, SetPrefix> | undefined;
  /** Another one after the same beginning, with the same element and another part. */
  #alike: SetPrefix | undefined;
  #set: FieldSet | undefined;

  /** The start, if nothing is given: where no part has been added. */
  constructor(before?: SetPrefix, element = '', part?: FieldSet) {
    this.#before = before;
    this.#size = before === undefined ? 0 : before.#size + 1;
    this.#element = element;
    this.#part = part;
  }

  /** With one part more. Of an element that is added twice, the last part counts. */
  with(element: string, part: FieldSet): SetPrefix {
    const latest = this.#latest;
    if (latest !== undefined) {
      if (latest.#element === element && latest.#part === part) return latest;
      this.#following ??= new Map([[latest.#element, latest]]);
      return (this.#latest = this.#find(this.#following, element, part));
    }
    const next = new SetPrefix(this, element, part);
    if (this.#size < longest) this.#latest = next;
    return next;
  }

  #find(following: Map<string, SetPrefix>, element: string, part: FieldSet): SetPrefix {
    const first = following.get(element);
    let known = first;
    let count = 0;
    for (; known !== undefined; known = known.#alike) {
      if (known.#part === part) return known;
      count++;
    }
    const next = new SetPrefix(this, element, part);
    if (count < mostParts) next.#alike = first;
    if (first === undefined && following.size >= mostElements) following.clear();
    following.set(element, next);
    return next;
  }

  /** The parts so far as a set; undefined at the start. */
  get set(): FieldSet | undefined {
    if (this.#size > 0) this.#set ??= this.#made();
    return this.#set;
  }

  /** Whether an element has been added twice. */
  get repeats(): boolean {
    return Object.keys(this.set ?? {}).length < this.#size;
  }

  #made(): FieldSet {
    const prefixes: SetPrefix[] = [this];
    for (let at = this.#before; at !== undefined; at = at.#before) prefixes.push(at);
    const set: Record<string, FieldSet> = {};
    // The last one is the start.
    for (let index = prefixes.length - 2; index >= 0; index--) {
      const prefix = prefixes[index]!;
      set[prefix.#element] = prefix.#part!;
    }
    return set;
  }
}
