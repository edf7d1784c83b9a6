import { describe, expect, it } from 'vitest';
import type { FieldErrors } from '#values';
import type { JSONSchemaProps } from '#types';
import { checkListTypes } from '../../../src/custom/checks/list-types.ts';
import { checkValue } from '../../../src/custom/checks/value.ts';
import { checkEmbedded } from '../../../src/custom/checks/embedded.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';

/** `field: message` of each error of a value at `v`. */
function errorsOf(v: JSONSchemaProps, value: unknown): readonly string[] {
  const structure = new Structure({ type: 'object', properties: { v } });
  const { errors } = checkValue(structure, { v: value }, '');
  return [...errors].map(({ field, message }) => `${field}: ${message}`);
}

const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;
const number = { type: 'number' } as const;

describe('the checks of a value', () => {
  it.each<[JSONSchemaProps, unknown, ...string[]]>([
    [whole, 'x', 'v: Invalid value: "string": v in body must be of type integer: "string"'],
    [whole, 1.5, 'v: Invalid value: "number": v in body must be of type integer: "number"'],
    [text, null, 'v: Invalid value: "null": v in body must be of type string: "null"'],
    [text, [], 'v: Invalid value: "array": v in body must be of type string: "array"'],
    [
      { 'x-kubernetes-int-or-string': true },
      {},
      'v: Invalid value: "object": v in body must be of type integer,string: "object"',
    ],
    [
      { ...text, format: 'date' },
      1,
      'v: Invalid value: "int64": v in body must be of type date: "int64"',
    ],
    [
      { ...text, minLength: 2 },
      'ä',
      'v: Invalid value: "ä": v in body should be at least 2 chars long',
    ],
    [{ ...text, maxLength: 1 }, 'ab', 'v: Too long: may not be longer than 1'],
    [{ ...text, pattern: '^a' }, 'b', 'v: Invalid value: "b": v in body should match \'^a\''],
    [
      { ...text, pattern: '(' },
      'b',
      'v: Invalid value: "b": v in body should match \'(, but pattern is invalid: error parsing regexp: missing closing ): `(`\'',
    ],
    [
      { ...text, minLength: 2, pattern: '^a' },
      'b',
      'v: Invalid value: "b": v in body should be at least 2 chars long',
    ],
    [
      { ...whole, minimum: 5.5 },
      4,
      'v: Invalid value: 4: v in body should be greater than or equal to 5',
    ],
    [
      { ...number, minimum: 1.5, exclusiveMinimum: true },
      1.5,
      'v: Invalid value: 1.5: v in body should be greater than 1.5',
    ],
    [
      { ...number, maximum: 2, exclusiveMaximum: true },
      2,
      'v: Invalid value: 2: v in body should be less than 2',
    ],
    [
      { ...number, multipleOf: 0.1 },
      0.25,
      'v: Invalid value: 0.25: v in body should be a multiple of 0.1',
    ],
    [{ ...text, enum: ['x', 'y'] }, 'z', 'v: Unsupported value: "z": supported values: "x", "y"'],
    [
      { type: 'object', enum: [{ a: 1 }] },
      { a: 2 },
      'v: Unsupported value: map[string]interface {}{"a":2}: supported values: "{\\"a\\":1}"',
    ],
    [
      { type: 'array', items: whole, minItems: 2 },
      ['x'],
      'v[0]: Invalid value: "string": v[0] in body must be of type integer: "string"',
      'v: Invalid value: 1: v in body should have at least 2 items',
    ],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'v: Too many: 2: must have at most 1 items'],
    [
      { type: 'object', minProperties: 2, required: ['b'] },
      { a: 1 },
      'v: Invalid value: 1: v in body should have at least 2 properties',
    ],
    [
      { type: 'object', additionalProperties: whole, required: ['b'] },
      { a: 'x' },
      'v.a: Invalid value: "string": v.a in body must be of type integer: "string"',
      'v.b: Required value',
    ],
    [
      { not: { required: ['a'] } },
      { a: 1 },
      '<nil>: Invalid value: "": "v" must not validate the schema (not)',
    ],
    [
      { allOf: [{ minimum: 2 }, { maximum: 0 }] },
      1,
      'v: Invalid value: 1: v in body should be greater than or equal to 2',
      'v: Invalid value: 1: v in body should be less than or equal to 0',
      '<nil>: Invalid value: "": "v" must validate all the schemas (allOf). None validated',
    ],
    [
      { oneOf: [{ minimum: 0 }, { maximum: 2 }] },
      1,
      '<nil>: Invalid value: "": "v" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  ])('%j of %j', (schema, value, ...errors) => {
    expect(errorsOf(schema, value)).toEqual(errors);
  });

  it.each<[JSONSchemaProps, unknown]>([
    [whole, 3],
    [number, 3],
    [{ ...text, nullable: true }, null],
    [{ ...whole, format: 'int32' }, 2 ** 31],
    [{ ...text, format: 'unheard' }, 'x'],
    [{ ...number, multipleOf: 0.1 }, 0.3],
    [{ ...whole, maximum: 5 }, 5],
    [{ ...text, maxLength: 1 }, '😀'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'x'],
    [
      { type: 'object', required: ['constructor'], properties: { constructor: text } },
      { constructor: 'x' },
    ],
  ])('%j accepts %j', (schema, value) => {
    expect(errorsOf(schema, value)).toEqual([]);
  });

  it('reports the alternative that passes most checks', () => {
    const named = (name: string): JSONSchemaProps => ({
      required: [name],
      properties: { a: { enum: ['x'] }, b: { enum: ['x'] } },
    });
    expect(errorsOf({ anyOf: [named('a'), named('b')] }, { b: 'y' })).toEqual([
      '<nil>: Invalid value: "": "v" must validate at least one schema (anyOf)',
      'v.b: Unsupported value: "y": supported values: "x"',
      'v.a: Required value',
    ]);
  });

  it('asks for a field of an inherited name to be given', () => {
    expect(errorsOf({ type: 'object', required: ['constructor'] }, {})).toEqual([
      'v.constructor: Required value',
    ]);
  });

  it('stays quick with patterns that take most engines exponential time', () => {
    const schema = { ...text, pattern: '^(a+)+$' };
    expect(errorsOf(schema, `${'a'.repeat(50_000)}b`)).toHaveLength(1);
  });
});

