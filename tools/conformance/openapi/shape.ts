/** What an OpenAPI document of version 2 says, without descriptions, in a short form that can be read and compared. */

/** A document, as far as it is read here. */
export interface Document {
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly paths: Readonly<Record<string, PathItem>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

type PathItem = Readonly<Record<string, Operation>> & {
  readonly parameters?: readonly Parameter[];
};

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: object;
}

/** A recording: definitions and operations, by name and by path. */
export interface Published {
  readonly about: string;
  readonly definitions: Readonly<Record<string, Shape>>;
  /** `GET /api/v1/pods` */
  readonly operations: Readonly<Record<string, string>>;
}

/** Fields by name, `!` behind required ones, or the type of what has none. */
export type Shape = Readonly<Record<string, string>> | string;

/** Members that have a place of their own in a shape. */
const shown = new Set([
  ...['$ref', 'type', 'format', 'items', 'additionalProperties', 'properties', 'required'],
  'description',
]);

/** `[integer int32] list-type=atomic`: a list, with what else is said about it. */
function typeOf(schema: Schema): string {
  const { $ref, type = 'any', format, items, additionalProperties } = schema;
  const extras = Object.entries(schema)
    .filter(([name]) => !shown.has(name))
    .map(([name, value]) => ` ${name.replace('x-kubernetes-', '')}=${textOf(value)}`)
    .sort();
  const base =
    $ref !== undefined
      ? nameOf($ref)
      : items !== undefined
        ? `[${typeOf(items)}]`
        : additionalProperties !== undefined
          ? `{${typeOf(additionalProperties)}}`
          : `${type}${format === undefined ? '' : ` ${format}`}`;
  return `${base}${extras.join('')}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const nameOf = (reference: string): string => reference.replace(/^.*\//, '');

/** The fields of a definition; those that are required are in the order in which it lists them. */
export function shapeOf(schema: Schema): Shape {
  if (schema.properties === undefined && schema.type !== 'object') return typeOf(schema);
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const place = required.indexOf(name);
    return [place < 0 ? name : `${name}!${required.length > 1 ? place + 1 : ''}`, typeOf(field)];
  });
  const own = typeOf(schema);
  return Object.fromEntries([
    ...(own === 'object' ? [] : [['()', own]]),
    ...fields.sort(),
  ]) as Shape;
}

/** By `METHOD path`: id, action, kind, tags, parameters, media types and answers. */
export function operationsOf({ paths }: Document): Readonly<Record<string, string>> {
  const operations = Object.entries(paths).flatMap(
    ([path, { parameters: shared = [], ...methods }]) =>
      Object.entries(methods as Readonly<Record<string, Operation>>).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path}`, operationText(operation, shared)] as const,
      ),
  );
  return Object.fromEntries(operations.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `json,yaml` */
function subtypes(mediaTypes: readonly string[]): string {
  return mediaTypes.map((type) => type.replace(/^application\//, '')).join(',');
}

function operationText(operation: Operation, shared: readonly Parameter[]): string {
  const { parameters = [], consumes = [], produces = [], responses } = operation;
  const named = [...shared, ...parameters].map(
    (each) =>
      `${each.in === 'query' ? '?' : each.in === 'path' ? '/' : ''}${each.name}${each.required ? '!' : ''}:${typeOf(each.schema ?? { type: each.type! })}`,
  );
  const answers = Object.entries(responses).map(([code, { schema }]) =>
    schema === undefined ? code : `${code}:${typeOf(schema)}`,
  );
  const kind = operation['x-kubernetes-group-version-kind'] as
    Readonly<Record<'group' | 'version' | 'kind', string>> | undefined;
  return [
    operation.operationId,
    operation['x-kubernetes-action'] ?? '-',
    kind === undefined ? '-' : `${kind.group}/${kind.version}/${kind.kind}`,
    (operation.tags ?? []).join(','),
    named.sort().join(' '),
    subtypes(consumes),
    subtypes(produces),
    answers.join(' '),
  ].join(' | ');
}
