import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson, readJsonSpelled, SpelledNumber } from '#kinds';

describe('JSON text', () => {
  test.each([
    ['', 'unexpected end of JSON input'],
    ['[1', 'unexpected end of JSON input'],
    ['{"a"', 'unexpected end of JSON input'],
    ['"a', 'unexpected end of JSON input'],
    ['tru', 'unexpected end of JSON input'],
    ['not', "invalid character 'o' in literal null (expecting 'u')"],
    ['truth', "invalid character 't' in literal true (expecting 'e')"],
    ['x', "invalid character 'x' looking for beginning of value"],
    ["'x'", "invalid character '\\'' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['[1 2]', "invalid character '2' after array element"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['{} {}', "invalid character '{' after top-level value"],
    ['01', "invalid character '1' after top-level value"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['"\n"', "invalid character '\\n' in string literal"],
    ['"\u0001"', "invalid character '\\x01' in string literal"],
    ['\u00a0[]', "invalid character '\u00c2' looking for beginning of value"],
    ['\u20ac', "invalid character '\u00e2' looking for beginning of value"],
    ['[\u{1f600}]', "invalid character '\u00f0' looking for beginning of value"],
    ['\u00d0', "invalid character '\u00c3' looking for beginning of value"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ])('%j: %s', (text, message) => {
    expect(() => readJson(text)).toThrow(new SyntaxError(message));
  });

  test('is read as the platform reads it', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, '\t'), (text, indent) => {
        const value: unknown = JSON.parse(text);
        expect(readJson(JSON.stringify(value, null, indent))).toEqual(value);
      }),
    );
  });

  test('is refused where the platform refuses it', () => {
    const isRefused = (read: (text: string) => unknown, text: string): boolean => {
      try {
        read(text);
        return false;
      } catch {
        return true;
      }
    };
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ' ', ',', '"', '}', '0', 'e', '\\', '-'))
      .map(([text, at, inserted]) => {
        const index = at % (text.length + 1);
        return text.slice(0, index) + inserted + text.slice(index + 1);
      });
    fc.assert(
      fc.property(broken, (text) => {
        expect(isRefused(readJson, text)).toBe(isRefused(JSON.parse, text));
      }),
    );
  });

  test('can keep how numbers are written', () => {
    expect(readJsonSpelled('[1.0,1,"1.0"]')).toEqual([new SpelledNumber('1.0'), 1, '1.0']);
    expect(readJson('[1.0,1e2]')).toEqual([1, 100]);
  });
});
