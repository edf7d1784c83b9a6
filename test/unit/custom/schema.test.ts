/** What server-side apply and patches see of the schema of a custom resource. */
import { expect, it } from 'vitest';
import { schemas, defaultProfile } from '#kinds';
import type { JSONSchemaProps } from '#types';
import { schemaOf } from '../../../src/custom/schema.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';
import type { FieldSchema, Schema, StructSchema } from '../../../src/schema/schema.ts';

const root = (props: JSONSchemaProps): StructSchema =>
  schemaOf(new Structure(props), {
    ...{ group: 'stable.example.com', apiVersion: 'stable.example.com/v1', kind: 'Widget' },
    metadata: defaultProfile.schemas.of('meta/v1', 'ObjectMeta'),
  });

const any = { type: 'scalar', scalar: 'any', deduced: true };

/** With the fields of structs as a list. */
function plain(schema: Schema): unknown {
  if (schema.type === 'list') return { ...schema, items: plain(schema.items) };
  if (schema.type === 'map') return { ...schema, values: plain(schema.values) };
  if (schema.type !== 'struct') return schema;
  const { type, name, definition, apiVersion, atomic, others, fields } = schema;
  const [zero, emptiable] = [schema.zero, schema.emptiable].map((each) => [...(each ?? [])]);
  return {
    ...{ type, name, definition, apiVersion, atomic, others },
    fields: [...fields.keys()],
    zero,
    emptiable: emptiable!.map(([field]) => field),
  };
}

const field = (schema: JSONSchemaProps): FieldSchema =>
  root({ type: 'object', properties: { f: schema } }).fields.get('f')!;

it('an object has the fields of its definition, and those of all objects', () => {
  const metadata = { type: 'object' };
  const schema = root({ type: 'object', properties: { spec: { type: 'object' }, metadata } });
  expect(plain(schema)).toEqual({
    type: 'struct',
    name: 'Widget',
    definition: 'com.example.stable.v1.Widget',
    apiVersion: 'stable.example.com/v1',
    atomic: false,
    others: undefined,
    fields: ['spec', 'metadata'],
    zero: [['metadata', {}]],
    emptiable: ['metadata'],
  });
  expect(schema.fields).toBe(schema.fields);
  expect(schema.emptiable).toBe(schema.emptiable);
});

it('fields say whether they are required, and what they are when absent', () => {
  const schema = root({
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' }, b: { type: 'integer', default: 5 } },
  });
  expect([...schema.fields.values()]).toEqual([
    { name: 'a', schema: { type: 'scalar', scalar: 'string' }, required: true, written: true },
    {
      ...{ name: 'b', schema: { type: 'scalar', scalar: 'int64' }, required: false, written: true },
      default: 5,
    },
  ]);
  expect('default' in schema.fields.get('a')!).toBe(false);
});

const struct = {
  ...{ type: 'struct', name: 'f', definition: 'f', apiVersion: undefined, atomic: false },
  ...{ others: undefined, fields: ['a'], zero: [], emptiable: [] },
};
const properties = { a: { type: 'string' } };
const list = { type: 'list', listType: 'atomic', keys: [], patchMerge: false };

it.each<[props: JSONSchemaProps, schema: unknown]>([
  [{}, any],
  [{ 'x-kubernetes-int-or-string': true, type: 'integer' }, any],
  [{ type: 'boolean' }, { type: 'scalar', scalar: 'boolean' }],
  [{ type: 'integer' }, { type: 'scalar', scalar: 'int64' }],
  [{ type: 'number' }, { type: 'scalar', scalar: 'double' }],
  [{ type: 'string' }, { type: 'scalar', scalar: 'string' }],
  [
    { type: 'string', format: '' },
    { type: 'scalar', scalar: 'string' },
  ],
  [
    { type: 'string', format: 'byte' },
    { type: 'scalar', scalar: 'string' },
  ],
  [{ type: 'string', format: 'date-time' }, any],
  [{ properties }, struct],
  [{ type: 'object', properties }, struct],
  [
    { type: 'object', properties, 'x-kubernetes-preserve-unknown-fields': true },
    { ...struct, others: any },
  ],
  [
    { type: 'object', properties, 'x-kubernetes-map-type': 'atomic' },
    { ...struct, atomic: true },
  ],
  [{ type: 'object' }, { type: 'map', values: any, atomic: false }],
  [
    {
      ...{ type: 'object', additionalProperties: { type: 'string' } },
      'x-kubernetes-map-type': 'atomic',
    },
    { type: 'map', values: { type: 'scalar', scalar: 'string' }, atomic: true },
  ],
  [{ type: 'array' }, { ...list, items: any }],
  [
    { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    { ...list, items: { type: 'scalar', scalar: 'string' }, listType: 'set' },
  ],
  [
    {
      ...{ type: 'array', items: { type: 'object', properties } },
      ...{ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
    },
    { ...list, items: struct, listType: 'map', keys: ['a'] },
  ],
  [
    { type: 'array', 'x-kubernetes-list-type': 'atomic' },
    { ...list, items: any },
  ],
])('%j is read as %j', (props, schema) => {
  expect(plain(field(props).schema)).toEqual(schema);
});

it('an object inside of another has a type and metadata too', () => {
  const { schema } = field({ type: 'object', 'x-kubernetes-embedded-resource': true });
  const text = { type: 'scalar', scalar: 'string' };
  const metadata = schemas.of('meta/v1', 'ObjectMeta');
  expect([...(schema as StructSchema).fields.values()]).toEqual([
    { name: 'apiVersion', schema: text, required: false },
    { name: 'kind', schema: text, required: false },
    { name: 'metadata', schema: metadata, required: false },
  ]);
});
