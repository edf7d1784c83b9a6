/** What rules say against values. */
import { describe, expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { refusals, ruled } from '../../support/rules.ts';

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

const schema = object({
  n: integer,
  most: integer,
  ratio: { type: 'number' },
  name: text,
  data: { type: 'string', format: 'byte' },
  wait: { type: 'string', format: 'duration' },
  day: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'date-time' },
  nullable: { ...integer, nullable: true },
  either: { 'x-kubernetes-int-or-string': true },
  list: list(integer),
  texts: list(text),
  set: list(text, { 'x-kubernetes-list-type': 'set' }),
  keyed: list(object({ k: text, v: integer }), {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }),
  map: { type: 'object', additionalProperties: text },
  'odd-name.of/it__': integer,
  namespace: text,
  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
});

const value = {
  n: 5,
  most: 2 ** 53,
  ratio: 10,
  name: 'Rook takes 👑',
  data: 'QUI=',
  wait: '1h2m3s4ms',
  day: '1997-07-16',
  at: '2011-08-18T19:03:37.01+01:00',
  nullable: null,
  either: '25%',
  list: [3, 1, 2],
  texts: ['a', 'b', 'c'],
  set: ['a', 'b'],
  keyed: [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ],
  map: { k1: 'a', k2: 'b' },
  'odd-name.of/it__': 7,
  namespace: 'x',
  free: { more: 1 },
};

const holding = [
  'self.n == 5 && self.n != 6 && self.n + 1 * 2 == 7',
  '-self.n == -5 && 7 % self.n == 2 && 7 / self.n == 1 && -7 / self.n == -1',
  'self.ratio == 10.0 && self.ratio / 4.0 == 2.5',
  'int(10.9) == 10 && int("-3") == -3 && double("1.5") == 1.5 && uint(3) == 3u',
  'string(10.5) == "10.5" && string(5) == "5" && string(true) == "true"',
  "self.name.size() == 12 && self.name.charAt(11) == '👑' && self.name.endsWith('👑')",
  "self.name.indexOf('o', 2) == 2 && self.name.lastIndexOf('k') == 7",
  "self.name.replace(' ', '_', 1) == 'Rook_takes 👑' && 'ab'.replace('', '-') == '-a-b-'",
  "'a,b,c'.split(',', 2) == ['a', 'b,c'] && ['a', 'b'].join('-') == 'a-b'",
  "self.name.matches('^R.*s') && 'a1b22'.find('[0-9]+') == '1'",
  "'a1b22'.findAll('[0-9]+') == ['1', '22'] && 'a1b22'.findAll('[0-9]+', 1) == ['1']",
  "self.data == b'AB' && self.data == bytes('AB') && string(self.data) == 'AB'",
  "self.wait == duration('1h2m3s4ms') && self.wait.getMinutes() == 62",
  "string(self.wait) == '3723.004s' && duration('90m') > self.wait",
  "self.day == timestamp('1997-07-16T00:00:00Z') && self.day.getMonth() == 6",
  "self.at.getHours() == 18 && self.at.getHours('01:00') == 19 && self.at.getHours('Europe/Berlin') == 20",
  "self.at - self.at == duration('0s') && self.at.getMilliseconds() == 10",
  "string(self.at) == '2011-08-18T18:03:37.01Z'",
  '!has(self.nullable)',
  "self.either == '25%' && self.either != 1 && type(self.either) == string",
  'self.list.exists(x, x > 2) && self.list.all(x, x > 0) && self.list.exists_one(x, x == 1)',
  'self.list.map(x, x * 2) == [6, 2, 4] && self.list.filter(x, x > 1).size() == 2',
  'self.list.map(x, x > 1, x + 1) == [4, 3]',
  'self.list.max() == 3 && self.list.min() == 1 && self.list.sum() == 6 && !self.list.isSorted()',
  'self.texts.isSorted() && self.texts.indexOf("b") == 1 && self.texts.lastIndexOf("z") == -1',
  '[1.5].filter(x, x > 2.0).sum() == 0.0',
  "self.set == ['b', 'a'] && !(['b', 'a'] == self.set)",
  "self.set + ['b', 'c'] == ['a', 'b', 'c']",
  'self.keyed + self.keyed == self.keyed && size(self.keyed) == 2',
  "self.map == {'k2': 'b', 'k1': 'a'} && self.map.k1 == 'a' && self.map['k2'] == 'b'",
  "self.map.all(k, k.startsWith('k')) && 'k1' in self.map && !('z' in self.map)",
  'self.odd__dash__name__dot__of__slash__it__underscores__ == 7',
  "self.__namespace__ == 'x'",
  "isURL('https://a:80/p') && !isURL('../p') && url('https://[::1]:80/').getHostname() == '::1'",
  "url('https://example.com:80/a b?k=1&k=2').getEscapedPath() == '/a%20b'",
  "url('https://e.com/?k=1&k=2').getQuery() == {'k': ['1', '2']} && url('/p').getHost() == ''",
  "'''l1\nl2''' == 'l1\\nl2' && r'\\d' == '\\\\d' && '\\u00e9' == 'é'",
  '(1 / 0 == 1) || true',
  'self.list.exists(x, 1 / (x - 3) < 0)',
  '!!true && --1 == 1',
  'self.either in [1, 2] ? false : true',
  '[[1], [2]].exists(l, l[0] == 2)',
  "type(self.wait) == google.protobuf.Duration && type([1]) == list && type({'a': 1}) == map",
  '// a comment\n self.n == 5',
];

