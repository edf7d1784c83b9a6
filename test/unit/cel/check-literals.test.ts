/** What is checked of lists and maps that are written out: answers of v1.37.2, and since when. */
import { describe, expect, it } from 'vitest';
import { faultOf } from './first-fault.ts';

describe('a list or map that is written out', () => {
  it.each([
    ['[object.spec.a, 1] == [1]', "1:17: expected type 'dyn' but found 'int'"],
    ['[1, dyn(2)].size()==2', "1:8: expected type 'int' but found 'dyn'"],
    ["{'a': dyn(1), 'b': 2}.size()==2", "1:20: expected type 'dyn' but found 'int'"],
    ["{dyn('a'): 1, 'b': 2}.size()==2", "1:15: expected type 'dyn' but found 'string'"],
    ['[[dyn(1)], [1]].size()==2', "1:12: expected type 'list(dyn)' but found 'list(int)'"],
    ["[type(1), type('a')].size()==2", "1:15: expected type 'type(int)' but found 'type(string)'"],
    ["[duration('1s'), null].size()==2", "1:18: expected type 'duration' but found 'null'"],
    [
      "[object.spec.a, object.spec.b, 'c'].exists(x, x=='c')",
      "1:32: expected type 'dyn' but found 'string'",
    ],
    ['[?object.spec.?a, 1] == [1]', "1:19: expected type 'dyn' but found 'int'"],
    [
      "{?1: optional.of('a'), ?2: optional.of(3)}.size()==2",
      "1:39: expected type 'string' but found 'int'",
    ],
  ])('has values of one type: %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it.each([
    '[[], [1]].size()==2',
    "[{}, {'a':1}].size()==2",
    "{'a': [], 'b': [1]}.size()==2",
    '[optional.none(), optional.of(1)].size()==2',
    '[object.spec.a, object.spec.b].size()==2',
    'sets.contains([object.spec.a], [1])',
    "'%s %s'.format([object.spec.a, [1, dyn('a')]]) == ''",
  ])('is taken where its types are the same, and to format texts: %s', (text) => {
    expect(faultOf(text)).toBeUndefined();
  });

  it('may mix what is known with what is not up to v1.29', () => {
    const text = '[object.spec.a, 1] == [1]';
    expect([faultOf(text, 29), faultOf(text, 30)]).toEqual([
      undefined,
      "1:17: expected type 'dyn' but found 'int'",
    ]);
  });
});
