import { expect, it } from 'vitest';
import { nearest } from '../../../../src/values/names/nearest.ts';

it.each<[word: string, known: readonly string[], found: string | undefined]>([
  ['replica', ['replicas'], 'replicas'],
  ['replicass', ['replicas'], 'replicas'],
  ['replikas', ['replicas'], 'replicas'],
  ['erplicas', ['replicas'], 'replicas'],
  ['REPLICAS', ['replica', 'Replicas'], 'Replicas'],
  ['Replicas', ['replicas', 'replicaS'], 'replicas'],
  ['replicas', [], undefined],
  // One edit in a short word, one for every three letters in a longer one.
  ['', ['a'], 'a'],
  ['', ['ab'], undefined],
  ['ab', ['ac'], 'ac'],
  ['ab', ['cd'], undefined],
  ['abcde', ['abcxe'], 'abcxe'],
  ['abcde', ['abxye'], undefined],
  ['abcdef', ['abxyef'], 'abxyef'],
  ['abcdef', ['xyzdef'], undefined],
  ['abcdefghi', ['xyzdefghi'], 'xyzdefghi'],
  // A swap of neighbours is one edit, at the start, in the middle and at the end.
  ['abc', ['bac'], 'bac'],
  ['abc', ['acb'], 'acb'],
  ['abc', ['cba'], undefined],
  ['abcdef', ['badcef'], 'badcef'],
  ['abcdef', ['badcfe'], undefined],
  ['abc', ['bca'], undefined],
  // Letters may be missing at either end.
  ['abc', ['bc'], 'bc'],
  ['abc', ['ab'], 'ab'],
  ['abc', ['ac'], 'ac'],
  ['abcdef', ['cdef'], 'cdef'],
  ['abcdef', ['def'], undefined],
  // The closest wins, the first of those that are as close.
  ['abcdef', ['abxyef', 'abxdef'], 'abxdef'],
  ['abcdef', ['abxdef', 'abxyef'], 'abxdef'],
  ['abcdef', ['abxdef', 'abcxef'], 'abxdef'],
  ['abc', ['abcd', 'abC'], 'abC'],
])('%j among %j probably means %j', (word, known, found) => {
  expect(nearest(word, known)).toBe(found);
});
