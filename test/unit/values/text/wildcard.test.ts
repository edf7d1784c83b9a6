/** Wildcards: what they stand for, and how little work that takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsWildcards, starMatcher } from '#values';

/** What the pattern means, spelled out: each star holds nothing, or one more character. */
function fitsSlowly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] === '*') {
    return (
      fitsSlowly(pattern.slice(1), text) || (text !== '' && fitsSlowly(pattern, text.slice(1)))
    );
  }
  return text !== '' && pattern[0] === text[0] && fitsSlowly(pattern.slice(1), text.slice(1));
}

describe('a pattern with stars', () => {
  it.each([
    ['', '', true],
    ['*', '', true],
    ['web-*', 'web-', true],
    ['web-*', 'we', false],
    ['*a*b', 'xaxxb', true],
    ['*a*b', 'xbxxa', false],
    ['a.c', 'abc', false],
    ['*\n*', 'a\nb', true],
    ['**', '*', true],
  ])('%j stands for %j: %s', (pattern, text, expected) => {
    expect(starMatcher(pattern)(text)).toBe(expected);
  });

  it('means what its definition says', () => {
    const letters = (units: string[]): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
    fc.assert(
      fc.property(letters(['a', 'b', '*']), letters(['a', 'b']), (pattern, text) => {
        expect(starMatcher(pattern)(text)).toBe(fitsSlowly(pattern, text));
      }),
      { numRuns: 500 },
    );
  });

  it('compares at most places times characters', () => {
    const pattern = `${'*a*'.repeat(12)}*b`;
    const text = 'a'.repeat(200);
    let compared = 0;
    const fits = fitsWildcards(
      {
        places: pattern.length,
        isAny: (place) => pattern[place] === '*',
        fits(place, item) {
          compared += 1;
          return pattern[place] === text[item];
        },
      },
      text.length,
    );
    expect(fits).toBe(false);
    expect(compared).toBeLessThanOrEqual(pattern.length * text.length);
  });
});