describe('formats', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['bsonobjectid', ['0123456789abcdefABCDEF01'], ['0123', 'x'.repeat(24)]],
    ['byte', ['aGk=', 'aGkK', 'YQ=='], ['', '***', 'aGk', 'a===']],
    ['cidr', ['10.0.0.0/8', 'fd00::/8'], ['10.0.0.0', '10.0.0.0/33']],
    ['creditcard', ['4111 1111 1111 1111', '378282246310005'], ['4111111111111112', '1234']],
    ['date', ['2024-02-29'], ['2023-02-29', '2022-13-01', '22-1-1']],
    [
      'date-time',
      ['2022-02-03T04:05:06Z', '2022-02-03t04:05:06.5+01:00'],
      ['2022-02-03', '2022-02-03T24:00:00Z'],
    ],
    ['duration', ['1h', '22 ns', '3 weeks 1 day', '1.5h'], ['1 parsec', '', 'h']],
    ['email', ['a@example.com', 'Jane <jane@example.com>'], ['a', 'a@', 'a b@c']],
    ['hexcolor', ['#fff', 'A0b1C2'], ['#ffff', 'blue']],
    [
      'hostname',
      ['example.com', 'a', 'x-y.example.com'],
      ['-a-', 'a_b.com', 'a.b', `${'a'.repeat(64)}.com`],
    ],
    ['ipv4', ['10.0.0.1'], ['300.1.1.1', '::1', '10.0.0']],
    ['ipv6', ['::1', 'fe80::1'], ['x', '10.0.0.1']],
    ['isbn', ['0-306-40615-2', '978-3-16-148410-0'], ['123']],
    ['isbn10', ['0306406152', '080442957X'], ['0306406153']],
    ['isbn13', ['9783161484100'], ['9783161484101']],
    [
      'mac',
      ['01:23:45:67:89:ab', '01-23-45-67-89-ab', '0123.4567.89ab', '00:'.repeat(19) + '00'],
      ['aa', '01:23:45:67:89', '01:23-45:67:89:ab', '00:'.repeat(20) + '00'],
    ],
    ['password', ['', 'x'], []],
    ['rgbcolor', ['rgb(1, 22,255)'], ['rgb(1,2,256)', 'rgb(1,2)']],
    ['ssn', ['123-45-6789', '123 45 6789'], ['123456789', '12-345-6789']],
    [
      'uri',
      ['http://example.com/a?b', '/path', 'mailto:x', 'http://[::1]:80/'],
      ['a b', '', 'example.com', 'http://a b/', '/%zz'],
    ],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'], ['1']],
    ['uuid3', ['123e4567-e89b-32d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
    ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-42d3-c456-426614174000']],
    ['uuid5', ['123e4567-e89b-52d3-b456-426614174000'], ['123e4567-e89b-12d3-b456-426614174000']],
  ])('%s', (format, good, bad) => {
    const refused = (value: string): boolean => errorsOf({ ...text, format }, value).length > 0;
    expect(good.filter(refused)).toEqual([]);
    expect(bad.filter((value) => !refused(value))).toEqual([]);
  });
});

