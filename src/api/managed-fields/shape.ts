/**
 * Schemas as field sets see them: what has parts of its own and what is owned as a whole, with the
 * elements as text. Made from the schema at first use, once for all objects of a kind.
 */
import type { Profile } from '#kinds';
import { escapeJson } from '#values';
import type { FieldSchema, ListSchema, Schema, StructSchema } from '#schema';
import { fieldElement, keyElement, valueElement } from './fields-v1.ts';
import { SetPrefix } from './set-prefix.ts';

/** Scalars, and all atomic values: one owner for the whole. */
export interface LeafShape {
  readonly type: 'leaf';
}

/** A value with parts. */
interface Composite {
  /** The prefix of sets of its parts: all values of the shape share equal sets. */
  readonly start: SetPrefix;
}

export interface StructShape extends Composite {
  readonly type: 'struct';
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** Of fields that are not in {@link fields}; absent: there are none. */
  readonly others?: Shape | undefined;
  /** Names that are not among the others either. */
  readonly closed?: ReadonlySet<string>;
}

export interface FieldShape {
  /** `f:name` */
  readonly element: string;
  readonly shape: Shape;
  /** A list or map that is not written when it is empty: empty counts as absent. */
  readonly omitsEmpty: boolean;
}

export interface MapShape extends Composite {
  readonly type: 'map';
  readonly values: Shape;
  /** `f:key` */
  elementOf(key: string): string;
}

/**
 * Elements of a list cannot be distinguished: a key, or a member of a set, is there twice, or a key
 * is missing, or they are not objects.
 */
export class IndistinctElement extends Error {
  override readonly name = 'IndistinctElement';
}

/** What lists whose elements are identified may be like. */
export interface ListRules {
  /** Elements that are there twice have an owner, who owns them as a whole. */
  readonly mayRepeat: boolean;
  /** Elements may lack some of several keys. */
  readonly mayLackKeys: boolean;
  /** Whether times and quantities may not be objects or lists: their types would find that later. */
  readonly scalarsOnly: boolean;
}

/** Lists of v1.24. */
export const strictLists: ListRules = {
  mayRepeat: false,
  mayLackKeys: false,
  scalarsOnly: false,
};

/** Returns what a release lets lists be like. */
export function listRulesOf(profile: Profile): ListRules {
  return {
    mayRepeat: profile.enabled('RepeatedItemsHaveOwners'),
    mayLackKeys: profile.enabled('ItemsMayLackKeys'),
    scalarsOnly: profile.enabled('AppliedScalarsChecked'),
  };
}

/** A list whose elements are identified. */
interface IdentifiedList extends Composite {
  readonly items: Shape;
  readonly rules: ListRules;
}

/** A list whose elements are identified by some of their fields. */
export interface KeyedListShape extends IdentifiedList {
  readonly type: 'list';
  /** In alphabetical order. */
  readonly keys: readonly { readonly name: string; readonly default: unknown }[];
  /** `k:{"name":"main"}` @throws {IndistinctElement} for no object, or without a key that has no default */
  elementOf(item: Readonly<Record<string, unknown>>): string;
}

/** A list of scalars that are identified by their value. */
export interface SetShape extends IdentifiedList {
  readonly type: 'set';
  /** `v:"value"` */
  elementOf(value: unknown): string;
}

export type CompositeShape = StructShape | MapShape | KeyedListShape | SetShape;

/** A value without a type: an object has fields with owners of their own, all else is a leaf. */
export interface DeducedShape {
  readonly type: 'deduced';
  readonly object: MapShape;
}

/** What has a shape whatever the value is. */
export type KnownShape = LeafShape | CompositeShape;

export type Shape = KnownShape | DeducedShape;

const leafShape: LeafShape = { type: 'leaf' };

/** The shape that values have: as an object only if all that are there are objects. */
export function shapeFor(shape: Shape, ...values: readonly unknown[]): KnownShape {
  if (shape.type !== 'deduced') return shape;
  const isObject = values.every(
    (value) => value == null || (typeof value === 'object' && !Array.isArray(value)),
  );
  return isObject && values.some((value) => value != null) ? shape.object : leafShape;
}

/** A field of a struct; undefined for one that it does not have. */
export function fieldIn(shape: StructShape, name: string): FieldShape | undefined {
  const field = shape.fields.get(name);
  if (field !== undefined) return field;
  const { others } = shape;
  if (others === undefined || shape.closed?.has(name) === true) return undefined;
  return { element: fieldElement(name), shape: others, omitsEmpty: false };
}

/** Shapes by schema. Types may refer to themselves, so structs read their fields when needed. */
export class Shapes {
  readonly #structs = new WeakMap<StructSchema, StructShape>();
  readonly #deduced = new Deduced();
  readonly #rules: ListRules;

  constructor(rules = strictLists) {
    this.#rules = rules;
  }

  of(schema: Schema): Shape {
    switch (schema.type) {
      case 'scalar':
        return schema.deduced === true ? this.#deduced : leafShape;
      case 'union':
        return leafShape;
      case 'struct':
        return schema.atomic ? leafShape : this.struct(schema);
      case 'map':
        return schema.atomic ? leafShape : new MapOf(this.of(schema.values));
      case 'list':
        return this.#list(schema);
    }
  }

  struct(schema: StructSchema): StructShape {
    let shape = this.#structs.get(schema);
    if (shape === undefined) {
      shape = new LazyStructShape(schema, this);
      this.#structs.set(schema, shape);
    }
    return shape;
  }

