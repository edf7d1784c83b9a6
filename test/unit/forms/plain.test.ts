/** Forms of plain values: what is read, and where problems are. */
import { describe, expect, it } from 'vitest';
import { fields, mapForm, optional, problemText, readForm, scalar, word, type Form } from '#forms';

const count = scalar({
  schema: { type: 'integer' },
  expected: 'a whole number',
  parse: (value) => (Number.isInteger(value) ? Number(value) : undefined),
});
const size = word(['small', 'large'], { doc: 'How large.' });
const form = fields({ count, size: optional(size) }, { doc: 'An order.', called: 'an order' });

const problemsOf = (of: Form<unknown>, value: unknown): readonly string[] =>
  readForm(of, value).problems.map(problemText);

describe('fields', () => {
  it('give their values', () => {
    expect(readForm(form, { count: 2 })).toEqual({ value: { count: 2 }, problems: [] });
    expect(readForm(form, { count: 2, size: 'small' }).value).toEqual({ count: 2, size: 'small' });
  });

  it('count as absent when they are undefined', () => {
    expect(readForm(form, { count: 2, size: undefined }).value).toEqual({ count: 2 });
  });

  it.each<[unknown, string]>([
    [[], 'expected a map with count, size'],
    [{}, 'field "count" is missing (an order)'],
    [{ count: 1, sise: 'small' }, 'sise: unknown field "sise" (an order); known are count, size'],
    [{ count: 1, size: 'big' }, 'size: expected one of small, large, found "big"'],
  ])('of %j are refused: %s', (value, problem) => {
    expect(problemsOf(form, value)).toEqual([problem]);
  });

  it('report all problems', () => {
    expect(problemsOf(form, { count: '1', size: 1 })).toHaveLength(2);
  });

  it('have a schema', () => {
    expect(form.schema).toEqual({
      type: 'object',
      description: 'An order.',
      properties: { count: count.schema, size: size.schema },
      required: ['count'],
      additionalProperties: false,
    });
  });
});

it('a form whose values are made into others reports what it makes nothing of', () => {
  const even = mapForm(count, (value, at, reader) =>
    value % 2 === 0 ? value / 2 : reader.problem(at, 'expected an even number'),
  );
  expect(readForm(even, 4).value).toBe(2);
  expect(problemsOf(even, 3)).toEqual(['expected an even number']);
  expect(problemsOf(even, 'x')).toEqual(['expected a whole number, found "x"']);
});
