import type { FieldDeclaration, FieldOptions, TypeDeclaration, TypeExpression } from './parse.ts';
import type { FieldSchema, ListSchema, ScalarName, ScalarSchema, Schema } from './schema.ts';
import type { StructSchema } from './schema.ts';

/** How the struct types of one module are published. */
export interface Publication {
  /** apiVersion of the module's kinds. */
  readonly apiVersion: string;
  /** Published definition names are this, a dot and the type's name. */
  readonly definitions: string;
}

/** Finds the struct that a name means, or undefined. */
export type Resolve = (name: string) => StructSchema | undefined;

/**
 * Compiles the declarations of one module. Structs that are still empty stand for
 * themselves while their fields are compiled, so types may refer to each other freely.
 *
 * @param elsewhere finds what the module itself does not declare
 * @throws Error naming the type and field, when a name is unknown or options make no sense
 */
export function compileTypes(
  declarations: readonly TypeDeclaration[],
  publication: Publication,
  elsewhere: Resolve,
): ReadonlyMap<string, StructSchema> {
  const structs = new Map<string, OpenStruct>();
  for (const declaration of declarations) {
    const { name } = declaration;
    if (structs.has(name)) throw new Error(`${publication.definitions}.${name}: declared twice`);
    structs.set(name, openStruct(declaration, publication));
  }
  const resolve: Resolve = (name) => structs.get(name) ?? elsewhere(name);
  for (const declaration of declarations) {
    const struct = structs.get(declaration.name)!;
    for (const field of withObjectFields(declaration)) {
      if (struct.fields.has(field.name)) throw fault(struct, field, 'declared twice');
      struct.fields.set(field.name, compileField(struct, field, resolve));
    }
  }
  return structs;
}

/** A struct whose fields are still being filled in. */
type OpenStruct = StructSchema & { readonly fields: Map<string, FieldSchema> };

function openStruct(declaration: TypeDeclaration, publication: Publication): OpenStruct {
  return {
    type: 'struct',
    name: declaration.name,
    definition: `${publication.definitions}.${declaration.name}`,
    ...(declaration.kind && { apiVersion: publication.apiVersion }),
    fields: new Map(),
    atomic: declaration.atomic,
  };
}

const OBJECT_FIELDS: readonly FieldDeclaration[] = [
  ['apiVersion', 'string'] as const,
  ['kind', 'string'] as const,
  ['metadata', 'ObjectMeta'] as const,
].map(([name, type]) => ({
  name,
  required: false,
  type: { form: 'name', name: type },
  options: {},
}));

/** The declared fields, and those that every kind has, in the published order. */
function withObjectFields(declaration: TypeDeclaration): readonly FieldDeclaration[] {
  const { fields } = declaration;
  const written = new Set(fields.map((field) => field.name));
  const implied = declaration.kind ? OBJECT_FIELDS.filter(({ name }) => !written.has(name)) : [];
  return [...implied, ...fields].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function compileField(
  struct: StructSchema,
  field: FieldDeclaration,
  resolve: Resolve,
): FieldSchema {
  const schema = compileExpression(field.type, field.options, (name) => {
    const found = resolve(name);
    if (found === undefined) throw fault(struct, field, `unknown type ${name}`);
    return found;
  });
  const misplaced = misplacedOption(schema, field.options);
  if (misplaced !== undefined) throw fault(struct, field, `${misplaced} on a ${schema.type}`);
  return {
    name: field.name,
    schema,
    required: field.required,
    ...(field.default !== undefined && { default: field.default }),
    ...(schema.type === 'struct' && patchStrategy(field.options)),
  };
}

function fault(struct: StructSchema, field: FieldDeclaration, message: string): Error {
  return new Error(`${struct.definition}, field ${field.name}: ${message}`);
}

/** Options say how the outermost type merges: elements of lists and maps have none. */
function compileExpression(
  expression: TypeExpression,
  options: FieldOptions,
  find: (name: string) => StructSchema,
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
      return { type: 'map', values, atomic: options.atomic === true };
    }
    case 'name':
      return compileScalar(expression.name, expression.enum) ?? find(expression.name);
  }
}

const NO_OPTIONS: FieldOptions = {};

type ListMerge = Omit<ListSchema, 'type' | 'items'>;

/**
 * Server-side apply uses the list type where one is published, and otherwise derives it
 * from the patch strategy: a merge key makes a map, merging without a key a set.
 */
function listMerge(options: FieldOptions): ListMerge {
  const { mergeKey } = options;
  return {
    ...listType(options),
    patchMerge: options.merge === true,
    ...(mergeKey !== undefined && { patchMergeKey: mergeKey }),
    ...(options.retainKeys && { retainKeys: true }),
  };
}

function listType(options: FieldOptions): Pick<ListMerge, 'listType' | 'keys'> {
  if (options.atomic) return { listType: 'atomic', keys: [] };
  if (options.map !== undefined) return { listType: 'map', keys: options.map };
  if (options.set) return { listType: 'set', keys: [] };
  if (options.mergeKey !== undefined) return { listType: 'map', keys: [options.mergeKey] };
  return { listType: options.merge ? 'set' : 'atomic', keys: [] };
}

function patchStrategy(options: FieldOptions): Pick<FieldSchema, 'patchStrategy'> {
  if (options.replace) return { patchStrategy: 'replace' };
  return options.retainKeys ? { patchStrategy: 'retainKeys' } : {};
}

/** Which options a type of each form may carry. */
const OPTIONS: Readonly<Record<Schema['type'], readonly (keyof FieldOptions)[]>> = {
  scalar: [],
  struct: ['retainKeys', 'replace'],
  map: ['atomic'],
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
      'any',
    ] satisfies ScalarName[]
  ).map((scalar) => [scalar, { type: 'scalar', scalar }]),
);

function compileScalar(name: string, values?: readonly string[]): ScalarSchema | undefined {
  const plain = SCALARS.get(name);
  return plain === undefined || values === undefined ? plain : { ...plain, enum: values };
}
