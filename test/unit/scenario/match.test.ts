import { describe, expect, it } from 'vitest';
import { nearest } from '#kinds';
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
