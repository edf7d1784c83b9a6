/** Changes of JSON objects that others share. */
import { describe, expect, it } from 'vitest';
import { isObject, ObjectDraft, withChanges } from '../../../../src/api/patch/merge-draft.ts';

describe('an object with changed fields', () => {
  const object = { a: 1, b: 2, c: 3 };

  it.each<[string, readonly [string, unknown][], readonly string[], readonly [string, unknown][]]>([
    [
      'nothing',
      [],
      [],
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
    ],
    [
      'a change in its place',
      [['b', 9]],
      [],
      [
        ['a', 1],
        ['b', 9],
        ['c', 3],
      ],
    ],
    [
      'a change to undefined',
      [['b', undefined]],
      [],
      [
        ['a', 1],
        ['b', undefined],
        ['c', 3],
      ],
    ],
    [
      'a new field, last',
      [
        ['d', 4],
        ['a', 0],
      ],
      [],
      [
        ['a', 0],
        ['b', 2],
        ['c', 3],
        ['d', 4],
      ],
    ],
    [
      'a field that is gone',
      [],
      ['a', 'x'],
      [
        ['b', 2],
        ['c', 3],
      ],
    ],
    [
      'one that is gone and added again, last',
      [['a', 7]],
      ['a'],
      [
        ['b', 2],
        ['c', 3],
        ['a', 7],
      ],
    ],
  ])('has %s', (_, changes, gone, fields) => {
    const changed = withChanges(object, new Map(changes), new Set(gone));
    expect(Object.entries(changed)).toEqual(fields);
    expect(object).toEqual({ a: 1, b: 2, c: 3 });
  });
});

describe('a draft', () => {
  it('is the object itself until something changes', () => {
    const base = { a: { b: 1 }, c: undefined };
    const draft = new ObjectDraft(base);
    draft.set('a', { b: 1 });
    draft.put('a', base.a, base.a);
    draft.delete('x');
    expect(draft.result).toBe(base);
    expect([draft.has('a'), draft.has('c'), draft.has('toString')]).toEqual([true, true, false]);
    expect([draft.get('a'), draft.get('toString')]).toEqual([base.a, undefined]);
    draft.put('a', { b: 1 }, base.a);
    expect(draft.result).not.toBe(base);
    expect(draft.result).toEqual(base);
  });

  it.each([3, 64, 65, 200])('of %d fields changes a copy', (count) => {
    const base = Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));
    const before = { ...base };
    const draft = new ObjectDraft(base);
    draft.set('f1', 'new');
    draft.set('__proto__', 'own');
    draft.delete('f0');
    expect(base).toEqual(before);
    expect(Object.entries(draft.result)).toEqual([
      ['f1', 'new'],
      ...Object.entries(before).slice(2),
      ['__proto__', 'own'],
    ]);
    expect([draft.has('f0'), draft.get('__proto__')]).toEqual([false, 'own']);
  });

  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ['x', false],
  ])('is made of objects: %j', (value, answer) => {
    expect(isObject(value)).toBe(answer);
  });
});
