/** Conversions, equality and order of values of all types, each row one rule that holds or its error. */
import { describe, expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { refusals, ruled } from '../../support/rules.ts';

const text: JSONSchemaProps = { type: 'string' };
const free: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const schema: JSONSchemaProps = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    r: { type: 'number' },
    s: text,
    pair: { type: 'array', items: free },
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    same: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
  },
};

const refused = (rule: string, more: object = {}): readonly string[] =>
  refusals(ruled(schema, rule), { n: 5, r: 2.5, s: 'x', ...more });

describe('a rule holds', () => {
  it.each([
    'int(5) == 5 && int(5u) == 5 && int(-2.9) == -2 && int("+7") == 7 || int("7") == 7',
    'int(timestamp("1970-01-01T00:01:00Z")) == 60',
    'uint(5u) == 5u && uint(5) == 5u && uint(2.9) == 2u && uint("12") == 12u && uint(0.0) == 0u',
    'double(2.5) == 2.5 && double(5) == 5.0 && double(5u) == 5.0',
    'double("1e3") == 1000.0 && double(".5") == 0.5 && double("-2.") == -2.0 && double("+1E-2") == 0.01',
    'bool(true) && !bool(false)',
    'bool("1") && bool("t") && bool("T") && bool("TRUE") && bool("true") && bool("True")',
    '!bool("0") && !bool("f") && !bool("F") && !bool("FALSE") && !bool("false") && !bool("False")',
    'string("a") == "a" && string(true) == "true" && string(-5) == "-5" && string(5u) == "5"',
    'string(0.0) == "0" && string(1e20) == "100000000000000000000" && string(1e21) == "1e+21"',
    'string(0.0001) == "0.0001" && string(0.00001) == "1e-05" && string(-1.5e-7) == "-1.5e-07"',
    'string(b"abc") == "abc" && string(timestamp("2026-01-01T00:00:00Z")) == "2026-01-01T00:00:00Z"',
    'string(duration("90s")) == "90s"',
    'bytes("ab") == b"ab" && bytes(b"ab") == b"ab"',
    'timestamp(timestamp("2026-01-01T00:00:00Z")) == timestamp("2026-01-01T00:00:00Z")',
    'timestamp(60) == timestamp("1970-01-01T00:01:00Z")',
    'duration(duration("1s")) == duration("1s")',
    'type(5) == int && type(5u) == uint && type(5.0) == double && type("") == string',
    'type(true) == bool && type(b"") == bytes && type([]) == list && type({}) == map',
    'type(null) == null_type && type(type(1)) == type',
    'type(self.n) == int && type(self.r) == double && type(self.s) == string',
    '1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2 && !(2 < 2) && !(2 > 2) && !(1 >= 2) && !(2 <= 1)',
    '1u < 2u && 2u <= 2u && !(2u < 2u) && 3u > 2u && !(1u >= 2u)',
    '1.5 < 2.5 && 2.5 <= 2.5 && !(2.5 < 2.5) && !(1.5 >= 2.5)',
    'false < true && false <= false && !(true < false) && true > false && !(true < true)',
    '"a" < "b" && "a" <= "a" && "b" > "a" && !("a" < "a") && "a" < "aa"',
    'b"a" < b"b" && b"a" <= b"a" && !(b"a" > b"b") && b"a" < b"aa"',
    'duration("1s") < duration("2s") && duration("2s") >= duration("2s") && !(duration("3s") < duration("2s"))',
    'timestamp("2026-01-01T00:00:00Z") < timestamp("2026-01-01T00:00:01Z")',
    '!(timestamp("2026-01-01T00:00:00Z") > timestamp("2026-01-01T00:00:00Z"))',
    '[1, 2] == [1, 2] && [1, 2] != [2, 1] && [1] != [1, 2] && [[1], [2]] == [[1], [2]]',
    '{"a": 1} == {"a": 1} && {"a": 1} != {"a": 2} && {"a": 1} != {"b": 1} && {"a": 1} != {"a": 1, "b": 2}',
    '{"a": 1, "b": 2} == {"b": 2, "a": 1}',
    'b"ab" == b"ab" && b"ab" != b"ac" && b"ab" != b"abc"',
    'duration("60s") == duration("1m") && duration("60s") != duration("61s")',
    'timestamp("2026-01-01T01:00:00+01:00") == timestamp("2026-01-01T00:00:00Z")',
    '5u == 5u && 5u != 6u && url("https://a.b") == url("https://a.b") && url("https://a.b") != url("https://a.c")',
  ])('%s', (rule) => {
    expect(refused(rule)).toEqual([]);
  });
});

describe('a rule fails', () => {
  const unreadable = (type: string): string => `type conversion error from 'string' to '${type}'`;
  it.each<[rule: string, error: string]>([
    ['uint(self.r - 10.0) == 0u', 'unsigned integer overflow'],
    ['uint(self.r * 1e30) == 0u', 'unsigned integer overflow'],
    ['uint(self.n - 6) == 0u', 'unsigned integer overflow'],
    ['uint(self.s) == 0u', unreadable('uint')],
    ['uint(self.s + "1") == 0u', unreadable('uint')],
    ['double(self.s) == 0.0', unreadable('double')],
    ['double("1" + self.s) == 0.0', unreadable('double')],
    ['bool(self.s)', unreadable('bool')],
    ['string(b"\\xff" + bytes(self.s)) == ""', 'invalid UTF-8 in bytes, cannot convert to string'],
    ['timestamp(self.s) == timestamp(0)', unreadable('google.protobuf.Timestamp')],
    ['duration(self.s) == duration("1s")', unreadable('google.protobuf.Duration')],
  ])('%s', (rule, error) => {
    expect(refused(rule).join()).toContain(error);
  });
});

describe('what nothing describes', () => {
  it.each<[one: object, other: object, isEqual: boolean]>([
    [{}, {}, true],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: 'x' }, { a: 'x' }, true],
    [{ a: 'x' }, { a: 'y' }, false],
    [{ a: null }, { a: null }, true],
    [{ a: null }, { a: {} }, false],
    [{ a: {} }, { a: null }, false],
    [{ a: [1, 2] }, { a: [1, 2] }, true],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
    [{ a: [1] }, { a: [1, 2] }, false],
    [{ a: [] }, { a: {} }, false],
    [{ a: {} }, { a: [] }, false],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }, true],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
    [{ toString: 1 }, {}, false],
  ])('of %j and %j is the same: %s', (one, other, isSame) => {
    const found = refused('self.pair[0] == self.pair[1]', { pair: [one, other] });
    expect(found.length === 0).toBe(isSame);
  });
});

describe('a set', () => {
  it.each<[set: readonly string[], same: readonly string[], isEqual: boolean]>([
    [['a', 'b'], ['b', 'a'], true],
    [['a', 'b'], ['a', 'c'], false],
    [['a'], ['a', 'b'], false],
  ])('%j is %j: %s', (set, same, isEqual) => {
    expect(refused('self.set == self.same', { set, same }).length === 0).toBe(isEqual);
  });
});
