import { describe, expect, it } from 'vitest';
import { countObjects, isDeeper, surveyJson } from '#values';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

it.each([1, 2, 1000])('text that is nested %d deep is distinguished from deeper text', (depth) => {
  expect(isDeeper(nested(depth), depth)).toBe(false);
  expect(isDeeper(nested(depth + 1), depth)).toBe(true);
  expect(isDeeper(JSON.stringify('['.repeat(3 * depth)), depth)).toBe(false);
});

it.each<[text: string, levels: number, deeper: boolean]>([
  ['[[],[],[]]', 2, false],
  ['[{},{},{}]', 2, false],
  ['{"a":[],"b":{}}', 2, false],
  ['{"a":{"b":[]}}', 2, true],
  ['[{"a":[1]},1]', 2, true],
  ['[]', 0, true],
])('whether %s is nested deeper than %d: %s', (text, levels, deeper) => {
  expect(isDeeper(text, levels)).toBe(deeper);
});

it.each<[text: string, count: number | undefined]>([
  ['[]', undefined],
  ['', undefined],
  ['{}', undefined],
  ['{"a":[{}]}', undefined],
  ['[{}]', 1],
  [' \n[ {} ]', 1],
  ['[{},{}]', 2],
  ['[{} , \n {},{}]', 3],
  ['[null,{},null]', 3],
  ['[1]', undefined],
  ['[{},1]', undefined],
  ['[{}, "{"]', undefined],
  ['[{"a":{"b":[1,2,{"c":3}]},"d":",{"},{}]', 2],
  ['[{"a":[{},{}],"b":1}]', 1],
  ['[{"a":"\\"},{"},{}]', 2],
  ['[{}],{}', 1],
])('the number of objects in %s: %s', (text, count) => {
  expect(countObjects(text)).toBe(count);
});

describe('a survey', () => {
  it.each(['{"a":1.0}', '[1e3]', '[1,2E3]', '[1234567890123456]', '{"a":-0.5}'])(
    'finds the number in %s that Go may read otherwise',
    (text) => {
      expect(surveyJson(text).hasOddNumbers).toBe(true);
    },
  );

  it.each(['{"image":"nginx:1.14","b":true}', '[false,-12,123456789012345]', '"1.0"', '"\\"1.0"'])(
    'finds none in %s',
    (text) => {
      expect(surveyJson(text).hasOddNumbers).toBe(false);
    },
  );

  it.each([
    ['{"a:b":"c:d","e":{"f":[{"g":1}]}}', 4],
    ['{"a":1,"a":2}', 2],
    ['{"a\\":":1}', 1],
    ['[]', 0],
  ])('counts the fields of %s', (text, fields) => {
    expect(surveyJson(text).fields).toBe(fields);
  });

  it('knows how deep text is nested', () => {
    expect(surveyJson(nested(1001)).depth).toBe(1001);
    expect(surveyJson('[[],[[]],{"a":"[[[["}]').depth).toBe(3);
  });
});
