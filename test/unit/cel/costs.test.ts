/** What rules cost when they run, by the figures that v1.24's own tests keep stable. */
import { describe, expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { Declared } from '../../../src/cel/declared.ts';
import { Meter } from '../../../src/cel/meter.ts';
import { read } from '../../../src/cel/values.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';
import { compiled } from '../../support/rules.ts';

const integer: JSONSchemaProps = { type: 'integer' };
const text: JSONSchemaProps = { type: 'string' };
const list = (items: JSONSchemaProps, more: object = {}): JSONSchemaProps => ({
  type: 'array',
  items,
  ...more,
});
const object = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({
  type: 'object',
  properties,
});
const map = (additionalProperties: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  additionalProperties,
});
const either: JSONSchemaProps = { 'x-kubernetes-int-or-string': true };

interface Group {
  readonly schema: JSONSchemaProps;
  readonly value: object;
  readonly costs: Readonly<Record<string, number>>;
}

const byKey = list(object({ k: text, v: text, v2: text }), {
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
});

const groups: Readonly<Record<string, Group>> = {
  numbers: {
    schema: object({ a: integer, b: integer, n: { type: 'number' } }),
    value: { a: 5, b: 5, n: 10 },
    costs: {
      'self.a == self.b': 5,
      'type(self.a) == int': 4,
      'self.a + 1 == 5 + 1': 5,
      'double(self.a) < self.n': 6,
      'self.a < int(self.n)': 6,
      'double(5) < 10.0': 1,
      'double(self.a) < 10.0': 4,
      'type(self.n) == double': 4,
    },
  },
  texts: {
    schema: object({ a: text }),
    value: { a: 'Rook takes 👑' },
    costs: {
      "self.a.startsWith('Rook')": 4,
      "!self.a.startsWith('knight')": 5,
      "self.a.matches('^[^0-9]*$')": 8,
      "!self.a.matches('^[0-9]*$')": 7,
      'type(self.a) == string': 4,
      'size(self.a) == 12': 4,
      "self.a.charAt(3) == 'k'": 4,
      "self.a.replace(' ', 'x') == 'Rookxtakesx👑'": 7,
      "self.a.split(' ') == ['Rook', 'takes', '👑']": 6,
      "self.a.substring(5) == 'takes 👑'": 5,
      "self.a.substring(0, 4) == 'Rook'": 5,
      "self.a.substring(4, 10).trim() == 'takes'": 6,
      "self.a.upperAscii() == 'ROOK TAKES 👑'": 6,
    },
  },
  lists: {
    schema: object({ a: list(integer), b: list(integer) }),
    value: { a: [1, 2, 3], b: [1, 2, 3] },
    costs: {
      '1 in self.a': 5,
      'self.b[0] in self.a': 8,
      '!(0 in self.a)': 6,
      'self.a + self.b == [1, 2, 3, 1, 2, 3]': 6,
      'self.a + [4, 5] == [1, 2, 3, 4, 5]': 4,
    },
  },
  maps: {
    schema: object({ val: map(integer) }),
    value: { val: { b: 1, d: 2 } },
    costs: {
      "!('a' in self.val)": 4,
      "'b' in self.val": 3,
      '!has(self.val.a)': 3,
      'has(self.val.b)': 2,
      'self.val.all(k, self.val[k] > 0)': 17,
      'self.val.exists_one(k, self.val[k] == 2)': 14,
      '!self.val.exists_one(k, self.val[k] > 0)': 17,
      'size(self.val) == 2': 4,
      'size(self.val.filter(k, self.val[k] > 1)) == 1': 26,
    },
  },
  'lists by key': {
    schema: object({ listMap: byKey }),
    value: {
      listMap: [
        { k: 'a1', v: 'b1' },
        { k: 'a2', v: 'b2' },
        { k: 'a3', v: 'b3', v2: 'z' },
      ],
    },
    costs: {
      'has(self.listMap[0].v)': 3,
      "self.listMap.all(m, m.k.startsWith('a'))": 21,
      "self.listMap.all(m, !has(m.v2) || m.v2 == 'z')": 21,
      "self.listMap.exists(m, m.k.endsWith('1'))": 13,
      "self.listMap.exists_one(m, m.k == 'a3')": 15,
      "!self.listMap.all(m, m.k.endsWith('1'))": 18,
      "!self.listMap.exists(m, m.v == 'x')": 25,
      "!self.listMap.exists_one(m, m.k.startsWith('a'))": 20,
      "size(self.listMap.filter(m, m.k == 'a1')) == 1": 27,
      "self.listMap.exists(m, m.k == 'a1' && m.v == 'b1')": 16,
      "self.listMap.map(m, m.v).exists(v, v == 'b1')": 55,
      "self.listMap.exists(m, has(m.v2) && m.v2 == 'z')": 21,
      "!self.listMap.all(m, has(m.v2) && m.v2 != 'z')": 10,
      "self.listMap.exists_one(m, has(m.v2) && m.v2 == 'z')": 12,
      "self.listMap.filter(m, has(m.v2) && m.v2 == 'z').size() == 1": 24,
      "self.listMap.map(m, has(m.v2) && m.v2 == 'z', m.v2).size() == 1": 25,
      "self.listMap.filter(m, has(m.v2) && m.v2 == 'z').map(m, m.v2).size() == 1": 39,
      "self.listMap.exists(m, m.v2 == 'z')": 24,
      "!self.listMap.all(m, m.v2 != 'z')": 22,
    },
  },
  macros: {
    schema: object({ array: list(integer) }),
    value: { array: [1, 1, 2, 2, 3, 3, 4, 5] },
    costs: {
      '2 in self.array': 10,
      'self.array.all(e, e > 0)': 43,
      'self.array.exists(e, e > 2)': 36,
      'self.array.exists_one(e, e > 4)': 22,
      '!self.array.all(e, e < 2)': 21,
      '!self.array.exists(e, e < 0)': 52,
      '!self.array.exists_one(e, e == 2)': 25,
      'size(self.array.filter(e, e%2 == 0)) == 3': 68,
      'self.array.map(e, e * 20).filter(e, e > 50).exists(e, e == 60)': 194,
    },
  },
  'either type': {
    schema: object({ something: either }),
    value: { something: '25%' },
    costs: {
      "type(self.something) == int ? self.something == 1 : self.something == '25%'": 7,
      "type(self.something) == string && self.something == '25%'": 7,
      "self.something == '25%'": 3,
      'self.something != 1': 3,
      "self.something == 1 || self.something == '25%'": 6,
      "self.something == '25%' || self.something == 1": 3,
      "self.something != ['anything']": 3,
    },
  },
};

