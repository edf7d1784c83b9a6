/** Every keyword of schemas against values of every type: what is wrong, and how close the value comes. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { escapeName } from '../../../src/cel/names.ts';
import { checkValue } from '../../../src/custom/checks/value.ts';
import { dropNulls } from '../../../src/custom/defaults.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';

const text: JSONSchemaProps = { type: 'string' };
const whole: JSONSchemaProps = { type: 'integer' };
const number: JSONSchemaProps = { type: 'number' };
const list: JSONSchemaProps = { type: 'array' };
const object: JSONSchemaProps = { type: 'object' };

const schemas: readonly JSONSchemaProps[] = [
  ...[
    {},
    text,
    whole,
    number,
    list,
    object,
    { type: 'boolean' },
    { 'x-kubernetes-int-or-string': true },
  ],
  ...[{ ...text, nullable: true }, { nullable: true }, { ...whole, format: 'int32' }],
  ...[{ ...number, format: 'float' }, { ...text, format: 'date' }, { format: 'ipv4' }],
  ...[
    { ...text, minLength: 2 },
    { ...text, maxLength: 2 },
    { ...text, pattern: '^a+$' },
  ],
  ...[{ ...text, minLength: 3, maxLength: 1, pattern: 'x', enum: ['b'], format: 'uri' }],
  ...[{ minimum: 2 }, { maximum: 2 }, { minimum: 2, exclusiveMinimum: true }],
  ...[{ maximum: 2, exclusiveMaximum: true }, { multipleOf: 2 }, { multipleOf: 0.5 }],
  ...[
    { minimum: 9, maximum: 1, multipleOf: 4 },
    { minimum: 1, exclusiveMinimum: false },
  ],
  ...[{ enum: [1, 'a', null] }, { enum: [] }, { ...text, enum: ['a', 'b'] }, { enum: [{ a: 1 }] }],
  ...[
    { ...list, minItems: 2 },
    { ...list, maxItems: 2 },
    { ...list, items: text },
  ],
  ...[{ ...list, items: whole, minItems: 9, maxItems: 0, enum: [[]] }],
  ...[{ ...object, minProperties: 2 }, { ...object, maxProperties: 1 }, { maxProperties: 0 }],
  ...[{ ...object, required: ['a', 'b', 'c'] }, { properties: { a: text, b: whole } }],
  ...[
    { additionalProperties: text },
    { additionalProperties: true },
    { additionalProperties: false },
  ],
  ...[{ properties: { a: whole }, additionalProperties: text, required: ['z', 'y'] }],
  ...[{ not: text }, { not: {} }, { allOf: [text, { maxLength: 1 }] }, { allOf: [whole, number] }],
  ...[
    { anyOf: [text, whole] },
    {
      anyOf: [
        { ...text, minLength: 3 },
        { ...whole, minimum: 3 },
      ],
    },
  ],
  ...[{ anyOf: [{ minimum: 5 }, { ...whole, minimum: 5 }, { ...number, minimum: 5 }] }],
  ...[{ anyOf: [{ ...object, required: ['x'] }, { ...list, minItems: 9 }, { enum: ['z'] }] }],
  ...[{ oneOf: [text, whole] }, { oneOf: [number, whole, {}] }, { oneOf: [{ enum: [7] }, text] }],
  ...[{ oneOf: [{ minimum: 5 }, { ...whole, maximum: 0 }, { ...number, multipleOf: 4 }] }],
  ...[
    { anyOf: [], oneOf: [], allOf: [] },
    { ...whole, anyOf: [{ minimum: 2 }, { maximum: 0 }] },
  ],
  ...[
    {
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  ],
  ...[
    { allOf: [{ anyOf: [{ minimum: 3 }, { not: {} }] }, { oneOf: [{}, {}] }], not: { minimum: 1 } },
  ],
];

const values: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    1,
    2,
    3,
    2.5,
    -1,
    1e20,
    '',
    'a',
    'aa',
    'aaa',
    '👑👑',
    '10.0.0.1',
    '2026-01-01',
  ],
  ...[[], ['a'], ['a', 2], [1, 2, 3], {}, { a: 'x' }, { a: 1, b: 'y' }, { a: 'x', b: 2, c: null }],
];

it('values are checked as v1.24 does', async () => {
  const lines = schemas.flatMap((schema) => [
    JSON.stringify(schema),
    ...values.flatMap((value) => {
      const { errors, matches } = checkValue(new Structure(schema), value, 'v');
      const found = [...errors].map(({ field, message }) => `    ${field}: ${message}`);
      return [`  ${JSON.stringify(value)} ${matches}`, ...found];
    }),
  ]);
  const path = join(import.meta.dirname, 'value-checks.txt');
  await expect(lines.join('\n')).toMatchFileSnapshot(path);
});

it('the parts of a schema are made once', () => {
  const structure = new Structure({
    ...{ properties: { a: text }, additionalProperties: text, items: text, not: text },
    ...{ pattern: 'x', allOf: [text], anyOf: [text], oneOf: [text] },
  });
  const parts = (): readonly unknown[] => [
    ...[structure.fields, structure.others, structure.items, structure.not, structure.pattern],
    ...[structure.all('allOf'), structure.all('anyOf'), structure.all('oneOf')],
  ];
  const first = parts();
  for (const [index, part] of parts().entries()) expect(part).toBe(first[index]);
});

it('nulls go from objects in lists', () => {
  const structure = new Structure({ items: { properties: { a: text, b: { nullable: true } } } });
  expect(dropNulls(structure, [{ a: null, b: null }, null])).toEqual([{ b: null }, null]);
});

it('words of the grammar are escaped as names of fields', () => {
  const words = [
    ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for'],
    ...['function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var'],
    ...['void', 'while'],
  ];
  expect(words.map(escapeName)).toEqual(words.map((word) => `__${word}__`));
  expect(['a__b', 'a.b', 'a-b', 'a/b', '', '1a', 'a b'].map(escapeName)).toEqual([
    ...['a__underscores__b', 'a__dot__b', 'a__dash__b', 'a__slash__b'],
    ...[undefined, undefined, undefined],
  ]);
});
