/** Patterns that are known as valid without compiling them, beside what the library of RE2 says. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { isPlainPattern } from '../../../../src/values/text/plain-pattern.ts';

function compiles(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Pieces that patterns are made of, valid and not, so that most sequences are nearly valid. */
const pieces = [
  ...['a', 'z', '0', '-', '.', '_', ' ', '^', '$', '|', '(', '(?:', '(?i)', ')', '[', '[^', ']'],
  ...['[a-z]', '[^0-9A-Z]', '[-.]', '[z-a]', '[\\d-z]', '[+--]', '[]a]', '[[:alpha:]]'],
  ...['*', '+', '?', '{', '}', '{2}', '{0,63}', '{3,1}', '{999}', '{1001}', '{2,}'],
  ...['\\d', '\\.', '\\W', '\\b', '\\1', '\\', 'ä', '\u{1F600}'],
];

describe('a pattern that is taken as valid without compiling it', () => {
  it('is one that RE2 compiles', () => {
    const anyPattern = fc
      .array(fc.constantFrom(...pieces), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(anyPattern, (pattern) => !isPlainPattern(pattern) || compiles(pattern)),
      { numRuns: 5_000, seed: 1 },
    );
  });

  it.each([
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'],
    [String.raw`^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE])?$`],
    ['^[a-z]{1,63}$'],
    ['^(?:a|b)+?$'],
    [''],
  ])('may be %j', (pattern) => {
    expect([isPlainPattern(pattern), compiles(pattern)]).toEqual([true, true]);
  });

  it.each([
    ['(a{1000}){2}'],
    ['((a{0}){1}){1001}'],
    ['a**'],
    ['a{3,1}'],
    ['[z-a]'],
    ['(a'],
    ['a)'],
    ['(?<=a)'],
    [`${'('.repeat(60)}${')'.repeat(60)}`],
  ])('is never %j', (pattern) => {
    expect(isPlainPattern(pattern)).toBe(false);
  });
});
