/** Comparing values that are so large that other requests must get a turn meanwhile. */
import type { Resumable } from '#values';
import { leaf, self, setOf, type FieldSet } from './field-set.ts';
import type { GrowingSet } from './set-prefix.ts';

/** From this many parts on, a map or list is large, and is processed in slices of this size. */
export const many = 4096;

/** The set with the result for the part at this index. */
export type AddPart = (set: GrowingSet, index: number) => GrowingSet;
/** The set that counts when all parts are added. */
export type EndOfParts = (set: GrowingSet) => GrowingSet;

/**
 * The large maps and lists that a walk meets: each is done later, and an empty placeholder stands
 * in its place meanwhile.
 */
export class LargeParts {
  /** The work for each placeholder; absent until there is one, as for almost all objects. */
  #waiting: Map<FieldSet, Resumable<FieldSet | undefined>> | undefined;
  /** How many have been postponed so far. */
  #left = 0;
  /** The map whose keys were listed last, and its keys. */
  #listed: object | undefined;
  #keys: readonly string[] = [];

  /** Listing the keys of a large map takes long, and a walk needs them more than once. */
  keysOf(map: object): readonly string[] {
    if (this.#listed !== map) {
      this.#listed = map;
      this.#keys = Object.keys(map);
    }
    return this.#keys;
  }

  /** Whether a part waits for {@link filledIn}. */
  get areLeft(): boolean {
    return this.#waiting !== undefined && this.#waiting.size > 0;
  }

  /** Postpones the parts. */
  later(prefix: GrowingSet, count: number, add: AddPart, end?: EndOfParts): FieldSet {
    const place: FieldSet = {};
    this.#waiting ??= new Map<FieldSet, Resumable<FieldSet | undefined>>();
    this.#waiting.set(place, adding(prefix, count, add, end));
    this.#left++;
    return place;
  }

  /** The set with the postponed parts filled in. */
  *filledIn(set: FieldSet | undefined): Resumable<FieldSet | undefined> {
    if (set === undefined || !this.areLeft) return set;
    const work = this.#waiting!.get(set);
    if (work === undefined) return yield* this.#filledInside(set);
    this.#waiting!.delete(set);
    const others = this.#left;
    const result = yield* work;
    return this.#left === others ? result : yield* this.filledIn(result);
  }

  *#filledInside(set: FieldSet): Resumable<FieldSet | undefined> {
    const filled = new Map<string, FieldSet | undefined>();
    for (const element in set) {
      const part = set[element]!;
      const whole = part === leaf ? part : yield* this.filledIn(part);
      if (whole !== part) filled.set(element, whole);
    }
    if (filled.size === 0) return set;
    const whole = new Map(Object.entries(set));
    for (const [element, part] of filled) {
      if (part === undefined) whole.delete(element);
      else whole.set(element, part);
    }
    if (whole.size === 0) return undefined;
    return whole.size === 1 && whole.has(self) ? leaf : setOf(whole);
  }
}

/** Whether a walk in parts does a map or list with this many parts later. */
export function isLater(count: number, large: LargeParts | undefined): large is LargeParts {
  return large !== undefined && count >= many;
}

/** A set of `count` parts after the prefix. */
export function addParts(
  prefix: GrowingSet,
  count: number,
  add: AddPart,
  large: LargeParts | undefined,
  end?: EndOfParts,
): FieldSet | undefined {
  if (isLater(count, large)) return large.later(prefix, count, add, end);
  let set = prefix;
  for (let index = 0; index < count; index++) set = add(set, index);
  return (end?.(set) ?? set).set;
}

function* adding(
  prefix: GrowingSet,
  count: number,
  add: AddPart,
  end: EndOfParts | undefined,
): Resumable<FieldSet | undefined> {
  let set = prefix;
  for (let index = 0; index < count; index++) {
    if (index % many === many - 1) yield;
    set = add(set, index);
  }
  return yield* (end?.(set) ?? set).making();
}
