/** Forms that the parts of a fault share. */
import { durationOf, type Millis } from '#clock';
import { scalar, type Form } from '#forms';

/** One text or a list of texts. */
export function texts(doc: string): Form<readonly string[]> {
  return {
    schema: {
      description: `${doc} A text, or a list; * stands for any characters.`,
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
    },
    check(at, reader) {
      const items = reader.items(at) ?? [at];
      if (items.length === 0) {
        return reader.problem(at, 'expected a text, or a list of at least one');
      }
      const read = items.map((item) => filledText.check(item, reader));
      return read.every((text) => text !== undefined) ? read : undefined;
    },
  };
}

const filledText = text('');

/**
 * Returns a text that is not empty. @param expected in messages, which do not show what was found
 */
export function text(doc: string, expected = 'a text'): Form<string> {
  return scalar({
    schema: { type: 'string', description: doc },
    expected,
    parse: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
    isBrief: true,
  });
}

/** Returns a whole number of at least 1. */
export function count(doc: string): Form<number> {
  return scalar({
    schema: { type: 'integer', minimum: 1, description: doc },
    expected: 'a whole number of at least 1',
    parse: (value) =>
      Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined,
  });
}

/** Returns a duration above 0. */
export function span(doc: string): Form<Millis> {
  return scalar({
    schema: {
      description: `${doc} A duration: 30s, 1m30s; a bare number is seconds.`,
      type: ['string', 'number'],
    },
    expected: 'a duration such as 30s or 1m30s',
    parse(value) {
      const ms = durationOf(value);
      return ms !== undefined && ms > 0 ? ms : undefined;
    },
  });
}
