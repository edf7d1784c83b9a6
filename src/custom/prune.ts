/** Removes what a structural schema does not describe. Pure: what stays is shared. */
import { mapShared, type LongLists } from '#values';
import { changeFields, gone } from './change.ts';
import { isObject, isTypeField, type JsonObject, type Structure } from '#schema';

/** Gets the path of each removed field, such as `spec.list[0].foo`. */
export type OnUnknown = (path: string) => void;

/** The value without unknown fields; the same value when there are none. */
export function prune(
  structure: Structure,
  value: unknown,
  onUnknown?: OnUnknown,
  lists?: LongLists,
): unknown {
  return new Pruning(onUnknown, lists).value(structure, value);
}

class Pruning {
  readonly #onUnknown: OnUnknown | undefined;
  readonly #lists: LongLists | undefined;
  #path: string[] = [];

  constructor(onUnknown: OnUnknown | undefined, lists: LongLists | undefined) {
    this.#onUnknown = onUnknown;
    this.#lists = lists;
  }

  /** @param structure undefined where nothing is described: objects lose all their fields */
  value(structure: Structure | undefined, value: unknown): unknown {
    if (structure?.preserves === true) return this.#preserved(structure, value);
    if (Array.isArray(value))
      return this.#items(value, (item) => this.value(structure?.items, item));
    return isObject(value) ? this.#object(structure, value) : value;
  }

  #object(structure: Structure | undefined, object: JsonObject): JsonObject {
    return this.#fields(object, (value, name) => {
      if (structure?.isEmbedded === true && isTypeField(name)) return value;
      const field = structure?.fields.get(name);
      if (field !== undefined || structure?.hasOthers === true) {
        return this.#at(`.${name}`, () => this.value(field ?? structure!.others, value));
      }
      this.#onUnknown?.([...this.#path, `.${name}`].join('').slice(1));
      return gone;
    });
  }

  /** Below a value that keeps unknown fields, what is described is still pruned. */
  #preserved(structure: Structure | undefined, value: unknown): unknown {
    if (structure === undefined) return value;
    if (Array.isArray(value)) {
      return this.#items(value, (item) => this.#preserved(structure.items, item));
    }
    if (!isObject(value)) return value;
    return this.#fields(value, (part, name) => {
      if (structure.isEmbedded && isTypeField(name)) return part;
      const field = structure.fields.get(name);
      if (field === undefined && !structure.hasOthers) return part;
      return this.#at(`.${name}`, () => this.value(field ?? structure.others, part));
    });
  }

  #items(items: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
    const work = (item: unknown, index: number): unknown =>
      this.#at(`[${index}]`, () => change(item));
    return mapShared(items, this.#left(items.length, work), this.#lists);
  }

  #fields(object: JsonObject, change: (value: unknown, name: string) => unknown): JsonObject {
    const { length } = Object.keys(object);
    return changeFields(object, this.#left(length, change), this.#lists);
  }

  #leaves(length: number): boolean {
    return this.#lists !== undefined && this.#lists.isLong(length);
  }

  /** What is done later knows the path to where it is done. */
  #left<P>(length: number, change: (part: unknown, at: P) => unknown): typeof change {
    if (this.#onUnknown === undefined || !this.#leaves(length)) return change;
    const path = [...this.#path];
    return (part, at) => {
      this.#path = path;
      return change(part, at);
    };
  }

  #at<T>(part: string, work: () => T): T {
    if (this.#onUnknown === undefined) return work();
    this.#path.push(part);
    const result = work();
    this.#path.pop();
    return result;
  }
}
