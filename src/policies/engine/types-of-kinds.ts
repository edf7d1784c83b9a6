/** The objects of kinds as types of expressions, as far as what is published of them says. */
import { declaredType, escapeName, type CelType } from '#cel';
import type { Kind } from '#kinds';

type Struct = Kind['schema'];
type Field = Struct['fields'] extends ReadonlyMap<string, infer F> ? F : never;
type Schema = Field extends { readonly schema: infer S } ? S : never;

type Fields = ReadonlyMap<string, { readonly declared: { readonly type: CelType } }>;

/** A struct as an object whose fields are made on first use: types may have themselves inside. */
class StructFields {
  readonly #schema: Struct;
  readonly #name: string;
  readonly #above: readonly Struct[];
  #fields: Fields | undefined;

  constructor(schema: Struct, name: string, above: readonly Struct[]) {
    this.#schema = schema;
    this.#name = name;
    // What is inside itself is published without fields.
    this.#above = above.includes(schema) ? [] : [...above, schema];
  }

  get fields(): Fields {
    return (this.#fields ??= this.#isInsideItself ? new Map() : this.#make());
  }

  get #isInsideItself(): boolean {
    return this.#above.length === 0;
  }

  #make(): Fields {
    const result = new Map<string, { declared: { type: CelType } }>();
    for (const { name, schema } of this.#schema.fields.values()) {
      const escaped = escapeName(name);
      const type = typeOf(schema, `${this.#name}.${name}`, this.#above);
      if (escaped !== undefined && type !== undefined) result.set(escaped, { declared: { type } });
    }
    return result;
  }
}

/** Returns the type of the objects of a kind. */
export function typeOfKind(kind: Kind): CelType | undefined {
  if (kind.custom !== undefined) return declaredType(kind.custom.schema, kind.kind);
  return typeOf(kind.schema, kind.kind, []);
}

/** Returns undefined for what is published without a type, such as quantities: it cannot be named. */
function typeOf(schema: Schema, name: string, above: readonly Struct[]): CelType | undefined {
  switch (schema.type) {
    case 'struct':
      return { kind: 'object', name, declared: new StructFields(schema, name, above) };
    case 'union':
      return undefined;
    case 'list': {
      const items = typeOf(schema.items, `${name}.@idx`, above);
      return items && { kind: 'list', items };
    }
    case 'map': {
      const values = typeOf(schema.values, `${name}.@elem`, above);
      return values && { kind: 'map', keys: { kind: 'string' }, values };
    }
    case 'scalar':
      return typeOfScalar(schema.scalar, name);
  }
}

type Scalar = Extract<Schema, { readonly type: 'scalar' }>['scalar'];

function typeOfScalar(scalar: Scalar, name: string): CelType | undefined {
  switch (scalar) {
    case 'boolean':
      return { kind: 'bool' };
    case 'int32':
    case 'int64':
      return { kind: 'int' };
    case 'double':
    case 'bytes':
    case 'string':
      return { kind: scalar };
    case 'Time':
    case 'MicroTime':
      return { kind: 'timestamp' };
    case 'IntOrString':
      return { kind: 'dyn' };
    // An object without fields.
    case 'any':
      return { kind: 'object', name, declared: { fields: new Map() } };
    case 'JSON':
    case 'Quantity':
      return undefined;
  }
}
