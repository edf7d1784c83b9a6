/** What is wrong with the rules of a definition, in the words of v1.24. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCel } from '#custom';
import { defaultProfile } from '#kinds';
import type { JSONSchemaProps } from '#types';
import { findErrors } from '../../../src/values/errors/field-errors.ts';
import { validateExpressions } from '../../../src/custom/definition/validation/expressions.ts';
import { ruled } from '../../support/rules.ts';

beforeAll(loadCel);

const integer: JSONSchemaProps = { type: 'integer' };
const text: JSONSchemaProps = { type: 'string' };
const list = (items: JSONSchemaProps, more: object = {}): JSONSchemaProps => ({
  type: 'array',
  items,
  ...more,
});
const object = (
  properties: Record<string, JSONSchemaProps>,
  more: object = {},
): JSONSchemaProps => ({
  type: 'object',
  properties,
  ...more,
});

/** Of a definition whose `a` has this schema. */
function faults(schema: JSONSchemaProps): readonly string[] {
  const root = object({ a: schema });
  return findErrors((errors) => validateExpressions(errors, root, 'S', defaultProfile)).map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

const at = 'S.properties[a].x-kubernetes-validations[0]';

/** The text of the fault of a rule that cannot be compiled. */
function fault(schema: JSONSchemaProps, rule: string): string {
  const [found, ...more] = faults(ruled(schema, rule));
  expect(more).toEqual([]);
  const [, said] = /Message:""\}: (.*)$/s.exec(found ?? '')!;
  return said!;
}

const sample = object({
  n: integer,
  ratio: { type: 'number' },
  name: text,
  list: list(integer),
  inner: object({ x: integer }),
  map: { type: 'object', additionalProperties: text },
  free: { 'x-kubernetes-preserve-unknown-fields': true },
  either: { 'x-kubernetes-int-or-string': true },
});

describe('the types of rules', () => {
  const cases: readonly (readonly [rule: string, message: string, at: number])[] = [
    ['self.nope == 1', "undefined field 'nope'", 5],
    ['self.free == 1', "undefined field 'free'", 5],
    ['has(self.inner.y)', "undefined field 'y'", 4],
    ['nope == 1', "undeclared reference to 'nope' (in container '')", 1],
    ['nope(1)', "undeclared reference to 'nope' (in container '')", 5],
    ['self.n == "a"', "found no matching overload for '_==_' applied to '(int, string)'", 8],
    ['self.n < self.ratio', "found no matching overload for '_<_' applied to '(int, double)'", 8],
    ['self.n + 1u == 1', "found no matching overload for '_+_' applied to '(int, uint)'", 8],
    [
      'self.name.startsWith(1)',
      "found no matching overload for 'startsWith' applied to 'string.(int)'",
      21,
    ],
    ['self.n && true', "found no matching overload for '_&&_' applied to '(int, bool)'", 8],
    ['self.n.x == 1', "type 'int' does not support field selection", 7],
    [
      "self.list['a'] == 1",
      "found no matching overload for '_[_]' applied to '(list(int), string)'",
      10,
    ],
    [
      "self.inner == {'x': 1}",
      "found no matching overload for '_==_' applied to '(selfType0.inner, map(string, int))'",
      12,
    ],
    ["[1, 'a'].size() == 2", "expected type 'int' but found 'string'", 5],
    [
      'self.n.all(x, true)',
      "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
      5,
    ],
    ['self.list.all(x, x)', "expected type 'bool' but found 'int'", 18],
    ['Foo{a: 1} == 1', "undeclared reference to 'Foo' (in container '')", 4],
    ['self.list.all(1, true)', 'argument must be a simple name', 15],
    ['has(self)', 'invalid argument to has() macro', 4],
    ['self.if == 1', "undefined field 'if'", 5],
    ['if == 1', 'reserved identifier: if', 1],
  ];
  it.each(cases)('%s', (rule, message, column) => {
    const mark = `${'.'.repeat(column - 1)}^`;
    expect(fault(sample, rule)).toBe(
      `compilation failed: ERROR: <input>:1:${column}: ${message}\n | ${rule}\n | ${mark}`,
    );
  });

  it('are bool in the end', () => {
    expect(fault(sample, 'self.n + 1')).toBe('cel expression must evaluate to a bool');
    expect(fault(sample, 'self.either')).toBe('cel expression must evaluate to a bool');
  });

  it('are all reported, in the order of their places and with their lines', () => {
    const rule = "self.x == 1 &&\n '👑' == self.y";
    const [found] = faults({ ...sample, 'x-kubernetes-validations': [{ rule, message: 'm' }] });
    expect(found).toContain(
      "ERROR: <input>:1:5: undefined field 'x'\n | self.x == 1 &&\n | ....^\n" +
        "ERROR: <input>:2:13: undefined field 'y'\n |  '👑' == self.y\n | ..．.........^",
    );
  });

  it('need regular expressions that can be read', () => {
    expect(fault(sample, "self.name.matches(')')")).toBe(
      'program instantiation failed: error parsing regexp: unexpected ): `)`',
    );
  });
});

