/**
 * A JSON document under change. The changes of a container are kept beside it (for lists: in
 * pieces) until the result is built, so that an operation costs its path and not the size of its
 * container.
 */
import { parseGoInt } from '#values';
import { ListDraft } from './list-draft.ts';
import { isObject, withChanges, type JsonObject } from './merge-draft.ts';

export type Container = JsonObject | readonly unknown[];

/**
 * A container under change. It belongs to one place of one document. Entered values are drafts, all
 * others plain.
 */
export interface Draft {
  /** The value, plain or a draft; undefined for an absent field. @throws {Error} for an invalid index */
  at(key: string): unknown;
  /**
   * Sets a field, or inserts before an element (`-`: after the last). @throws {Error} for an
   * invalid index
   */
  add(key: string, value: unknown): void;
  /** Sets a field or an element. @throws {Error} for an invalid index */
  replace(key: string, value: unknown): void;
  /** @throws {Error} when there is nothing to remove */
  remove(key: string): void;
  /** A copy with the changes so far; later changes do not affect it. */
  plain(): Container;
}

export function draftOf(container: Container): Draft {
  return isList(container) ? new ItemsDraft(container) : new FieldsDraft(container);
}

/** The container at a key, from now on as a draft; undefined when there is none. */
export function enter(draft: Draft, key: string): Draft | undefined {
  const value = draft.at(key);
  if (isDraft(value)) return value;
  if (!isContainer(value)) return undefined;
  const entered = draftOf(value);
  draft.replace(key, entered);
  return entered;
}

/** The present value of a place. */
export function plainOf(value: unknown): unknown {
  return isDraft(value) ? value.plain() : value;
}

export function isContainer(value: unknown): value is Container {
  return isList(value) || isObject(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isDraft(value: unknown): value is Draft {
  return value instanceof FieldsDraft || value instanceof ItemsDraft;
}

class FieldsDraft implements Draft {
  readonly #fields: JsonObject;
  readonly #changes = new Map<string, unknown>();
  /** The original fields that have been removed, even if they were added again. */
  readonly #gone = new Set<string>();

  constructor(fields: JsonObject) {
    this.#fields = fields;
  }

  at(key: string): unknown {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#before(key);
  }

  add(key: string, value: unknown): void {
    this.#changes.set(key, value);
  }

  replace(key: string, value: unknown): void {
    this.#changes.set(key, value);
  }

  remove(key: string): void {
    const wasBefore = this.#before(key) !== undefined;
    if (!this.#changes.delete(key) && !wasBefore) {
      throw new Error(`Unable to remove nonexistent key: ${key}: missing value`);
    }
    if (wasBefore) this.#gone.add(key);
  }

  plain(): JsonObject {
    const changes = new Map<string, unknown>();
    for (const [key, value] of this.#changes) {
      const plain = plainOf(value);
      if (plain !== this.#before(key)) changes.set(key, plain);
    }
    if (changes.size === 0 && this.#gone.size === 0) return this.#fields;
    return withChanges(this.#fields, changes, this.#gone);
  }

  #before(key: string): unknown {
    const isThere = Object.hasOwn(this.#fields, key) && !this.#gone.has(key);
    return isThere ? this.#fields[key] : undefined;
  }
}

class ItemsDraft implements Draft {
  readonly #items: ListDraft<unknown>;

  constructor(items: readonly unknown[]) {
    this.#items = new ListDraft(items);
  }

  at(key: string): unknown {
    return this.#items.get(indexIn(key, this.#items.length));
  }

  add(key: string, value: unknown): void {
    const { length } = this.#items;
    this.#items.insert(key === '-' ? length : insertionIndex(key, length), value);
  }

  replace(key: string, value: unknown): void {
    this.#items.set(indexIn(key, this.#items.length), value);
  }

  remove(key: string): void {
    this.#items.remove(indexIn(key, this.#items.length));
  }

  plain(): readonly unknown[] {
    return this.#items.toArray().map(plainOf);
  }
}

function insertionIndex(key: string, length: number): number {
  let index: bigint;
  try {
    index = parseGoInt(key);
  } catch (error) {
    throw new Error(`value was not a proper array index: '${key}': ${(error as Error).message}`, {
      cause: error,
    });
  }
  return within(index, length + 1);
}

/** The index of one of `length` elements; negative ones count from the end. */
function indexIn(key: string, length: number): number {
  return within(parseGoInt(key), length);
}

function within(index: bigint, length: number): number {
  if (index >= length || index < -length) {
    throw new Error(`Unable to access invalid index: ${index}: invalid index referenced`);
  }
  return Number(index < 0 ? index + BigInt(length) : index);
}
