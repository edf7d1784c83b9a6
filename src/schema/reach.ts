/** Which fields of a type matter to a walk: those that it is about, and those that hold such fields. */
import { mapShared, type LongLists } from '#values';
import type { FieldSchema, Schema, StructSchema, TypeSource, UnionSchema } from './schema.ts';

/** A field that matters to a walk. */
export interface ReachedField {
  readonly name: string;
  readonly field: FieldSchema;
  /** Whether the walk is about the field itself, and not only about what it holds. */
  readonly isMeant: boolean;
}

/** Finds the fields of types that have something, at any depth: what does not is not walked through. */
export class Reach {
  readonly #mayHave: (source: TypeSource) => boolean;
  readonly #has: (field: FieldSchema) => boolean;
  /** Derived from types, which never change. */
  readonly #fields = new WeakMap<StructSchema, readonly ReachedField[]>();
  readonly #known = new WeakMap<StructSchema | UnionSchema, boolean>();

  /**
   * @param mayHave whether the text of a type says that it has such a field, so that most types need not
   *   be read
   * @param has whether a field is one that the walk is about
   */
  constructor(mayHave: (source: TypeSource) => boolean, has: (field: FieldSchema) => boolean) {
    this.#mayHave = mayHave;
    this.#has = has;
  }

  /** Returns the fields of a type that are such fields, or may hold some. */
  in(struct: StructSchema): readonly ReachedField[] {
    let found = this.#fields.get(struct);
    if (found === undefined) {
      found = this.#isIn(struct) ? this.#find(struct) : none;
      this.#fields.set(struct, found);
    }
    return found;
  }

  #find({ fields }: StructSchema): readonly ReachedField[] {
    return [...fields].flatMap(([name, field]) => {
      const isMeant = this.#has(field);
      const inner = elementOf(field.schema);
      const isReached = isMeant || (inner !== undefined && this.#isIn(inner));
      return isReached ? { name, field, isMeant } : [];
    });
  }

  /** Whether a type may have such fields, at any depth. */
  #isIn(type: StructSchema | UnionSchema): boolean {
    const visited = new Set<StructSchema | UnionSchema>();
    const isIn = this.#look(type, visited);
    // Only where nothing was found has all that it holds been looked through.
    if (!isIn) for (const each of visited) this.#known.set(each, false);
    return isIn;
  }

  /** @param visited types whose texts are looked through, or have been */
  #look(type: StructSchema | UnionSchema, visited: Set<StructSchema | UnionSchema>): boolean {
    const known = this.#known.get(type);
    if (known !== undefined || visited.has(type)) return known === true;
    visited.add(type);
    const { source } = type;
    const isIn =
      (source !== undefined && this.#mayHave(source)) ||
      typesIn(type).some((each) => this.#look(each, visited));
    if (isIn) this.#known.set(type, true);
    return isIn;
  }
}

const none: readonly ReachedField[] = [];

/** Returns the type of what a list or a map holds, however deep; undefined where that has no fields. */
export function elementOf(schema: Schema): StructSchema | UnionSchema | undefined {
  switch (schema.type) {
    case 'list':
      return elementOf(schema.items);
    case 'map':
      return elementOf(schema.values);
    case 'struct':
    case 'union':
      return schema;
    case 'scalar':
      return undefined;
  }
}

/** Returns whether values of a type may hold, at any depth, values of the same type. */
export function isRecursive(struct: StructSchema): boolean {
  let found = recursive.get(struct);
  if (found === undefined) {
    // Most are not by their texts alone, so their fields need not be read.
    found = mayReachItself(struct) && reachesItself(struct);
    recursive.set(struct, found);
  }
  return found;
}

/** Derived from types, which never change. */
const recursive = new WeakMap<StructSchema, boolean>();

function mayReachItself(struct: StructSchema): boolean {
  const visited = new Set<StructSchema | UnionSchema>();
  const mayReach = (type: StructSchema | UnionSchema): boolean =>
    typesIn(type).some((each) => {
      if (each === struct) return true;
      if (visited.has(each)) return false;
      visited.add(each);
      return mayReach(each);
    });
  return mayReach(struct);
}

/** Returns the types that the fields of a type may have, and perhaps some more. */
function typesIn(type: StructSchema | UnionSchema): readonly (StructSchema | UnionSchema)[] {
  if (type.source !== undefined) return type.source.types;
  return [...type.fields.values()].flatMap(({ schema }) => elementOf(schema) ?? []);
}

function reachesItself(struct: StructSchema): boolean {
  const visited = new Set<Schema>();
  const reaches = (schema: Schema): boolean => {
    const inner = elementOf(schema);
    if (inner === struct) return true;
    if (inner === undefined || visited.has(inner)) return false;
    visited.add(inner);
    return [...inner.fields.values()].some((field) => reaches(field.schema));
  };
  return [...struct.fields.values()].some(({ schema }) => reaches(schema));
}

/** Returns the member of a union that a list or an object belongs to; undefined for none. */
export function memberOf({ fields }: UnionSchema, value: object): Schema | undefined {
  for (const { schema } of fields.values()) {
    if (schema.type !== 'scalar' && (schema.type === 'list') === Array.isArray(value))
      return schema;
  }
  return undefined;
}

/** An object of a type that has fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns whether a test holds for an object that a value is or holds, through lists, maps and unions. */
export function someStruct(
  schema: Schema,
  value: unknown,
  test: (struct: StructSchema, object: Fields) => boolean,
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  switch (schema.type) {
    case 'scalar':
      return false;
    case 'list':
      if (!Array.isArray(value) || elementOf(schema) === undefined) return false;
      for (const element of value) if (someStruct(schema.items, element, test)) return true;
      return false;
    case 'map':
      if (elementOf(schema) === undefined) return false;
      for (const key in value) {
        if (someStruct(schema.values, (value as Fields)[key], test)) return true;
      }
      return false;
    case 'struct':
      return test(schema, value as Fields);
    case 'union': {
      const member = memberOf(schema, value);
      return member !== undefined && someStruct(member, value, test);
    }
  }
}

/**
 * Returns a value with the objects that it is or holds, through lists, maps and unions, changed; the
 * same value when none changes. What is inside of those objects is up to `change`.
 *
 * @param lists gets long lists; absent: they are changed at once
 */
export function changeStructs(
  schema: Schema,
  value: unknown,
  change: (struct: StructSchema, object: Fields) => Fields,
  lists?: LongLists,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  switch (schema.type) {
    case 'scalar':
      return value;
    case 'list':
      if (!Array.isArray(value) || elementOf(schema) === undefined) return value;
      return mapShared(value, (each) => changeStructs(schema.items, each, change, lists), lists);
    case 'map':
      return changeMap(schema.values, value as Fields, change, lists);
    case 'struct':
      return change(schema, value as Fields);
    case 'union': {
      const member = memberOf(schema, value);
      return member === undefined ? value : changeStructs(member, value, change, lists);
    }
  }
}

function changeMap(
  schema: Schema,
  map: Fields,
  change: (struct: StructSchema, object: Fields) => Fields,
  lists?: LongLists,
): Fields {
  if (elementOf(schema) === undefined) return map;
  const entries = Object.entries(map).map(
    ([key, value]) => [key, changeStructs(schema, value, change, lists)] as const,
  );
  return entries.every(([key, value]) => value === map[key]) ? map : Object.fromEntries(entries);
}
