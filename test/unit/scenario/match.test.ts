import { describe, expect, it } from 'vitest';
import { nearest } from '#values';
import { mismatches, mismatchText } from '../../../src/scenario/checks/conditions/match.ts';

describe('a partial match', () => {
  it.each([
    ['more fields than asked for', { a: 1 }, { a: 1, b: 2 }, []],
    ['another value', { a: 1 }, { a: 2 }, ['a: expected 1, found 2']],
    ['an absent field', { a: 1 }, {}, ['a: expected 1, found nothing']],
    ['zero for an absent number', { a: 0 }, {}, []],
    ['null for an absent field', { a: null }, {}, []],
    ['null for a present field', { a: null }, { a: 1 }, ['a: expected null, found 1']],
    ['a list', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, []],
    ['a longer list', { a: [1] }, { a: [1, 2] }, ['a: expected [1], found [1,2]']],
    ['a list item', { a: [1, 2] }, { a: [1, 3] }, ['a[1]: expected 2, found 3']],
    ['a map where there is none', { a: { b: 1 } }, { a: 1 }, ['a: expected {"b":1}, found 1']],
    ['an empty list', { a: [] }, { a: [{ type: 'A' }] }, ['a: expected [], found [{"type":"A"}]']],
    [
      'a condition among others, in any order',
      { a: [{ type: 'B', status: 'True' }, { type: 'A' }] },
      { a: [{ type: 'A' }, { type: 'B', status: 'True', reason: 'R' }, { type: 'C' }] },
      [],
    ],
    [
      'a condition with another status',
      { a: [{ type: 'A', status: 'True' }] },
      {
        a: [
          { type: 'B', status: 'True' },
          { type: 'A', status: 'False' },
        ],
      },
      ['a[type=A].status: expected "True", found "False"'],
    ],
    [
      'a condition that is missing',
      { a: [{ type: 'A', status: 'True' }] },
      { a: [{ type: 'B' }, { type: 'C' }] },
      ['a[type=A]: expected {"type":"A","status":"True"}, found nothing (there is B, C)'],
    ],
    [
      'no conditions at all',
      { a: [{ type: 'A' }] },
      {},
      ['a: expected [{"type":"A"}], found nothing'],
    ],
    [
      'an entry by its name',
      { a: [{ name: 'x', image: 'i:2' }] },
      {
        a: [
          { name: 'y', image: 'i:2' },
          { name: 'x', image: 'i:1' },
        ],
      },
      ['a[name=x].image: expected "i:2", found "i:1"'],
    ],
    [
      'one of several of a type',
      { a: [{ type: 'R', n: { name: 'mem' } }] },
      {
        a: [
          { type: 'R', n: { name: 'cpu' } },
          { type: 'R', n: { name: 'mem' } },
        ],
      },
      [],
    ],
    [
      'an entry by its type and its name',
      { a: [{ type: 'R', name: 'b' }] },
      {
        a: [
          { type: 'R', name: 'a' },
          { type: 'S', name: 'b' },
        ],
      },
      ['a[type=R,name=b]: expected {"type":"R","name":"b"}, found nothing (there is R a, S b)'],
    ],
    [
      'entries of which one has no type or name, as a whole',
      { a: [{ type: 'A' }, { b: 1 }] },
      { a: [{ type: 'A' }, { b: 1 }, { b: 2 }] },
      ['a: expected [{"type":"A"},{"b":1}], found [{"type":"A"},{"b":1},{"b":2}]'],
    ],
    [
      'entries whose type is a number, as a whole',
      { a: [{ type: 1 }] },
      { a: [{ type: 1 }, { type: 2 }] },
      ['a: expected [{"type":1}], found [{"type":1},{"type":2}]'],
    ],
  ])('judges %s', (_, expected, actual, problems) => {
    expect(mismatches(expected, actual).map(mismatchText)).toEqual(problems);
  });
});

describe('a near miss', () => {
  const known = ['apply', 'patch', 'label', 'delete'];
  it.each([
    ['aply', 'apply'],
    ['APPLY', 'apply'],
    ['apply ', 'apply'],
    ['ptach', 'patch'],
    ['labels', 'label'],
    ['zzz', undefined],
    ['destroy', undefined],
  ])('of %s is %s', (word, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });
});
