import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeFieldValue,
  parseFieldSelector,
  unescapeFieldValue,
} from '../../../../src/values/selectors/field-selector.ts';

const value = fc.string({ unit: fc.constantFrom('a', 'b', ',', '=', '\\', '!', ' ', '\n', 'ü') });

describe('values', () => {
  it('come back from escaping', () => {
    fc.assert(
      fc.property(value, (raw) => {
        expect(unescapeFieldValue(escapeFieldValue(raw))).toBe(raw);
      }),
    );
  });

  it('name the whole character that should not be escaped', () => {
    expect(() => unescapeFieldValue('\\\u{1f600}')).toThrow('invalid escape sequence: \\\u{1f600}');
  });

  it('come back from a selector', () => {
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const text = values.map((raw) => `f=${escapeFieldValue(raw)}`).join(',');
        const selector = parseFieldSelector(text);
        expect(selector.terms.map((term) => term.value).sort()).toEqual([...values].sort());
        expect(parseFieldSelector(selector.toString()).terms).toEqual(selector.terms);
      }),
    );
  });
});

describe('matching', () => {
  it('asks for all terms, a missing field being empty', () => {
    const selector = parseFieldSelector('metadata.name=a,status.phase!=Failed');
    expect(selector.matches({ 'metadata.name': 'a' })).toBe(true);
    expect(selector.matches({ 'metadata.name': 'a', 'status.phase': 'Failed' })).toBe(false);
    expect(selector.matches({})).toBe(false);
    expect(parseFieldSelector('spec.nodeName=').matches({})).toBe(true);
  });
});
