/** JSON documents under change. */
import { describe, expect, it } from 'vitest';
import { draftOf, enter, plainOf, type Draft } from '../../../../src/api/patch/json-draft.ts';
import { deepFreeze } from './objects.ts';

const index = 'Unable to access invalid index: ';

describe('an object', () => {
  const object = deepFreeze({ a: 1, b: { c: 2 }, d: null });

  it.each<[string, (draft: Draft) => void, readonly (readonly [string, unknown])[]]>([
    ['nothing', () => undefined, Object.entries(object)],
    ['what is there', (draft) => draft.replace('a', 1), Object.entries(object)],
    [
      'other values',
      (draft) => {
        draft.replace('a', 5);
        draft.add('d', 6);
        draft.add('e', 7);
      },
      [
        ['a', 5],
        ['b', { c: 2 }],
        ['d', 6],
        ['e', 7],
      ],
    ],
    [
      'a removal',
      (draft) => draft.remove('a'),
      [
        ['b', { c: 2 }],
        ['d', null],
      ],
    ],
    [
      'a field that is removed and added again',
      (draft) => {
        draft.remove('a');
        draft.add('a', 1);
      },
      [
        ['b', { c: 2 }],
        ['d', null],
        ['a', 1],
      ],
    ],
    [
      'a field that is added and removed again',
      (draft) => {
        draft.add('e', 1);
        draft.remove('e');
      },
      Object.entries(object),
    ],
    [
      'a change within',
      (draft) => enter(draft, 'b')!.add('x', 1),
      [
        ['a', 1],
        ['b', { c: 2, x: 1 }],
        ['d', null],
      ],
    ],
  ])('has %s', (_, change, fields) => {
    const draft = draftOf(object);
    change(draft);
    expect(Object.entries(draft.plain())).toEqual(fields);
  });

  it('is the same where nothing has changed', () => {
    const draft = draftOf(object);
    draft.replace('a', 1);
    enter(draft, 'b')!.replace('c', 2);
    expect(draft.plain()).toBe(object);
  });

  it('shows its fields as they are by now', () => {
    const draft = draftOf(object);
    expect(['a', 'd', 'x', 'toString'].map((key) => draft.at(key))).toEqual([
      1,
      null,
      undefined,
      undefined,
    ]);
    draft.remove('a');
    expect(draft.at('a')).toBeUndefined();
    expect(() => draft.remove('a')).toThrow(
      new Error('Unable to remove nonexistent key: a: missing value'),
    );
    expect([enter(draft, 'd'), enter(draft, 'x')]).toEqual([undefined, undefined]);
    const inside = enter(draft, 'b')!;
    expect(enter(draft, 'b')).toBe(inside);
    inside.add('e', 5);
    const before = plainOf(draft.at('b'));
    inside.add('e', 6);
    expect([before, plainOf(draft.at('b')), plainOf(5)]).toEqual([
      { c: 2, e: 5 },
      { c: 2, e: 6 },
      5,
    ]);
  });
});

describe('a list', () => {
  it.each<[string, (draft: Draft) => void, readonly unknown[]]>([
    ['at the end', (draft) => draft.add('-', 'x'), ['a', 'b', 'x']],
    ['after the last', (draft) => draft.add('2', 'x'), ['a', 'b', 'x']],
    ['before the first', (draft) => draft.add('0', 'x'), ['x', 'a', 'b']],
    ['before the end', (draft) => draft.add('-1', 'x'), ['a', 'b', 'x']],
    ['from the end', (draft) => draft.add('-3', 'x'), ['x', 'a', 'b']],
    ['in place', (draft) => draft.replace('1', 'x'), ['a', 'x']],
    ['in place from the end', (draft) => draft.replace('-2', 'x'), ['x', 'b']],
    ['not any more', (draft) => draft.remove('0'), ['b']],
    ['not any more at the end', (draft) => draft.remove('-1'), ['a']],
  ])('has an element %s', (_, change, items) => {
    const draft = draftOf(deepFreeze(['a', 'b']));
    change(draft);
    expect(draft.plain()).toEqual(items);
  });

  it.each<[string, (draft: Draft) => unknown, string]>([
    ['read behind it', (draft) => draft.at('2'), `${index}2: invalid index referenced`],
    ['read before it', (draft) => draft.at('-3'), `${index}-3: invalid index referenced`],
    ['set', (draft) => draft.replace('2', 1), `${index}2: invalid index referenced`],
    ['removed', (draft) => draft.remove('2'), `${index}2: invalid index referenced`],
    ['added', (draft) => draft.add('3', 1), `${index}3: invalid index referenced`],
    ['added before it', (draft) => draft.add('-4', 1), `${index}-4: invalid index referenced`],
    ['read by a name', (draft) => draft.at('x'), 'strconv.Atoi: parsing "x": invalid syntax'],
    [
      'added by a name',
      (draft) => draft.add('x', 1),
      'value was not a proper array index: \'x\': strconv.Atoi: parsing "x": invalid syntax',
    ],
  ])('has no element that is %s', (_, use, message) => {
    let found = 'none';
    try {
      use(draftOf(['a', 'b']));
    } catch (error) {
      found = (error as Error).message;
    }
    expect(found).toBe(message);
  });
});