const cases = Object.values(groups).flatMap(({ schema, value, costs }) =>
  Object.entries(costs).map(([rule, cost]) => ({ schema, value, rule, cost })),
);

describe('the cost of a rule', () => {
  it.each(cases)('$rule', ({ schema, value, rule, cost }) => {
    const { program, fault } = compiled(schema, rule);
    expect(fault).toBeUndefined();
    const meter = new Meter();
    const self = read(value, Declared.of(new Structure(schema))!);
    expect(program!.run({ variables: [self], meter })).toBe(true);
    expect(meter.cost).toBe(cost);
  });
});

describe('the most that a rule can cost', () => {
  const schema = object({ n: integer, short: { ...text, maxLength: 9 }, long: text });
  const mostOf = (rule: string): number => compiled(schema, rule).mostCost;

  it.each([
    ...['double(self.n) == double(self.n)', 'bool(self.short) == bool(self.short)'],
    ...['duration(self.short) == duration(self.short)', 'int(self.short) == int(self.short)'],
    ...['timestamp(self.short) == timestamp(self.short)', 'uint(self.n) == uint(self.n)'],
  ])('is small where values are: %s', (rule) => {
    expect(mostOf(rule)).toBeLessThan(20);
  });

  it('is large where nothing bounds a text', () => {
    expect(mostOf('self.long == self.long')).toBeGreaterThan(10_000);
    expect(mostOf("self.long.find('a') == self.long.find('a')")).toBeGreaterThan(10_000);
  });
});
