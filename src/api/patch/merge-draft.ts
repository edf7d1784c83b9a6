/** Changes a JSON object that others share: it is copied at the first change. */
import { copyIfLate, equalParts, own, setOwn, SpelledNumber } from '#values';
import { runToEnd, type Resumable } from '#values';

/** How many fields are copied or changed before other requests may get a turn. */
export const slice = 8192;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof SpelledNumber);
}

/**
 * An object under change. Keys are arbitrary: only own fields count, and `__proto__` is a field
 * like any other.
 */
export class ObjectDraft {
  readonly #base: JsonObject;
  #changed: Record<string, unknown> | undefined;

  constructor(base: JsonObject) {
    this.#base = base;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.result, key);
  }

  /** The field's value, or undefined when there is no such field. */
  get(key: string): unknown {
    return own(this.result, key);
  }

  /** Keeps the present value when the new one is equal to it. */
  set(key: string, value: unknown): void {
    const present = this.get(key);
    if (present === undefined || !equalParts(present, value)) setOwn(this.#own(), key, value);
  }

  /** The same for what was made of the present value: that one itself where nothing has changed. */
  put(key: string, value: unknown, present: unknown): void {
    if (present !== value) setOwn(this.#own(), key, value);
  }

  delete(key: string): void {
    if (this.has(key)) delete this.#own()[key];
  }

  /** The object with all changes; the same one when there were none. */
  get result(): JsonObject {
    return this.#changed ?? this.#base;
  }

  #own(): Record<string, unknown> {
    return (this.#changed ??= copy(this.#base));
  }
}

/** The object with changed fields: those that were removed (`gone`) and added again come last. */
export function withChanges(
  object: JsonObject,
  changes: ReadonlyMap<string, unknown>,
  gone?: ReadonlySet<string>,
): JsonObject {
  return runToEnd(changing(object, changes, gone));
}

/** {@link withChanges} in parts. */
export function* changing(
  object: JsonObject,
  changes: ReadonlyMap<string, unknown>,
  gone?: ReadonlySet<string>,
): Resumable<JsonObject> {
  const late = changes.has('managedFields') ? undefined : copyIfLate(object, gone);
  const changed: Record<string, unknown> = late ?? {};
  let passed = 0;
  for (const key of Object.keys(object)) {
    if (++passed % slice === 0) yield;
    if (gone?.has(key) === true || (late !== undefined && !changes.has(key))) continue;
    setOwn(changed, key, changes.has(key) ? changes.get(key) : object[key]);
  }
  for (const [key, value] of changes) {
    if (++passed % slice === 0) yield;
    if (gone?.has(key) === true || !Object.hasOwn(object, key)) setOwn(changed, key, value);
  }
  return changed;
}

/** Up to this many fields, a spread takes a fraction of the time of a loop; for many more it takes twice as long. */
const fewFields = 64;

function copy(object: JsonObject): Record<string, unknown> {
  // Owners that are not decided yet stay so.
  const late = copyIfLate(object);
  if (late !== undefined) return late;
  if (hasFewFields(object)) return { ...object };
  const copied: Record<string, unknown> = {};
  for (const key of Object.keys(object)) setOwn(copied, key, object[key]);
  return copied;
}

/** Counts fields without listing their names. */
function hasFewFields(object: JsonObject): boolean {
  let count = 0;
  for (const key in object) {
    void key;
    if (++count > fewFields) return false;
  }
  return true;
}
