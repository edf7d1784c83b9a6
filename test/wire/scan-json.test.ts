/** Go's words for bad JSON, and what JSON.parse says as a judge. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deepestNesting,
  isTooDeep,
  JsonSyntaxError,
  scanJson,
  surveyJson,
} from '../../src/server/decode/scan-json.ts';

function refusal(text: string): string | undefined {
  try {
    scanJson(text);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(JsonSyntaxError);
    return (error as Error).message;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('bad JSON is refused', () => {
  it.each([
    ['', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['{"a":1', 'unexpected end of JSON input'],
    ['"a', 'unexpected end of JSON input'],
    ['tru', 'unexpected end of JSON input'],
    ['-', 'unexpected end of JSON input'],
    ['not', "invalid character 'o' in literal null (expecting 'u')"],
    ['tRue', "invalid character 'R' in literal true (expecting 'r')"],
    ['x', "invalid character 'x' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', `invalid character '"' after object key:value pair`],
    ['[1 2]', "invalid character '2' after array element"],
    ['{} {}', "invalid character '{' after top-level value"],
    ['01', "invalid character '1' after top-level value"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1e+x', "invalid character 'x' in exponent of numeric literal"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['é', "invalid character 'Ã' looking for beginning of value"],
  ])('%j: %s', (text, message) => {
    expect(refusal(text)).toBe(message);
  });
});

describe('what is JSON', () => {
  it('is what JSON.parse takes, whatever is cut out of it or put in', () => {
    const edit = fc.record({
      at: fc.nat(60),
      cut: fc.nat(3),
      put: fc.constantFrom('', ...'{}[],:"\\-.eE0 tn'),
    });
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), edit, (text, { at, cut, put }) => {
        const edited = text.slice(0, at) + put + text.slice(at + cut);
        expect(refusal(edited) === undefined, edited).toBe(parses(edited));
      }),
      { numRuns: 2000 },
    );
  });

  it('may not be nested without end', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(refusal(nested(deepestNesting))).toBeUndefined();
    expect(refusal(nested(deepestNesting + 1))).toBe('exceeded max depth');
    expect(isTooDeep(nested(deepestNesting))).toBe(false);
    expect(isTooDeep(nested(deepestNesting + 1))).toBe(true);
    expect(isTooDeep(JSON.stringify('['.repeat(3000)))).toBe(false);
  });
});

describe('keys given twice', () => {
  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":{"b":1,"b":2},"a":3}', ['a.b', 'a']],
    ['{"l":[{"n":1},{"n":1,"n":2}]}', ['l[1].n']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['[{"a":1},{"a":1}]', []],
  ])('%s', (text, paths) => {
    const found: string[] = [];
    scanJson(text, (path) => found.push(path));
    expect(found).toEqual(paths);
  });
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

  it('knows what is nested too deep', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(surveyJson(nested(deepestNesting)).isTooDeep).toBe(false);
    expect(surveyJson(nested(deepestNesting + 1)).isTooDeep).toBe(true);
  });
});
