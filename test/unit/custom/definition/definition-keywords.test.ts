/** Where each keyword of schemas may be in definitions. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadCel } from '#custom';
import {
  embedded,
  errorsWith,
  intOrString,
  keys,
  listType,
  mapType,
  preserves,
  rules,
  short,
  text,
  version,
} from './definition-samples.ts';

beforeAll(loadCel);

/** Each keyword with values that matter. */
const keywords: readonly object[] = [
  ...[{ id: 'x' }, { $schema: 'x' }, { $ref: 'x' }, { description: 'x' }, { nullable: true }],
  ...[{ type: 'odd' }, { type: 'null' }, { type: '' }, { type: 'array' }, text],
  ...[{ format: 'x' }, { title: 'x' }, { default: {} }, { default: { b: 1 } }, { maximum: 1 }],
  ...[{ exclusiveMaximum: true }, { minimum: 1 }, { exclusiveMinimum: true }, { maxLength: 1 }],
  ...[{ minLength: 1 }, { pattern: 'x' }, { pattern: '(' }, { maxItems: 1 }, { minItems: 1 }],
  ...[{ uniqueItems: true }, { uniqueItems: false }, { multipleOf: 2 }, { enum: ['a'] }],
  ...[{ maxProperties: 1 }, { minProperties: 1 }, { required: ['a'] }, { items: text }],
  ...[{ items: [text, { id: 'x' }] }, { items: {} }, { allOf: [{ required: ['a'] }] }],
  ...[{ oneOf: [{ required: ['a'] }] }, { anyOf: [{ required: ['a'] }] }, { not: {} }],
  ...[{ properties: { a: text } }, { properties: { a: {}, b: { type: 'x' } } }],
  ...[{ additionalProperties: true }, { additionalProperties: text }, { additionalProperties: {} }],
  ...[{ additionalProperties: text, properties: { a: text } }, { patternProperties: { a: text } }],
  ...[{ patternProperties: {} }, { dependencies: {} }, { dependencies: { a: { id: 'x' } } }],
  ...[{ dependencies: { a: ['b'] } }, { additionalItems: true }, { definitions: {} }],
  ...[{ definitions: { a: { id: 'x' } } }, { externalDocs: { url: 'x' } }, { example: 'x' }],
  ...[{ [preserves]: true }, { [preserves]: false }, { [embedded]: true }, { [intOrString]: true }],
  ...[{ [keys]: ['k'] }, { [keys]: [] }, { [listType]: 'set' }, { [listType]: 'odd' }],
  ...[{ [listType]: 'map' }, { [mapType]: 'atomic' }, { [mapType]: 'odd' }],
  ...[{ [rules]: [{ rule: 'true' }] }, { [rules]: [] }, { [rules]: [{ rule: '' }] }],
];

/** Where a schema may be: the root with one there. */
const places: Readonly<Record<string, (schema: object) => object>> = {
  'at the root': (schema) => ({ type: 'object', ...schema }),
  'in a property': (schema) => ({
    type: 'object',
    properties: { a: { type: 'object', ...schema }, b: { type: 'object', ...schema } },
  }),
  'in items': (schema) => ({
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'object', ...schema } } },
  }),
  'in additional properties': (schema) => ({
    type: 'object',
    properties: { a: { type: 'object', additionalProperties: { type: 'object', ...schema } } },
  }),
  'in metadata': (schema) => ({
    type: 'object',
    properties: { metadata: { type: 'object', ...schema } },
  }),
  'in embedded metadata': (schema) => ({
    type: 'object',
    properties: {
      a: {
        ...{ type: 'object', [embedded]: true },
        properties: { metadata: { type: 'object', properties: { labels: schema } } },
      },
    },
  }),
  'in clauses': (schema) => ({
    type: 'object',
    properties: {
      a: {
        type: 'object',
        properties: { b: text },
        ...{ anyOf: [{}, schema], oneOf: [schema], allOf: [{ properties: { b: schema } }] },
        not: { not: schema },
      },
    },
  }),
};

const all = (texts: readonly string[]): readonly string[] =>
  texts.map((each) => `    ${short(each)}`);

it('each keyword is refused where it must not be', async () => {
  const lines = Object.entries(places).flatMap(([place, schemaWith]) => [
    place,
    ...keywords.flatMap((keyword) => {
      const found = errorsWith([version(schemaWith(keyword))]);
      return [`  ${JSON.stringify(keyword)}`, ...all(found)];
    }),
  ]);
  lines.push('at the root beside a status');
  for (const keyword of keywords) {
    const found = errorsWith([
      version({ type: 'object', ...keyword }, { subresources: { status: {} } }),
    ]);
    lines.push(`  ${JSON.stringify(keyword)}`, ...all(found));
  }
  const path = join(import.meta.dirname, 'definition-keywords.txt');
  await expect(lines.join('\n')).toMatchFileSnapshot(path);
});
