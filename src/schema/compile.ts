import type {
  FieldDeclaration,
  FieldFacts,
  FieldOptions,
  TypeExpression,
  TypeText,
} from './notation.ts';
import { descriptionOf, parseFields } from './parse.ts';
import type {
  FieldSchema,
  ListSchema,
  ScalarName,
  ScalarSchema,
  Schema,
  StructSchema,
  UnionSchema,
} from './schema.ts';
import { omitFields } from '#values';
import { emptiableOf } from './emptiable.ts';
import { publishedSince } from './publication.ts';
import { Source } from './source.ts';
import { isWritten, zeroOfFields } from './zero.ts';

/** How the struct types of one module are published, and for which release they are read. */
export interface Publication {
  /** apiVersion of the module's kinds. */
  readonly apiVersion: string;
  /** The prefix of published definition names, followed by a dot and the type's name. */
  readonly definitions: string;
  /** The minor release of Kubernetes 1 whose fields the types have; undefined: those of all releases. */
  readonly minor: number | undefined;
}

/** Finds the type with a name, or undefined. */
export type Resolve = (name: string) => StructSchema | UnionSchema | undefined;

/**
 * A struct that reads its fields on first use. They depend on the text alone, so it makes no
 * difference when that happens.
 */
export class CompiledStruct implements StructSchema {
  readonly type = 'struct';
  readonly name: string;
  readonly definition: string;
  readonly apiVersion: string | undefined;
  readonly atomic: boolean;
  readonly source: Source;
  readonly #text: TypeText;
  readonly #minor: number | undefined;
  readonly #resolve: Resolve;
  #fields: ReadonlyMap<string, FieldSchema> | undefined;
  #zero: ReadonlyMap<string, unknown> | undefined;
  #emptiable: ReadonlyMap<string, FieldSchema> | undefined;

  /** @param resolve finds the types that the fields name; first called by {@link fields} */
  constructor(text: TypeText, publication: Publication, resolve: Resolve) {
    this.name = text.name;
    this.definition = `${publication.definitions}.${text.name}`;
    this.apiVersion = text.kind ? publication.apiVersion : undefined;
    this.atomic = text.atomic !== undefined && text.atomic <= (publication.minor ?? Infinity);
    this.#text = text;
    this.#minor = publication.minor;
    this.#resolve = resolve;
    this.source = new Source(text, publication.minor, resolve);
  }

  /** @throws Error naming the type, when its text does not parse or names an unknown type */
  get fields(): ReadonlyMap<string, FieldSchema> {
    this.#fields ??= compileFields(this, this.#text, this.#minor, this.#resolve);
    return this.#fields;
  }

  get description(): string | undefined {
    return descriptionOf(this.#text) || undefined;
  }

  get zero(): ReadonlyMap<string, unknown> {
    this.#zero ??= zeroOfFields(this.fields.values());
    return this.#zero;
  }

  get emptiable(): ReadonlyMap<string, FieldSchema> {
    if (this.#emptiable === undefined) {
      // What a type that refers to itself sees in the meantime.
      this.#emptiable = this.fields;
      this.#emptiable = emptiableOf(this.fields);
    }
    return this.#emptiable;
  }
}

/** A union, which reads its fields like {@link CompiledStruct}. */
export class CompiledUnion implements UnionSchema {
  readonly type = 'union';
  readonly name: string;
  readonly definition: string;
  readonly source: Source;
  readonly #text: TypeText;
  readonly #minor: number | undefined;
  readonly #resolve: Resolve;
  #fields: ReadonlyMap<string, FieldSchema> | undefined;

  constructor(text: TypeText, { definitions, minor }: Publication, resolve: Resolve) {
    this.name = text.name;
    this.definition = `${definitions}.${text.name}`;
    this.#text = text;
    this.#minor = minor;
    this.#resolve = resolve;
    this.source = new Source(text, minor, resolve);
  }

