/** Sets of fields as clients send them. */
import { describe, expect, it } from 'vitest';
import {
  fromFieldsV1,
  keyElement,
  parseElement,
  valueElement,
} from '../../../../src/api/managed-fields/index.ts';

describe('an element', () => {
  it.each<[string, object]>([
    ['f:a:b', { field: 'a:b' }],
    ['k:{"name":"a"}', { keys: { name: 'a' } }],
    ['v:"x"', { value: 'x' }],
    ['v:5', { value: 5 }],
    ['i:3', { index: 3 }],
  ])('%s names %j', (text, named) => {
    expect(parseElement(text)).toEqual(named);
  });

  it('is of a known kind, and written as v1.24 does', () => {
    expect(() => parseElement('x:1')).toThrow(new Error('unknown element "x:1"'));
    expect(() => parseElement('')).toThrow(new Error('unknown element ""'));
    expect([valueElement('a<b'), keyElement({ a: 1 })]).toEqual(['v:"a\\u003cb"', 'k:{"a":1}']);
  });
});

describe('a set that is sent', () => {
  const leaf = {};

  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, undefined],
    ['null', null, undefined],
    ['no fields', {}, undefined],
    ['itself alone', { '.': {} }, undefined],
    ['unknown kinds alone', { 'x:a': {} }, undefined],
    ['fields, in order', { 'f:b': {}, 'f:a': {} }, { 'f:a': leaf, 'f:b': leaf }],
    ['itself within', { 'f:a': { '.': {}, 'f:b': {} } }, { 'f:a': { '.': leaf, 'f:b': leaf } }],
    ['itself alone within', { 'f:a': { '.': {} } }, { 'f:a': leaf }],
    [
      'what is below itself',
      { 'f:a': { '.': { 'f:x': {} }, 'f:b': {} } },
      { 'f:a': { '.': leaf, 'f:b': leaf } },
    ],
    ['unknown kinds within', { 'f:a': { 'x:b': {} }, 'f:c': {} }, { 'f:c': leaf }],
    ['unknown kinds beside', { 'f:a': { 'x:b': {}, 'f:d': {} } }, { 'f:a': { 'f:d': leaf } }],
    ['indexes', { 'f:a': { 'i:0': {} } }, { 'f:a': { 'i:0': leaf } }],
    [
      'keys in another order, with spaces',
      { 'f:a': { 'k:{"b": 1, "a": 2}': {} } },
      { 'f:a': { 'k:{"a":2,"b":1}': leaf } },
    ],
    ['values with spaces', { 'f:a': { 'v: "x"': {} } }, { 'f:a': { 'v:"x"': leaf } }],
  ])('is read: %s', (_, sent, set) => {
    const read = fromFieldsV1(sent);
    expect(read).toEqual(set);
    expect(JSON.stringify(read)).toBe(JSON.stringify(set));
  });

  it.each([[5], ['x'], [[]], [{ 'f:a': null }], [{ 'f:a': [] }]])('is refused: %j', (sent) => {
    expect(() => fromFieldsV1(sent)).toThrow(new Error('expected an object'));
  });
});
