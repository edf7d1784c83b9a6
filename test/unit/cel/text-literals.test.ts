/** Literals of text and bytes in rules of custom resources, as CEL's grammar has them. */
import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/cel/text-literals.ts';

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

describe('a literal', () => {
  it.each<[string, string | Uint8Array]>([
    ['"a"', 'a'],
    ["'a'", 'a'],
    ["''", ''],
    ['"it\'s"', "it's"],
    ['"""say "a"\nand ""b"""', 'say "a"\nand ""b'],
    ["'''a'b'''", "a'b"],
    ['""""""', ''],
    ['r"a\\n"', 'a\\n'],
    ['R"\\"', '\\'],
    ['r"""a\n\\"""', 'a\n\\'],
    ['b"a"', bytes(97)],
    ['B"é"', bytes(0xc3, 0xa9)],
    ['br"\\n"', bytes(92, 110)],
    ['Rb"\\x"', bytes(92, 120)],
    ['"\\a\\b\\f\\n\\r\\t\\v"', '\x07\b\f\n\r\t\v'],
    ['"\\\\ \\\' \\" \\` \\?"', '\\ \' " ` ?'],
    ['"\\x41\\X42"', 'AB'],
    ['"\\u00e9\\U0001F600"', 'é😀'],
    ['"\\101\\377"', 'Aÿ'],
    ['"\\U0010ffff"', '\u{10ffff}'],
    ['"\\ud7ff\\ue000"', '\ud7ff\ue000'],
    ['"x\\x41y"', 'xAy'],
    ['b"\\xff\\377a"', bytes(255, 255, 97)],
    ['b"\\n"', bytes(10)],
  ])('%s', (source, value) => {
    expect(readText(source, 0)).toEqual({ value, end: source.length });
  });

  it('ends at its quotes, wherever it begins', () => {
    expect(readText('x + "a\\"b" + "c"', 4)).toEqual({ value: 'a"b', end: 10 });
    expect(readText('b"a"b"c"', 0)).toEqual({ value: bytes(97), end: 4 });
  });

  it.each([
    ['"a', '"a'],
    ['"a\n"', '"a'],
    ['"a\r"', '"a\r"'],
    ['"a\\"', '"a\\"'],
    ["'''a\nb''", "'''a"],
    ['r"a\n"', 'r"a'],
  ])('that does not end is refused with its first line: %j', (source, rest) => {
    const message = `Syntax error: token recognition error at: '${rest}'`;
    expect(() => readText(source, 0)).toThrow(message);
  });

  it.each([
    ['an unknown letter', '"\\q"'],
    ['a name that every map has', '"\\constructor"'],
    ['a digit alone', '"\\1"'],
    ['too large an octal', '"\\400"'],
    ['too large a code', '"\\U00110000"'],
    ['half a pair', '"\\ud800"'],
    ['the other half', '"\\udfff"'],
    ['a character of bytes by its code', 'b"\\u0041"'],
    ['a long code of bytes', 'b"\\U00000041"'],
    ['an octal without its digits', '"\\08"'],
    ['a short hex', '"\\x4"'],
  ])('with %s cannot be read', (_, source) => {
    expect(() => readText(source, 0)).toThrow('unable to unescape string');
  });

  it('that is wrong says where', () => {
    expect(() => readText('x + "\\q"', 4)).toThrow(expect.objectContaining({ at: 4 }) as Error);
  });
});
