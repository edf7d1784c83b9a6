/** Which fields of types come, go and change from one release to another. */
import { elementOf, type FieldSchema, type Schema, type StructSchema } from '#schema';
import type { Profile } from '../profile.ts';
import { servedIn } from './kinds.ts';

/** A field that one of two releases has. */
export interface ForeignField {
  readonly field: string;
  /** The feature gate without which it is lost. */
  readonly gate?: string;
}

/** What differs in the fields of a type that both releases have. */
export interface TypeChanges {
  /** `core/v1 Container` */
  readonly type: string;
  readonly added: readonly ForeignField[];
  readonly removed: readonly ForeignField[];
  /** Fields that have to be given in one of them only, or hold something else. */
  readonly changed: readonly Change[];
  /** What is filled in where a field is not given. */
  readonly defaults: readonly Change[];
}

/** Empty where there is none. */
export interface Change {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the types of which fields differ, of the kinds that both releases serve. */
export function typeChanges(from: Profile, to: Profile): readonly TypeChanges[] {
  const before = typesIn(from);
  return [...typesIn(to).values()]
    .flatMap((type) => {
      const old = before.get(type.definition);
      return old === undefined ? [] : [changesOf(old, type)];
    })
    .filter((each) => Object.values(each).some((list) => Array.isArray(list) && list.length > 0))
    .sort((a, b) => (a.type < b.type ? -1 : 1));
}

/** By the names under which they are published. */
function typesIn({ minor, schemas }: Profile): ReadonlyMap<string, StructSchema> {
  const types = new Map<string, StructSchema>();
  const visited = new Set<Schema>();
  const visit = (schema: Schema | undefined): void => {
    if (schema === undefined || visited.has(schema)) return;
    visited.add(schema);
    if (schema.type === 'struct') types.set(schema.definition, schema);
    if (schema.type !== 'struct' && schema.type !== 'union') return;
    for (const { schema: held } of schema.fields.values()) visit(elementOf(held));
  };
  for (const { apiVersion, kind } of servedIn(minor)) visit(schemas.ofKind(apiVersion, kind));
  return types;
}

function changesOf(before: StructSchema, after: StructSchema): TypeChanges {
  const both = [...after.fields.values()].flatMap((to) => {
    const from = before.fields.get(to.name);
    return from === undefined ? [] : [[from, to] as const];
  });
  const changes = (textOf: (field: FieldSchema) => string): readonly Change[] =>
    both
      .map(([from, to]) => ({ field: to.name, from: textOf(from), to: textOf(to) }))
      .filter((change) => change.from !== change.to);
  return {
    type: shortName(after.definition),
    added: missingIn(before, after),
    removed: missingIn(after, before),
    changed: changes(({ schema, required }) => `${textOfType(schema)}${required ? '!' : ''}`),
    defaults: changes(({ fill, default: published }) => String(fill ?? published ?? '')),
  };
}

/** The fields of one type that another does not have. */
function missingIn(other: StructSchema, { fields }: StructSchema): readonly ForeignField[] {
  return [...fields.values()]
    .filter(({ name }) => !other.fields.has(name))
    .map(({ name, gate }) => ({ field: name, ...(gate !== undefined && { gate }) }));
}

/** Returns a type as the notation writes it, without the values of a text. */
export function textOfType(schema: Schema): string {
  switch (schema.type) {
    case 'scalar':
      return schema.scalar;
    case 'list':
      return `[${textOfType(schema.items)}]`;
    case 'map':
      return `{${textOfType(schema.values)}}`;
    case 'struct':
    case 'union':
      return schema.name;
  }
}

/** `core/v1 Container` of `io.k8s.api.core.v1.Container` */
function shortName(definition: string): string {
  const [group, version, name] = definition.split('.').slice(-3);
  return `${group!}/${version!} ${name!}`;
}
