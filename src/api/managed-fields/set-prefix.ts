import type { Resumable } from '#values';
import { makingSet, setOf, type FieldSet } from './field-set.ts';

/** How many elements, and parts of one element, are remembered after a prefix. */
const mostFollowing = 256;
/** How many prefixes with the same start are remembered in all. */
const mostCached = 8192;
/** Longer prefixes are not remembered: hardly any two sets are equal up to here. */
const longest = 256;

/** A set to which parts are added, one after the other. */
export interface GrowingSet {
  /**
   * The set with one more part; use it instead of this one. Of an element that is added twice, the
   * last part counts.
   */
  with(element: string, part: FieldSet): GrowingSet;
  /** The parts so far as a set; undefined when there are none. */
  readonly set: FieldSet | undefined;
  /** The same in parts. */
  making(): Resumable<FieldSet | undefined>;
  /** Whether an element has been added twice. */
  readonly hasDuplicates: boolean;
}

/**
 * The start of a set: parts in the order in which they were added. The same part after the same
 * prefix leads to the same prefix again, so equal sets are the same object, and only the first
 * costs anything (known as hash consing). Best effort: elements are arbitrary texts, so prefixes
 * are forgotten after a while.
 */
export class SetPrefix implements GrowingSet {
  readonly #start: SetPrefix;
  readonly #before: SetPrefix | undefined;
  readonly #size: number;
  readonly #element: string;
  readonly #part: FieldSet | undefined;
  /** What followed last. */
  #latest: SetPrefix | undefined;
  /** What has followed, by element and, if there were several, by part. */
  #following: Map<string, SetPrefix | Map<FieldSet, SetPrefix>> | undefined;
  #set: FieldSet | undefined;
  /** Valid once the set is made. */
  #hasDuplicates = false;
  /** Of the start: how many prefixes follow it, directly or not. */
  #cachedCount = 0;

  /** Without arguments: the start, with no parts. */
  constructor(before?: SetPrefix, element = '', part?: FieldSet) {
    this.#start = before === undefined ? this : before.#start;
    this.#before = before;
    this.#size = before === undefined ? 0 : before.#size + 1;
    this.#element = element;
    this.#part = part;
  }

  with(element: string, part: FieldSet): GrowingSet {
    if (this.#size >= longest) return new LongSet(this.#parts(), this.#size).with(element, part);
    if (this.#cachedCount > mostCached) this.#forget();
    const latest = this.#latest;
    if (latest !== undefined && latest.#element === element && latest.#part === part) {
      return latest;
    }
    return (this.#latest =
      latest === undefined ? this.#and(element, part) : this.#find(element, part));
  }

  #forget(): void {
    this.#cachedCount = 0;
    this.#latest = undefined;
    this.#following = undefined;
  }

  #find(element: string, part: FieldSet): SetPrefix {
    const latest = this.#latest!;
    this.#following ??= new Map([[latest.#element, latest]]);
    const known = this.#following.get(element);
    if (known instanceof Map) {
      return known.get(part) ?? cached(known, part, this.#and(element, part));
    }
    if (known !== undefined && known.#part === part) return known;
    const next = this.#and(element, part);
    if (known === undefined) return cached(this.#following, element, next);
    this.#following.set(element, new Map([known, next].map((one) => [one.#part!, one])));
    return next;
  }

  #and(element: string, part: FieldSet): SetPrefix {
    this.#start.#cachedCount++;
    return new SetPrefix(this, element, part);
  }

  get set(): FieldSet | undefined {
    if (this.#size > 0) this.#set ??= this.#make();
    return this.#set;
  }

  *making(): Resumable<FieldSet | undefined> {
    return this.set;
  }

  get hasDuplicates(): boolean {
    void this.set;
    return this.#hasDuplicates;
  }

  #make(): FieldSet {
    const parts = this.#parts();
    this.#hasDuplicates = parts.size < this.#size;
    return setOf(parts);
  }

  #parts(): Map<string, FieldSet> {
    const prefixes: SetPrefix[] = [this];
    for (let at = this.#before; at !== undefined; at = at.#before) prefixes.push(at);
    const parts = new Map<string, FieldSet>();
    // The last one is the start.
    for (let index = prefixes.length - 2; index >= 0; index--) {
      const prefix = prefixes[index]!;
      parts.set(prefix.#element, prefix.#part!);
    }
    return parts;
  }
}

/** An empty set to which any number of parts is added; not shared with equal ones. */
export function growingSet(): GrowingSet {
  return new LongSet(new Map(), 0);
}

/** A set that is too long to be shared. Grows in place: it must have a single user. */
class LongSet implements GrowingSet {
  readonly #parts: Map<string, FieldSet>;
  #size: number;

  constructor(parts: Map<string, FieldSet>, size: number) {
    this.#parts = parts;
    this.#size = size;
  }

  with(element: string, part: FieldSet): this {
    this.#parts.set(element, part);
    this.#size++;
    return this;
  }

  get set(): FieldSet | undefined {
    return this.#parts.size === 0 ? undefined : setOf(this.#parts);
  }

  *making(): Resumable<FieldSet | undefined> {
    return this.#parts.size === 0 ? undefined : yield* makingSet(this.#parts);
  }

  get hasDuplicates(): boolean {
    return this.#parts.size < this.#size;
  }
}

function cached<K, V>(following: Map<K, V | SetPrefix>, key: K, next: SetPrefix): SetPrefix {
  if (following.size >= mostFollowing) following.clear();
  following.set(key, next);
  return next;
}