describe('the syntax of rules', () => {
  const unknown = "undeclared reference to 'Widget' (in container '')";
  it.each([
    ['Widget{}', unknown],
    ['Widget{a: 1}', unknown],
    ['Widget{a: 1, b: self.n}', unknown],
    ['Widget{a: 1,}', unknown],
    ['Widget{a: 1 b: 2}', "Syntax error: mismatched input 'b' expecting '}'"],
    ['Widget{a}', "Syntax error: mismatched input '}' expecting ':'"],
    ['Widget{1: 2}', "Syntax error: mismatched input '1' expecting IDENTIFIER"],
  ])('%s is an object of a type that there is not', (rule, message) => {
    expect(fault(sample, `${rule} == self.n`)).toContain(message);
  });

  it.each([
    [
      'self.n ==',
      "mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
    ['self.n == 1)', "extraneous input ')' expecting <EOF>"],
    ['self.n == #', "token recognition error at: '#'"],
    ["self.name == 'a", "token recognition error at: ''a'"],
    ["self.name == 'a", "mismatched input '<EOF>' expecting {'['"],
    ['self.n == 1 & true', "token recognition error at: '& '"],
    ['self.n == 1 & true', "extraneous input 'true' expecting <EOF>"],
    ['self.n == 1 2 3', "mismatched input '2' expecting <EOF>"],
    ['(self.n == 1', "missing ')' at '<EOF>'"],
    ['self.n in [1,', "missing ']' at '<EOF>'"],
  ])('%s', (rule, message) => {
    expect(fault(sample, rule)).toContain(`Syntax error: ${message}`);
  });

  it.each([
    ['(', 300],
    ['[', 300],
    ['-', 100_000],
    ['!', 100_000],
    ['1+', 50_000],
    ['self.', 20_000],
    ['true&&', 15_000],
    ['x?y:', 20_000],
    ['a[', 2_000],
    ['(1+', 30_000],
  ])('%s %d times is refused, or read, without harm', (part, count) => {
    faults(ruled(sample, part.repeat(count)));
  });
});

describe('the texts of rules', () => {
  const said = (rule: string, message?: string): readonly string[] =>
    faults({
      ...integer,
      'x-kubernetes-validations': [{ rule, ...(message !== undefined && { message }) }],
    });
  it('are there, on one line unless there is a message', () => {
    expect(said(' ')).toEqual([`${at}.rule: Required value: rule is not specified`]);
    expect(said('self\n> 1')).toEqual([
      `${at}.message: Required value: message must be specified if rule contains line breaks`,
    ]);
    expect(said('self\n> 1', 'm')).toEqual([]);
    expect(said('self > 1', ' ')).toEqual([
      `${at}.message: Invalid value: " ": message must be non-empty if specified`,
    ]);
    expect(said('self > 1', 'a\nb')).toEqual([
      `${at}.message: Invalid value: "a\\nb": message must not contain line breaks`,
    ]);
  });
});

describe('rules without a schema to read', () => {
  it('are accepted', () => {
    expect(faults(ruled({ 'x-kubernetes-preserve-unknown-fields': true }, 'true'))).toEqual([]);
  });
});

describe('the cost of rules', () => {
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

  it('is limited for one rule and for all', () => {
    const unbounded = list(list(text));
    const rule = 'self.all(x, x.all(y, self.exists(z, z == [y])))';
    const field = `${at}.rule`;
    expect(faults(ruled(unbounded, rule))).toEqual([
      `${field}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
      `${field}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `S: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${advice}`,
    ]);
  });

  it('follows from the limits of the schema', () => {
    const bounded = list(list({ ...text, maxLength: 10 }, { maxItems: 10 }), { maxItems: 10 });
    expect(faults(ruled(bounded, 'self.all(x, x.all(y, self.exists(z, z == [y])))'))).toEqual([]);
  });

  it('is multiplied with how often a value may occur', () => {
    const costly = ruled({ ...text, maxLength: 100_000 }, "self.contains('keyword')");
    expect(faults(costly)).toEqual([]);
    expect(faults(list(costly, { maxItems: 100 }))).toEqual([]);
    expect(faults(list(costly, { maxItems: 300 }))).toEqual([
      `S.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.200030x ${advice}`,
    ]);
  });
});

describe('oldSelf', () => {
  const fixed = ruled(integer, 'self == oldSelf');
  const refused = (field: string, within: string): string =>
    `${field}.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${within}`;

  it('is there where values can be compared with what they were', () => {
    expect(faults(object({ n: fixed }))).toEqual([]);
    const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
    expect(faults(list(object({ k: text, n: fixed }), keyed))).toEqual([]);
    expect(faults({ type: 'object', additionalProperties: fixed })).toEqual([]);
  });

  it('is not there in other lists', () => {
    const path = 'S.properties[a]';
    expect(faults(list(fixed))).toEqual([refused(`${path}.items`, path)]);
    const set = list(fixed, { 'x-kubernetes-list-type': 'set' });
    expect(faults(set)).toEqual([refused(`${path}.items`, path)]);
  });

  it('is there in atomic maps', () => {
    expect(faults(object({ n: fixed }, { 'x-kubernetes-map-type': 'atomic' }))).toEqual([]);
  });
});
