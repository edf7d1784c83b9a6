/** The schema of a custom resource as server-side apply, field ownership and patches use it. */
import type {
  FieldSchema,
  ListSchema,
  ScalarSchema,
  Schema,
  StructSchema,
  Structure,
} from '#schema';
import type { TypeNames } from './decode.ts';

/** The schema of the objects of a version. */
export function schemaOf(structure: Structure, names: TypeNames): StructSchema {
  return new CustomStruct(structure, names.kind, names.metadata, names.apiVersion);
}

/** `com.example.v1.Widget` for the kind Widget in `example.com/v1`. */
function definitionOf(apiVersion: string, kind: string): string {
  const [group = '', version = ''] = apiVersion.split('/');
  return [...group.split('.').reverse(), version, kind].join('.');
}

/** A struct that makes its fields on first use. Empty values in it stay, except in metadata. */
class CustomStruct implements StructSchema {
  readonly type = 'struct';
  readonly name: string;
  readonly definition: string;
  readonly apiVersion: string | undefined;
  readonly atomic: boolean;
  readonly others?: Schema;
  readonly zero?: ReadonlyMap<string, unknown>;
  readonly #structure: Structure;
  readonly #metadata: StructSchema;
  #fields: ReadonlyMap<string, FieldSchema> | undefined;
  #emptiable: ReadonlyMap<string, FieldSchema> | undefined;

  constructor(structure: Structure, name: string, metadata: StructSchema, apiVersion?: string) {
    this.name = name;
    this.definition = apiVersion === undefined ? name : definitionOf(apiVersion, name);
    this.apiVersion = apiVersion;
    this.atomic = structure.props['x-kubernetes-map-type'] === 'atomic';
    this.#structure = structure;
    this.#metadata = metadata;
    if (structure.preserves) this.others = deduced;
    if (apiVersion !== undefined) this.zero = onlyMetadata;
  }

  get fields(): ReadonlyMap<string, FieldSchema> {
    this.#fields ??= fieldsOf(this.#structure, this.#metadata);
    return this.#fields;
  }

  get emptiable(): ReadonlyMap<string, FieldSchema> {
    this.#emptiable ??= new Map(
      this.apiVersion === undefined ? [] : [['metadata', this.fields.get('metadata')!]],
    );
    return this.#emptiable;
  }
}

/** Each object has some. */
const onlyMetadata: ReadonlyMap<string, unknown> = new Map([['metadata', Object.freeze({})]]);

/** Whatever the value is. */
const deduced: ScalarSchema = { type: 'scalar', scalar: 'any', deduced: true };

function fieldsOf(structure: Structure, metadata: StructSchema): ReadonlyMap<string, FieldSchema> {
  const fields = new Map<string, FieldSchema>();
  const { required = [] } = structure.props;
  for (const [name, field] of structure.fields) {
    fields.set(name, {
      name,
      schema: valueSchema(field, name, metadata),
      required: required.includes(name),
      written: true,
      ...(field.default !== undefined && { default: field.default }),
    });
  }
  if (structure.isEmbedded) addTypeFields(fields, metadata);
  return fields;
}

function addTypeFields(fields: Map<string, FieldSchema>, schema: StructSchema): void {
  const text: Schema = { type: 'scalar', scalar: 'string' };
  for (const name of ['apiVersion', 'kind']) {
    fields.set(name, { name, schema: text, required: false });
  }
  fields.set('metadata', { name: 'metadata', schema, required: false });
}

function valueSchema(structure: Structure, name: string, metadata: StructSchema): Schema {
  const { props } = structure;
  if (structure.isIntOrString) return deduced;
  switch (props.type) {
    case 'object':
      return objectSchema(structure, name, metadata);
    case 'array':
      return listSchema(structure, name, metadata);
    case 'boolean':
      return { type: 'scalar', scalar: 'boolean' };
    case 'integer':
      return { type: 'scalar', scalar: 'int64' };
    case 'number':
      return { type: 'scalar', scalar: 'double' };
    case 'string':
      return isPlainText(props.format) ? { type: 'scalar', scalar: 'string' } : deduced;
    case undefined:
    default:
      return structure.fields.size > 0 ? new CustomStruct(structure, name, metadata) : deduced;
  }
}

/** Server-side apply does not look at texts with a format. */
function isPlainText(format: string | undefined): boolean {
  return !format || format === 'byte';
}

function objectSchema(structure: Structure, name: string, metadata: StructSchema): Schema {
  if (structure.fields.size > 0 || structure.isEmbedded)
    return new CustomStruct(structure, name, metadata);
  const { others } = structure;
  return {
    type: 'map',
    values: others === undefined ? deduced : valueSchema(others, name, metadata),
    atomic: structure.props['x-kubernetes-map-type'] === 'atomic',
  };
}

function listSchema({ items, props }: Structure, name: string, metadata: StructSchema): ListSchema {
  const listType = props['x-kubernetes-list-type'];
  return {
    type: 'list',
    items: items === undefined ? deduced : valueSchema(items, name, metadata),
    listType: listType === 'map' || listType === 'set' ? listType : 'atomic',
    keys: props['x-kubernetes-list-map-keys'] ?? [],
    patchMerge: false,
  };
}
