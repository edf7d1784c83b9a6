/** Changes of immutable values: all return the same value when there is nothing to change. */
import { mapShared } from '../work/long-lists.ts';
import { setOwn } from './own.ts';

/**
 * A copy to add fields to. A spread copies faster, but V8 then takes long for every field that is
 * added: several times as long as the whole copy. For objects with known fields, not for maps: a
 * key such as `__proto__` would be lost.
 */
export function copyOf<T extends object>(object: T): { -readonly [K in keyof T]: T[K] } {
  return Object.assign({}, object);
}

/**
 * Adds fields to a copy of an object that is made often. In V8 each spread that gets further fields has a
 * shape of its own: it takes long to make, more memory than its fields, and long to read.
 */
export function extended<T extends object, F extends object>(object: T, fields: F): T & F {
  return Object.assign({}, object, fields);
}

/** The object with values for absent fields; null counts as absent. */
export function fillAbsent<T extends object>(object: T, values: Readonly<Partial<T>>): T {
  let filled: T | undefined;
  for (const key in values) {
    const value = object[key];
    if (value != null || value === values[key]) continue;
    (filled ??= copyOf(object))[key] = values[key] as T[typeof key];
  }
  return filled ?? object;
}

/** {@link fillAbsent} for maps, whose keys can be any text. */
export function fillMap<V>(
  map: Readonly<Record<string, V>>,
  values: Readonly<Record<string, V>>,
): Readonly<Record<string, V>> {
  let filled: Record<string, V> | undefined;
  for (const key in values) {
    if (map[key] == null) (filled ??= { ...map })[key] = values[key]!;
  }
  return filled ?? map;
}

/**
 * The object with values for fields that are absent, empty text or 0: v1.24 cannot distinguish
 * these in fields that are not pointers.
 */
export function fillUnset<T extends object>(object: T, values: Readonly<Partial<T>>): T {
  let filled: T | undefined;
  for (const key in values) {
    if (!object[key]) (filled ??= copyOf(object))[key] = values[key] as T[typeof key];
  }
  return filled ?? object;
}

/** {@link fillUnset} and then {@link fillAbsent}, with one copy. */
export function fill<T extends object>(
  object: T,
  unset: Readonly<Partial<T>>,
  absent: Readonly<Partial<T>>,
): T {
  const filled = fillUnset(object, unset);
  if (filled === object) return fillAbsent(object, absent);
  for (const key in absent) {
    if (filled[key] == null) filled[key] = absent[key] as T[typeof key];
  }
  return filled;
}

/** The object without those of the fields that are 0, false or empty text: v1.24 omits them. */
export function omitUnset<T extends object>(object: T, fields: readonly (keyof T)[]): T {
  const omits = (field: keyof T): boolean => !object[field] && fields.includes(field);
  return fields.some((field) => !object[field] && field in object)
    ? without(object, omits)
    : object;
}

/** The object without the fields. */
export function omitFields<T extends object>(object: T, fields: readonly (keyof T)[]): T {
  const omits = (field: keyof T): boolean => object[field] !== undefined && fields.includes(field);
  return fields.some(omits) ? without(object, omits) : object;
}

/** Copies the fields that are kept: deleting them from a copy would make it a slow one. */
function without<T extends object>(object: T, omits: (field: keyof T) => boolean): T {
  const smaller: Record<string, unknown> = {};
  for (const field of Object.keys(object) as (keyof T & string)[]) {
    if (!omits(field)) setOwn(smaller, field, object[field]);
  }
  return smaller as T;
}

export function withField<T extends object, K extends keyof T>(
  object: T,
  field: K,
  value: T[K],
): T {
  if (object[field] === value) return object;
  const changed: T = copyOf(object);
  changed[field] = value;
  return changed;
}

/** {@link withField} with a function, for fields that may be absent. */
export function changeField<T extends object, K extends keyof T>(
  object: T,
  field: K,
  change: (value: NonNullable<T[K]>) => T[K],
): T {
  const value = object[field];
  return value == null ? object : withField(object, field, change(value));
}

/** Changes the elements of a list field that may be absent. */
export type ElementOf<V> = NonNullable<V> extends readonly (infer E)[] ? E : never;

/** {@link mapShared} on a list field that may be absent. */
export function changeElements<T extends object, K extends keyof T>(
  object: T,
  field: K,
  change: (element: ElementOf<T[K]>) => ElementOf<T[K]>,
): T {
  const list = object[field] as readonly ElementOf<T[K]>[] | null | undefined;
  return list == null ? object : withField(object, field, mapShared(list, change) as T[K]);
}
