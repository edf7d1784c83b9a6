/** Go's words for bad JSON, and what JSON.parse says as a judge. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deepestInGo,
  GivenFields,
  JsonSyntaxError,
  parseJson,
  readJson,
  SpelledNumber,
} from '#values';

function refusal(read: (text: string) => unknown, text: string): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(JsonSyntaxError);
    return (error as Error).message;
  }
}

const beginning = 'looking for beginning of value';

const refusals: readonly (readonly [text: string, message: string])[] = [
  ['', 'unexpected end of JSON input'],
  ['{', 'unexpected end of JSON input'],
  ['[1', 'unexpected end of JSON input'],
  ['{"a"', 'unexpected end of JSON input'],
  ['{"a":1', 'unexpected end of JSON input'],
  ['"a', 'unexpected end of JSON input'],
  ['"\\', 'unexpected end of JSON input'],
  ['"\\u12', 'unexpected end of JSON input'],
  ['tru', 'unexpected end of JSON input'],
  ['-', 'unexpected end of JSON input'],
  ['1.', 'unexpected end of JSON input'],
  ['not', "invalid character 'o' in literal null (expecting 'u')"],
  ['tRue', "invalid character 'R' in literal true (expecting 'r')"],
  ['truth', "invalid character 't' in literal true (expecting 'e')"],
  ['x', `invalid character 'x' ${beginning}`],
  ["'x'", `invalid character '\\'' ${beginning}`],
  ['\\', `invalid character '\\\\' ${beginning}`],
  ['[1,]', `invalid character ']' ${beginning}`],
  ['[1 2]', "invalid character '2' after array element"],
  ['[01]', "invalid character '1' after array element"],
  ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
  ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b":2}', `invalid character '"' after object key:value pair`],
  ['{"a":1]', "invalid character ']' after object key:value pair"],
  ['{} {}', "invalid character '{' after top-level value"],
  ['01', "invalid character '1' after top-level value"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['1e+x', "invalid character 'x' in exponent of numeric literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['"\n"', "invalid character '\\n' in string literal"],
  ['"\u0001"', "invalid character '\\x01' in string literal"],
  ['\u007f', `invalid character '\\x7f' ${beginning}`],
  ['\u00a0[]', `invalid character '\u00c2' ${beginning}`],
  ['\u00d0', `invalid character '\u00c3' ${beginning}`],
  ['\u00e9', `invalid character '\u00c3' ${beginning}`],
  ['\u20ac', `invalid character '\u00e2' ${beginning}`],
  ['\ufeff{}', `invalid character '\u00ef' ${beginning}`],
  ['[\u{1f600}]', `invalid character '\u00f0' ${beginning}`],
  ['\u{1f600}', `invalid character '\u00f0' ${beginning}`],
  ['"\u{1f600}" \u{1f600}', "invalid character '\u00f0' after top-level value"],
];

describe('bad JSON is refused', () => {
  test.each(refusals)('%j: %s', (text, message) => {
    expect(refusal(readJson, text)).toBe(message);
    expect(refusal(parseJson, text)).toBe(message);
  });

  test.each([
    [[0xff], "'\u00ff'"],
    [[0x80], "'\\u0080'"],
    [[0xa0], "'\\u00a0'"],
    [[0xad], "'\\u00ad'"],
  ])('bytes that are not text, %j: %s', (bytes, shown) => {
    const buffer = Buffer.from(bytes);
    const read = (text: string): unknown => parseJson(text, { bytes: buffer });
    expect(refusal(read, buffer.toString())).toBe(`invalid character ${shown} ${beginning}`);
  });

  test('also where it is nested deeper than Go reads, but not by the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    for (const read of [readJson, (text: string) => parseJson(text)]) {
      expect(refusal(read, nested(deepestInGo))).toBeUndefined();
      expect(refusal(read, nested(deepestInGo + 1))).toBe('exceeded max depth');
    }
    expect(() => parseJson('[[]]', { isTooDeep: true })).toThrow('exceeded max depth');
    expect(parseJson(nested(deepestInGo + 1), { isTooDeep: false })).toBeInstanceOf(Array);
  });
});

describe('what is JSON', () => {
  test('is read as the platform reads it', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, '\t'), (given, indent) => {
        const text = JSON.stringify(given, null, indent);
        expect(readJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['{"__proto__":{"a":1},"constructor":2}', '{"b":1,"a":2,"10":3,"9":4,"b":5}', '[-0]'])(
    'such as %s, too',
    (text) => {
      const [read, parsed] = [readJson(text), JSON.parse(text) as object];
      expect(read).toEqual(parsed);
      expect(Object.entries(read as object)).toEqual(Object.entries(parsed));
    },
  );

  test('is what the platform takes, whatever is cut out of it or put in', () => {
    const edit = fc.record({
      at: fc.nat(60),
      cut: fc.nat(3),
      put: fc.constantFrom('', ...'{}[],:"\\-.eE0 tn\u007f\u00e9'),
    });
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), edit, (text, { at, cut, put }) => {
        const edited = text.slice(0, at) + put + text.slice(at + cut);
        let isJson = true;
        try {
          JSON.parse(edited);
        } catch {
          isJson = false;
        }
        expect(refusal(readJson, edited) === undefined, edited).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what is kept', () => {
  test('is how numbers are written', () => {
    const text = '[1.0,1,"1.0",1e2,-0,12345678901234567890]';
    expect(readJson(text, { keep: 'numbers' })).toEqual([
      new SpelledNumber('1.0'),
      1,
      '1.0',
      new SpelledNumber('1e2'),
      new SpelledNumber('-0'),
      new SpelledNumber('12345678901234567890'),
    ]);
    expect(readJson('[1.0,1e2]')).toEqual([1, 100]);
  });

  test('is all that is given', () => {
    expect(readJson('{"a":1,"b":[{}],"a":2.0}', { keep: 'all' })).toEqual(
      new GivenFields([
        ['a', 1],
        ['b', [new GivenFields([])]],
        ['a', new SpelledNumber('2.0')],
      ]),
    );
  });
});

describe('keys given twice', () => {
  test.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"a":2,"a":3}', ['a', 'a']],
    ['{"a":{"b":1,"b":2},"a":3}', ['a.b', 'a']],
    ['{"l":[{"n":1},{"n":1,"n":2}]}', ['l[1].n']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['[{"a":1},{"a":1}]', []],
    ['{"constructor":1}', []],
  ])('%s', (text, paths) => {
    const found: string[] = [];
    readJson(text, { onDuplicate: (path) => found.push(path) });
    expect(found).toEqual(paths);
  });
});
