import { describe, expect, it } from 'vitest';
import { isDeeper, surveyJson } from '#kinds';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

it.each([1, 2, 1000])('text that is nested %d deep is distinguished from deeper text', (depth) => {
  expect(isDeeper(nested(depth), depth)).toBe(false);
  expect(isDeeper(nested(depth + 1), depth)).toBe(true);
  expect(isDeeper(JSON.stringify('['.repeat(3 * depth)), depth)).toBe(false);
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
