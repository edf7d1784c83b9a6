/** The definitions of types, against those that v1.24 publishes. */
import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
type Shape = Readonly<Record<string, string>> | string;

const recorded = new URL('../../../conformance/definitions.json', import.meta.url);
const { definitions: expected } = JSON.parse(readFileSync(recorded, 'utf8')) as {
  readonly definitions: Readonly<Record<string, Shape>>;
};

const kinds = new KindRegistry(defaultProfile);
const discovery = discoveryDocuments(new ServedKinds(kinds), '127.0.0.1:6443');
const { text } = new OpenApiDocuments({
  kinds: kinds.all,
  discovery,
  validatesFields: false,
}).version2();
const { definitions } = JSON.parse(text) as {
  readonly definitions: Readonly<Record<string, Schema>>;
};

function typeOf({ $ref, type = 'any', format, items, additionalProperties }: Schema): string {
  if ($ref !== undefined) return $ref.replace(/^.*\//, '');
  if (items !== undefined) return `[${typeOf(items)}]`;
  if (additionalProperties !== undefined) return `{${typeOf(additionalProperties)}}`;
  return format === undefined ? type : `${type} ${format}`;
}

function shapeOf(schema: Schema): Shape {
  if (schema.properties === undefined && schema.type !== 'object') return typeOf(schema);
  const fields = Object.entries(schema.properties ?? {});
  const isRequired = new Set(schema.required);
  return Object.fromEntries(
    fields.map(([name, field]) => [isRequired.has(name) ? `${name}!` : name, typeOf(field)]),
  );
}

it('there are those of v1.24, and no others', () => {
  expect(Object.keys(definitions).sort()).toEqual(Object.keys(expected).sort());
});

it.each(Object.keys(expected))('%s', (name) => {
  expect(shapeOf(definitions[name]!)).toEqual(expected[name]);
});