  #list(schema: ListSchema): Shape {
    switch (schema.listType) {
      case 'atomic':
        return leafShape;
      case 'set':
        return new SetOf(this.#rules);
      case 'map':
        return new KeyedList(this.of(schema.items), keysOf(schema), this.#rules);
    }
  }
}

/** How many elements of a list or map are kept as text: most objects have the same ones. */
const mostElements = 256;

/** Elements as text, each made once. */
class Spelled<T> {
  readonly #elements = new Map<T, string>();
  readonly #spell: (named: T) => string;

  constructor(spell: (named: T) => string) {
    this.#spell = spell;
  }

  of(named: T): string {
    let element = this.#elements.get(named);
    if (element === undefined) {
      if (this.#elements.size >= mostElements) this.#elements.clear();
      element = this.#spell(named);
      this.#elements.set(named, element);
    }
    return element;
  }
}

class MapOf implements MapShape {
  readonly type = 'map';
  readonly start = new SetPrefix();
  readonly values: Shape;
  readonly #elements = new Spelled(fieldElement);

  constructor(values: Shape) {
    this.values = values;
  }

  elementOf(key: string): string {
    return this.#elements.of(key);
  }
}

class Deduced implements DeducedShape {
  readonly type = 'deduced';
  readonly object: MapShape = new MapOf(this);
}

class SetOf implements SetShape {
  readonly type = 'set';
  readonly items = leafShape;
  readonly start = new SetPrefix();
  readonly rules: ListRules;
  readonly #elements = new Spelled(valueElement);

  constructor(rules: ListRules) {
    this.rules = rules;
  }

  elementOf(value: unknown): string {
    return this.#elements.of(value);
  }
}

class KeyedList implements KeyedListShape {
  readonly type = 'list';
  readonly start = new SetPrefix();
  readonly items: Shape;
  readonly keys: KeyedListShape['keys'];
  readonly rules: ListRules;
  /** For lists with one key: by its value. */
  readonly #elements: Spelled<unknown>;

  constructor(items: Shape, keys: KeyedListShape['keys'], rules: ListRules) {
    this.items = items;
    this.keys = keys;
    this.rules = rules;
    const { name } = keys[0]!;
    /** `k:{"name":` */
    const start = keyElement({ [name]: '' }).slice(0, -3);
    this.#elements = new Spelled((value) => {
      if (value === undefined) throw new IndistinctElement();
      return typeof value === 'string'
        ? `${start}${escapeJson(JSON.stringify(value))}}`
        : keyElement({ [name]: value });
    });
  }

  elementOf(item: Readonly<Record<string, unknown>>): string {
    // Lists of custom resources are looked at before their items are checked.
    if (item === null || typeof item !== 'object') throw new IndistinctElement();
    if (this.keys.length > 1) return this.#spell(item);
    const { name, default: usual } = this.keys[0]!;
    return this.#elements.of(keyIn(item, name, usual));
  }

  #spell(item: Readonly<Record<string, unknown>>): string {
    const key: Record<string, unknown> = {};
    let isKeyed = false;
    for (const { name, default: usual } of this.keys) {
      const value = keyIn(item, name, usual);
      if (value !== undefined) {
        key[name] = value;
        isKeyed = true;
      } else if (!this.rules.mayLackKeys) throw new IndistinctElement();
    }
    if (!isKeyed) throw new IndistinctElement();
    return keyElement(key);
  }
}

class LazyStructShape implements StructShape {
  readonly type = 'struct';
  readonly start = new SetPrefix();
  readonly #schema: StructSchema;
  readonly #shapes: Shapes;
  #fields: ReadonlyMap<string, FieldShape> | undefined;

  constructor(schema: StructSchema, shapes: Shapes) {
    this.#schema = schema;
    this.#shapes = shapes;
  }

  get fields(): ReadonlyMap<string, FieldShape> {
    this.#fields ??= new Map(
      [...this.#schema.fields].map(([name, field]) => [name, fieldShape(field, this.#shapes)]),
    );
    return this.#fields;
  }

  get others(): Shape | undefined {
    const { others } = this.#schema;
    return others && this.#shapes.of(others);
  }
}

function fieldShape({ name, schema, written, granular }: FieldSchema, shapes: Shapes): FieldShape {
  return {
    element: fieldElement(name),
    shape: granular === true ? shapes.struct(schema as StructSchema) : shapes.of(schema),
    omitsEmpty: written !== true && (schema.type === 'list' || schema.type === 'map'),
  };
}

/** Returns a key of an item, which may be null: only one that is missing has the usual value. */
export function keyIn(
  item: Readonly<Record<string, unknown>>,
  name: string,
  usual: unknown,
): unknown {
  const value = item[name];
  return value === undefined ? usual : value;
}

/** The value of a key that is missing: the published default, or what Go always writes. */
export function usualKey(items: Schema, name: string): unknown {
  if (items.type !== 'struct') return undefined;
  return items.fields.get(name)?.default ?? items.zero?.get(name) ?? undefined;
}

function keysOf({ keys, items }: ListSchema): KeyedListShape['keys'] {
  return [...keys].sort().map((name) => ({ name, default: usualKey(items, name) }));
}

/** The struct without some of its fields, and with others in another shape. */
export function reshaped(
  shape: StructShape,
  changes: Readonly<Record<string, Shape | undefined>>,
): StructShape {
  const fields = new Map(shape.fields);
  const closed = new Set(shape.closed);
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) closed.add(name);
    const field = fields.get(name);
    if (field === undefined) continue;
    if (change === undefined) fields.delete(name);
    else fields.set(name, { ...field, shape: change });
  }
  return { type: 'struct', fields, others: shape.others, closed, start: new SetPrefix() };
}
