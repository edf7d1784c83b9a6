/** The types of every release, compared field by field with facts of the releases themselves. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Schemas, type FieldSchema, type Schema, type StructSchema } from '#schema';
import { schemaModules } from '../../../../src/kinds/schemas/modules.ts';

interface FieldFact {
  readonly go: string;
  readonly ref?: string;
  readonly pb?: number;
  readonly req?: boolean;
  readonly list?: string;
  readonly map?: string;
  readonly enum?: readonly string[];
  readonly def?: unknown;
  readonly patch?: string;
  readonly since?: number;
  readonly until?: number;
  readonly was?: readonly ({ readonly to: number } & Readonly<Record<string, unknown>>)[];
}

interface TypeFact {
  readonly since?: number;
  readonly until?: number;
  readonly map?: string;
  readonly own?: boolean;
  readonly f: Readonly<Record<string, FieldFact>>;
  readonly was?: FieldFact['was'];
}

const { types } = JSON.parse(
  readFileSync(new URL('../../../conformance/versions/fields.json', import.meta.url), 'utf8'),
) as { readonly types: Readonly<Record<string, TypeFact>> };

/** Whether a release has what is given from one minor to another. */
const has = (
  minor: number,
  { since = 24, until = 37 }: Pick<FieldFact, 'since' | 'until'>,
): boolean => since <= minor && minor <= until;

/** What was so in a release. */
function at<T extends Pick<FieldFact, 'was'>>(fact: T, minor: number): T {
  const earlier = fact.was?.find(({ to }) => to >= minor);
  return { ...fact, ...earlier };
}

/** The fields of a type in a release, with those of the structs that Go inlines. */
function factsOf(type: string, minor: number): Map<string, FieldFact & { pbs: readonly number[] }> {
  const fields = new Map<string, FieldFact & { pbs: readonly number[] }>();
  for (const [name, fact] of Object.entries(types[type]!.f)) {
    if (!has(minor, fact) || name === '(TypeMeta)') continue;
    const now = at(fact, minor);
    const pbs = now.pb === undefined ? [] : [now.pb];
    if (!name.startsWith('(')) {
      fields.set(name, { ...now, pbs });
      continue;
    }
    const inner = now.ref ?? `${type.slice(0, type.lastIndexOf('.'))}.${now.go.split(' ')[0]!}`;
    for (const [each, of] of factsOf(inner, minor)) {
      fields.set(each, { ...of, pbs: [...pbs, ...of.pbs] });
    }
  }
  return fields;
}

/** What both say of a field. */
function ofFact(fact: FieldFact & { pbs: readonly number[] }): unknown {
  const [go] = fact.go.split(' ');
  const isList = go!.replace('*', '').startsWith('[]') && !go!.includes('[]byte');
  return {
    pointer: go!.startsWith('*'),
    required: fact.req === true,
    number: fact.pbs.join('.'),
    list: isList ? (fact.list ?? '') : undefined,
    enum: [...(fact.enum ?? [])].sort().join('|'),
    default: typeof fact.def === 'object' ? undefined : fact.def,
  };
}

function ofSchema({ schema, pointer, required, number, ...field }: FieldSchema): unknown {
  return {
    pointer,
    required,
    number: number?.join('.') ?? '',
    list: listOf(schema),
    enum: [...(enumOf(schema) ?? [])].sort().join('|'),
    default: field.default,
  };
}

function listOf(schema: Schema): string | undefined {
  if (schema.type !== 'list') return undefined;
  if (schema.isStated !== true) return '';
  return [schema.listType, ...(schema.keys.length > 0 ? [schema.keys.join(',')] : [])].join(':');
}

function enumOf(schema: Schema): readonly string[] | undefined {
  switch (schema.type) {
    case 'list':
      return enumOf(schema.items);
    case 'map':
      return enumOf(schema.values);
    case 'scalar':
      return schema.enum;
    case 'struct':
    case 'union':
      return undefined;
  }
}

const minors = Array.from({ length: 14 }, (_, index) => 24 + index);

describe('the types', () => {
  it.each(minors)('of 1.%i have the fields that its server has', (minor) => {
    const schemas = new Schemas(schemaModules, minor);
    const differences: string[] = [];
    for (const { name, definitions } of schemaModules) {
      for (const type of schemas.typesOf(name).values()) {
        const fact = types[`${definitions}.${type.name}`.replace('io.k8s.', '')];
        if (fact === undefined || fact.own === true || !has(minor, fact)) continue;
        if (type.type === 'union') continue;
        differences.push(...compare(type, minor));
      }
    }
    expect(differences).toEqual([]);
  });
});

function* compare(type: StructSchema, minor: number): Iterable<string> {
  const name = type.definition.replace('io.k8s.', '');
  const facts = factsOf(name, minor);
  for (const [field, fact] of facts) {
    const schema = type.fields.get(field);
    const [left, right] = [
      JSON.stringify(ofFact(fact)),
      schema && JSON.stringify(ofSchema(schema)),
    ];
    if (left !== right) yield `${name}.${field}: ${right} instead of ${left}`;
  }
  for (const field of type.fields.keys()) {
    if (!facts.has(field) && !['apiVersion', 'kind'].includes(field))
      yield `${name}.${field} is not there`;
  }
}
