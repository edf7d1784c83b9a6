/**
 * Schemas as field sets look at them: what has parts of its own and what is owned as a whole, with
 * the elements spelled out. Made from the schema at first use, once for all objects of a kind.
 */
import type { FieldSchema, ListSchema, Schema, StructSchema } from '#kinds';
import { fieldElement, keyElement } from './fields-v1.ts';

/** Scalars, and all that is atomic: one owner for the whole. */
export interface LeafShape {
  readonly type: 'leaf';
}

export interface StructShape {
  readonly type: 'struct';
  readonly fields: ReadonlyMap<string, FieldShape>;
}

export interface FieldShape {
  /** `f:name` */
  readonly element: string;
  readonly shape: Shape;
  /** A list or map that is not written when it is empty: empty is as good as absent. */
  readonly omitsEmpty: boolean;
}

export interface MapShape {
  readonly type: 'map';
  readonly values: Shape;
}

/** A list whose elements are known by some of their fields. */
export interface KeyedListShape {
  readonly type: 'list';
  readonly items: Shape;
  /** In alphabetical order. */
  readonly keys: readonly { readonly name: string; readonly default: unknown }[];
  /** `k:{"name":"main"}` */
  elementOf(item: Readonly<Record<string, unknown>>): string;
}

/** A list of scalars that are known by their value. */
export interface SetShape {
  readonly type: 'set';
}

export type Shape = LeafShape | StructShape | MapShape | KeyedListShape | SetShape;

const leafShape: LeafShape = { type: 'leaf' };
const setShape: SetShape = { type: 'set' };

/** Shapes by schema. Types may refer to themselves, so structs read their fields when asked. */
export class Shapes {
  readonly #structs = new Map<StructSchema, StructShape>();

  of(schema: Schema): Shape {
    switch (schema.type) {
      case 'scalar':
        return leafShape;
      case 'struct':
        return schema.atomic ? leafShape : this.struct(schema);
      case 'map':
        return schema.atomic ? leafShape : { type: 'map', values: this.of(schema.values) };
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
        return setShape;
      case 'map':
        return new KeyedList(this.of(schema.items), keysOf(schema));
    }
  }
}

/** So many elements of a list type are kept spelled out: most lists have the same ones. */
const mostElements = 256;

class KeyedList implements KeyedListShape {
  readonly type = 'list';
  readonly items: Shape;
  readonly keys: KeyedListShape['keys'];
  /** Of lists with one key: by its value. */
  readonly #elements = new Map<unknown, string>();

  constructor(items: Shape, keys: KeyedListShape['keys']) {
    this.items = items;
    this.keys = keys;
  }

  elementOf(item: Readonly<Record<string, unknown>>): string {
    if (this.keys.length > 1) return this.#spell(item);
    const { name, default: usual } = this.keys[0]!;
    const value = item[name] ?? usual;
    let element = this.#elements.get(value);
    if (element === undefined) {
      if (this.#elements.size >= mostElements) this.#elements.clear();
      element = this.#spell(item);
      this.#elements.set(value, element);
    }
    return element;
  }

  #spell(item: Readonly<Record<string, unknown>>): string {
    const key: Record<string, unknown> = {};
    for (const { name, default: usual } of this.keys) key[name] = item[name] ?? usual;
    return keyElement(key);
  }
}

class LazyStructShape implements StructShape {
  readonly type = 'struct';
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
}

function fieldShape({ name, schema, required }: FieldSchema, shapes: Shapes): FieldShape {
  return {
    element: fieldElement(name),
    shape: shapes.of(schema),
    omitsEmpty: !required && (schema.type === 'list' || schema.type === 'map'),
  };
}

function keysOf({ keys, items }: ListSchema): KeyedListShape['keys'] {
  const fields = items.type === 'struct' ? items.fields : undefined;
  return [...keys].sort().map((name) => ({ name, default: fields?.get(name)?.default }));
}

/** The struct without some of its fields, and with others in another shape. */
export function reshaped(
  shape: StructShape,
  changes: Readonly<Record<string, Shape | undefined>>,
): StructShape {
  const fields = new Map(shape.fields);
  for (const [name, change] of Object.entries(changes)) {
    const field = fields.get(name);
    if (field === undefined) continue;
    if (change === undefined) fields.delete(name);
    else fields.set(name, { ...field, shape: change });
  }
  return { type: 'struct', fields };
}
