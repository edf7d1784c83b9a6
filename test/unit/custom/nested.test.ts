/** Values of objects by a path, as the subresource scale reads and writes them. */
import { describe, expect, it } from 'vitest';
import { integerAt, namesOf, textAt, withValueAt } from '../../../src/custom/nested.ts';

const wrong = (path: string, shown: string, type: string, wanted: string): string =>
  `${path} accessor error: ${shown} is of the type ${type}, expected ${wanted}`;
const [map, wantedMap] = ['map[string]interface {}', 'map[string]interface{}'];

describe('a path', () => {
  it.each([
    ['.spec.replicas', ['spec', 'replicas']],
    ['spec.replicas', ['spec', 'replicas']],
    ['.a', ['a']],
  ])('%s has the names %j', (path, names) => {
    expect(namesOf(path)).toEqual(names);
  });

  it.each<[object: unknown, found: number | undefined]>([
    [{ a: { b: 5 } }, 5],
    [{ a: { b: 0 } }, 0],
    [{ a: {} }, undefined],
    [{}, undefined],
    [{ a: null }, undefined],
    [null, undefined],
    [JSON.parse('{"a":{"__proto__":{"b":1}}}'), undefined],
  ])('leads in %j to the integer %j', (object, found) => {
    expect(integerAt(object, '.a.b')).toBe(found);
  });

  it.each<[object: unknown, message: string]>([
    [{ a: { b: 1.5 } }, wrong('.a.b', '1.5', 'float64', 'int64')],
    [{ a: { b: '5' } }, wrong('.a.b', '5', 'string', 'int64')],
    [{ a: { b: null } }, wrong('.a.b', '<nil>', '<nil>', 'int64')],
    [{ a: { b: [1] } }, wrong('.a.b', '[1]', '[]interface {}', 'int64')],
    [{ a: { b: [1, 'x', null] } }, wrong('.a.b', '[1 x <nil>]', '[]interface {}', 'int64')],
    [{ a: { b: { c: 1, b: [] } } }, wrong('.a.b', 'map[b:[] c:1]', map, 'int64')],
    [{ a: 7 }, wrong('.a.b', '7', 'int64', wantedMap)],
    [{ a: true }, wrong('.a.b', 'true', 'bool', wantedMap)],
    [{ a: [] }, wrong('.a.b', '[]', '[]interface {}', wantedMap)],
  ])('leads in %j to no integer', (object, message) => {
    expect(() => integerAt(object, '.a.b')).toThrow(new Error(message));
  });

  it('leads to texts', () => {
    expect(textAt({ a: { b: 'x' } }, '.a.b')).toBe('x');
    expect(textAt({ a: { b: '' } }, '.a.b')).toBe('');
    expect(textAt({ a: {} }, '.a.b')).toBeUndefined();
    const message = wrong('.a.b', '5', 'int64', 'string');
    expect(() => textAt({ a: { b: 5 } }, '.a.b')).toThrow(new Error(message));
  });
});

describe('a value that is set', () => {
  it.each<[path: string, before: object, after: object]>([
    ['.a', {}, { a: 1 }],
    ['.a', { a: 2, b: 3 }, { a: 1, b: 3 }],
    ['.a.b', {}, { a: { b: 1 } }],
    ['.a.b', { a: { c: 2 }, d: 3 }, { a: { b: 1, c: 2 }, d: 3 }],
    ['.toString.b', {}, { toString: { b: 1 } }],
  ])('at %s in %j gives %j', (path, before, after) => {
    const kept = structuredClone(before);
    expect(withValueAt(before, path, 1)).toEqual(after);
    expect(before).toEqual(kept);
  });

  it.each([
    ['.a.b', { a: 5 }, '.a'],
    ['.a.b', { a: null }, '.a'],
    ['.a.b.c', { a: { b: [] } }, '.a.b'],
  ])('at %s in %j cannot be', (path, object, place) => {
    const message = `value cannot be set because ${place} is not a map[string]interface{}`;
    expect(() => withValueAt(object, path, 1)).toThrow(new Error(message));
  });
});