  /** @throws Error like {@link CompiledStruct.fields} */
  get fields(): ReadonlyMap<string, FieldSchema> {
    this.#fields ??= compileFields(this, this.#text, this.#minor, this.#resolve);
    return this.#fields;
  }
}

/** What has fields. */
type Compiled = StructSchema | UnionSchema;

function compileFields(
  struct: Compiled,
  text: TypeText,
  minor: number | undefined,
  resolve: Resolve,
): ReadonlyMap<string, FieldSchema> {
  const fields = new Map<string, FieldSchema>();
  for (const field of withObjectFields(struct, parseFields(text, minor))) {
    if (fields.has(field.name)) throw fault(struct, field, 'declared twice');
    fields.set(field.name, compileField(struct, field, resolve, minor));
  }
  return fields;
}

const OBJECT_FIELDS: readonly FieldDeclaration[] = [
  { name: 'apiVersion', type: 'string', facts: {} },
  { name: 'kind', type: 'string', facts: {} },
  { name: 'metadata', type: 'ObjectMeta', facts: { number: [1] } },
].map(({ name, type, facts }) => ({
  name,
  required: false,
  pointer: false,
  type: { form: 'name', name: type },
  options: {},
  facts,
}));

/** The declared fields, and those that every kind has, in the published order. */
function withObjectFields(
  struct: Compiled,
  declared: readonly FieldDeclaration[],
): readonly FieldDeclaration[] {
  const written = new Set(declared.map((field) => field.name));
  const isKind = struct.type === 'struct' && struct.apiVersion !== undefined;
  const implied = isKind ? OBJECT_FIELDS.filter(({ name }) => !written.has(name)) : [];
  return [...implied, ...declared].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function compileField(
  struct: Compiled,
  field: FieldDeclaration,
  resolve: Resolve,
  minor: number = Infinity,
): FieldSchema {
  const type = publishedType(field, minor);
  const { written = false, empty, omitzero, unstated, granular, ...merging } = field.options;
  const isStated = unstated !== true && minor >= publishedSince.impliedListTypes;
  const schema = compileExpression(type, { ...merging, isStated }, (name) => {
    const found = resolve(name);
    if (found === undefined) throw fault(struct, field, `unknown type ${name}`);
    return found;
  });
  const misplaced = misplacedOption(schema, merging);
  if (misplaced !== undefined) throw fault(struct, field, `${misplaced} on a ${schema.type}`);
  return {
    name: field.name,
    schema,
    required: field.required,
    pointer: field.pointer,
    written: written || (!field.pointer && omitzero !== true && isWritten(schema)),
    ...(empty === true && { keepsEmpty: true }),
    ...(granular === true && { granular }),
    ...(field.default !== undefined && {
      default: writtenValue(struct, field, schema, field.default),
    }),
    ...(schema.type === 'struct' && patchStrategy(field.options)),
    ...factsOf(struct, field, schema),
  };
}

/** What the notation says about a field besides its type. Its releases have been looked at. */
function factsOf(
  struct: Compiled,
  field: FieldDeclaration,
  schema: Schema,
): Omit<FieldFacts, 'since' | 'until' | 'fill' | 'off'> & Pick<FieldSchema, 'fill' | 'off'> {
  const facts = omitFields(field.facts, ['since', 'until', 'fill', 'off']);
  const { fill, off } = field.facts;
  if (fill === undefined && off === undefined) return facts;
  return {
    ...facts,
    ...(fill !== undefined && { fill: writtenValue(struct, field, schema, fill) }),
    ...(off !== undefined && { off: writtenValue(struct, field, schema, off) }),
  };
}

/** @throws Error naming the type and the field, where its type has no such value */
function writtenValue(
  struct: Compiled,
  field: FieldDeclaration,
  schema: Schema,
  text: string,
): unknown {
  const value = valueOf(schema, text);
  if (value === undefined) throw fault(struct, field, `bad value ${text}`);
  return value;
}

/** The type of a field with those values only that releases of that time publish. */
function publishedType({ type, pointer }: FieldDeclaration, minor: number): TypeExpression {
  switch (type.form) {
    case 'list':
      return minor >= publishedSince.enumsOfItems ? type : { ...type, items: plain(type.items) };
    case 'map':
      return minor >= publishedSince.enumsOfItems ? type : { ...type, values: plain(type.values) };
    case 'name':
      return pointer && minor < publishedSince.enumsOfPointers ? plain(type) : type;
  }
}

function plain(type: TypeExpression): TypeExpression {
  return type.form === 'name' ? { form: 'name', name: type.name } : type;
}

/** A written scalar; undefined where the type has no such value. */
function valueOf(schema: Schema, text: string): unknown {
  if (schema.type !== 'scalar') return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : undefined;
  switch (schema.scalar) {
    case 'string':
    case 'Quantity':
      return text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'int32':
    case 'int64':
      return number;
    case 'IntOrString':
      return number ?? text;
    case 'double':
    case 'bytes':
    case 'Time':
    case 'MicroTime':
    case 'JSON':
    case 'any':
      return undefined;
  }
}

function fault(struct: Compiled, field: FieldDeclaration, message: string): Error {
  return new Error(`${struct.definition}, field ${field.name}: ${message}`);
}

/** Options say how the outermost type merges: elements of lists and maps have no options. */
function compileExpression(
  expression: TypeExpression,
  options: MergeOptions,
  find: (name: string) => Compiled,
): Schema {
  switch (expression.form) {
    case 'list':
      return {
        type: 'list',
        items: compileExpression(expression.items, NO_OPTIONS, find),
        ...listMerge(options),
      };
    case 'map': {
      const values = compileExpression(expression.values, NO_OPTIONS, find);
      return {
        type: 'map',
        values,
        atomic: options.atomic === true,
        ...(options.exact && { exact: true }),
      };
    }
    case 'name':
      return compileScalar(expression.name, expression.enum) ?? find(expression.name);
  }
}

/** With whether the release publishes how lists merge that do not say so. */
type MergeOptions = FieldOptions & { readonly isStated?: boolean };

const NO_OPTIONS: MergeOptions = {};

type ListMerge = Omit<ListSchema, 'type' | 'items'>;

/**
 * Server-side apply uses the list type where one is published, and otherwise derives it
 * from the patch strategy: a merge key makes a map, merging without a key a set.
 */
function listMerge(options: MergeOptions): ListMerge {
  const { mergeKey } = options;
  return {
    ...listType(options),
    patchMerge: options.merge === true,
    ...(mergeKey !== undefined && { patchMergeKey: mergeKey }),
    ...(options.retainKeys && { retainKeys: true }),
  };
}

function listType(options: MergeOptions): Pick<ListMerge, 'listType' | 'keys' | 'isStated'> {
  const isStated = true;
  if (options.atomic) return { listType: 'atomic', keys: [], isStated };
  if (options.map !== undefined) return { listType: 'map', keys: options.map, isStated };
  if (options.set) return { listType: 'set', keys: [], isStated };
  const stated = options.isStated === true && { isStated };
  if (options.mergeKey !== undefined)
    return { listType: 'map', keys: [options.mergeKey], ...stated };
  return { listType: options.merge ? 'set' : 'atomic', keys: [], ...stated };
}

function patchStrategy(options: FieldOptions): Pick<FieldSchema, 'patchStrategy'> {
  if (options.replace) return { patchStrategy: 'replace' };
  return options.retainKeys ? { patchStrategy: 'retainKeys' } : {};
}

/** The options that a type of each form may have. */
const OPTIONS: Readonly<Record<Schema['type'], readonly (keyof FieldOptions)[]>> = {
  scalar: [],
  union: [],
  struct: ['retainKeys', 'replace'],
  map: ['atomic', 'exact'],
  list: ['merge', 'mergeKey', 'map', 'set', 'atomic', 'retainKeys'],
};

function misplacedOption(schema: Schema, options: FieldOptions): string | undefined {
  const allowed: readonly string[] = OPTIONS[schema.type];
  return Object.keys(options).find((option) => !allowed.includes(option));
}

const SCALARS: ReadonlyMap<string, ScalarSchema> = new Map(
  (
    [
      'string',
      'boolean',
      'int32',
      'int64',
      'double',
      'bytes',
      'Time',
      'MicroTime',
      'Quantity',
      'IntOrString',
      'JSON',
      'any',
    ] satisfies ScalarName[]
  ).map((scalar) => [scalar, { type: 'scalar', scalar }]),
);

function compileScalar(name: string, values?: readonly string[]): ScalarSchema | undefined {
  const plain = SCALARS.get(name);
  return plain === undefined || values === undefined ? plain : { ...plain, enum: values };
}