describe('rules', () => {
  it.each(holding)('%s', (rule) => {
    expect(refusals(ruled(schema, rule), value)).toEqual([]);
  });

  const failing: Readonly<Record<string, string>> = {
    'self.n > 5': 'failed rule: self.n > 5',
    'self.nullable == 5': 'no such key: nullable evaluating rule: self.nullable == 5',
    'self.list[3] == 1': 'index out of bounds: 3 evaluating rule: self.list[3] == 1',
    'self.map.z == "a"': 'no such key: z evaluating rule: self.map.z == "a"',
    '1 / (self.n - 5) == 1': 'division by zero evaluating rule: 1 / (self.n - 5) == 1',
    '1 % (self.n - 5) == 1': 'modulus by zero evaluating rule: 1 % (self.n - 5) == 1',
    'self.n + 9223372036854775807 == 1':
      'integer overflow evaluating rule: self.n + 9223372036854775807 == 1',
    'int(-9223372036854775809.0) == 1':
      'rule compile error: program instantiation failed: integer overflow',
    'uint(18446744073709551616.0) == 1u':
      'rule compile error: program instantiation failed: unsigned integer overflow',
    'self.either > 1':
      "'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.either > 1",
    'self.list.filter(x, x > 9).max() == 1':
      'max called on empty list evaluating rule: self.list.filter(x, x > 9).max() == 1',
    'self.list.all(x, 1 / (x - 3) <= 0)':
      'division by zero evaluating rule: self.list.all(x, 1 / (x - 3) <= 0)',
  };
  it.each(Object.entries(failing))('%s: says why', (rule, why) => {
    expect(refusals(ruled(schema, rule), value)).toEqual([
      `<nil>: Invalid value: "object": ${why}`,
    ]);
  });

  it('have messages of their own, and stand at any depth', () => {
    const deep = object({
      list: list(
        object({
          map: { type: 'object', additionalProperties: ruled(integer, 'self < 3', 'too much') },
        }),
      ),
    });
    expect(refusals(deep, { list: [{}, { map: { 'a.b': 5, c: 1 } }] })).toEqual([
      'list[1].map[a.b]: Invalid value: "integer": too much',
    ]);
  });

  it('see the names of objects and of what is embedded in them', () => {
    const whole = {
      ...ruled(object({}), "self.metadata.name == 'a' && self.kind == 'W'"),
      'x-kubernetes-embedded-resource': true,
    };
    expect(refusals(whole, { kind: 'W', metadata: { name: 'a' } })).toEqual([]);
  });
});

describe('transition rules', () => {
  const fixed = ruled(integer, 'self == oldSelf', 'is immutable');

  it('compare with what was there, and hold where nothing was', () => {
    const holder = object({ n: fixed });
    expect(refusals(holder, { n: 1 })).toEqual([]);
    expect(refusals(holder, { n: 1 }, {})).toEqual([]);
    expect(refusals(holder, { n: 1 }, { n: 1 })).toEqual([]);
    expect(refusals(holder, { n: 2 }, { n: 1 })).toEqual([
      'n: Invalid value: "integer": is immutable',
    ]);
  });

  it('follow the items of lists by their keys, wherever they are', () => {
    const keyed = list(object({ k: text, n: fixed }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    });
    const old = [
      { k: 'a', n: 1 },
      { k: 'b', n: 2 },
    ];
    expect(refusals(keyed, [old[1], { k: 'c', n: 9 }, old[0]], old)).toEqual([]);
    expect(refusals(keyed, [{ k: 'b', n: 1 }], old)).toEqual([
      '[0].n: Invalid value: "integer": is immutable',
    ]);
  });

  it('ignore the items of other lists', () => {
    expect(refusals(list(fixed), [2], [1])).toEqual([]);
  });
});

describe('rules that cost too much', () => {
  it('end with the cost of one evaluation', () => {
    const many = { list: Array.from({ length: 2000 }, (_, index) => index) };
    const rule = 'self.list.all(x, self.list.all(y, x + y >= 0))';
    expect(refusals(ruled(object({ list: list(integer) }), rule), many)).toEqual([
      `<nil>: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
    ]);
  });

  it('end with the cost of all rules of an object', () => {
    const rule = 'self.all(x, self.all(y, x + y >= 0))';
    const lists = Array.from({ length: 20 }, () => Array.from({ length: 350 }, () => 1));
    const found = refusals(list(ruled(list(integer), rule)), lists);
    expect(found).toEqual([
      '[11]: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });

  it('end where v1.24 counts little: values are compared whole, texts grow', () => {
    const big = { text: 'x'.repeat(100_000), list: Array.from({ length: 50_000 }, () => 'y') };
    const more = {
      ...big,
      wide: '👑'.repeat(100_000),
      map: Object.fromEntries(big.list.map((_, index) => [`k${index}`, 'v'])),
    };
    const map = { type: 'object', additionalProperties: text };
    const held = object({ text, list: list(text), wide: text, map });
    for (const rule of [
      'self.list.all(x, self.list == self.list)',
      "self.list.all(x, self.text.replace('x', self.text) != '')",
      'self.list.all(x, self.text.charAt(5) == "x")',
      "self.list.all(x, self.text.matches(x + '(a*)*b') == false)",
      'self.list.all(x, (self.list + self.list).size() > 0)',
      'self.list.all(x, self.map.size() > 0)',
      'self.list.all(x, self.wide.charAt(5) != "x")',
      "self.list.all(x, self.text.findAll('.') != [])",
    ]) {
      const [found] = refusals(ruled(held, rule), more);
      expect(found).toContain('cost');
    }
  });
});