describe('sets and maps', () => {
  const repeated = (props: JSONSchemaProps, value: unknown): readonly string[] => {
    const errors: FieldErrors = [];
    checkListTypes(errors, new Structure({ properties: { v: props } }), { v: value });
    return errors.map(({ field, message }) => `${field}: ${message}`);
  };
  const set = { type: 'array', items: text, 'x-kubernetes-list-type': 'set' };
  const map = { type: 'array', 'x-kubernetes-list-type': 'map' };

  it.each<[JSONSchemaProps, unknown, ...string[]]>([
    [set, ['x', 'y', 'x', 'x'], 'v[2]: Duplicate value: "x"'],
    [set, [null, 'y', null], 'v[2]: Duplicate value: "null"'],
    [set, ['1', 1]],
    [
      set,
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'v[1]: Duplicate value: map[string]interface {}{"a":1, "b":2}',
    ],
    [
      { ...map, 'x-kubernetes-list-map-keys': ['k'] },
      [{ k: 1, x: 1 }, { k: 1 }],
      'v[1]: Duplicate value: map[string]interface {}{"k":1}',
    ],
    [
      { ...map, 'x-kubernetes-list-map-keys': ['k', 'l'] },
      [{ k: 1 }, { k: 1 }, { k: 1, l: 2 }],
      'v[1]: Duplicate value: map[string]interface {}{"k":1}',
    ],
    [
      { ...map, 'x-kubernetes-list-map-keys': ['k'] },
      [{ k: 1 }, 3],
      'v[1]: Invalid value: 3: must be an object for an array of list-type map',
    ],
    [{ additionalProperties: set }, { a: ['x', 'x'] }, 'v[a][1]: Duplicate value: "x"'],
  ])('%j of %j', (props, value, ...errors) => {
    expect(repeated(props, value)).toEqual(errors);
  });
});

describe('embedded objects', () => {
  it.each<[unknown, ...string[]]>([
    [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'Any Name' } }],
    [
      {},
      'e.apiVersion: Required value: must not be empty',
      'e.kind: Required value: must not be empty',
    ],
    [{ apiVersion: 1, kind: 'Pod' }, 'e.apiVersion: Invalid value: 1: must be a string'],
    [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a/b' } },
      'e.metadata.name: Invalid value: "a/b": may not contain \'/\'',
    ],
  ])('%j', (value, ...errors) => {
    const found: FieldErrors = [];
    const e = { 'x-kubernetes-embedded-resource': true };
    checkEmbedded(found, new Structure({ properties: { e } }, true), { e: value });
    expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual(errors);
  });
});
