/**
 * Schemas as field sets look at them: what has parts of its own and what is owned as a whole, with
 * the elements spelled out. Made from the schema at first use, once for all objects of a kind.
 */
import type { FieldSchema, ListSchema, Schema, StructSchema } from '#kinds';
import { fieldElement } from './fields-v1.ts';

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
        return { type: 'list', items: this.of(schema.items), keys: keysOf(schema) };
    }
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
