/** How custom values are checked by the later validator. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { Structure } from '#schema';
import { checkValue } from '../../../src/custom/checks/value.ts';
import { strictnessOf } from '../../../src/custom/checks/strictness.ts';

const errorsIn = (minor: number, schema: object, value: unknown): readonly string[] => {
  const strictness = strictnessOf(profileOf(minor));
  const { errors } = checkValue(new Structure(schema as never), value, 'spec.a', strictness);
  return [...errors].map(({ field, message }) => `${field}: ${message}`);
};

describe('a factor below 1', () => {
  const ratio = { type: 'number', multipleOf: 0.5 };
  const unusable =
    'spec.a: Invalid value: 0: factor MultipleOf declared for spec.a must be positive: 0';

  it('has no integer as a multiple: it loses its fraction', () => {
    expect(errorsIn(24, ratio, 2)).toEqual([unusable]);
    expect(errorsIn(37, ratio, 2)).toEqual([unusable]);
  });

  it('holds for numbers with a fraction', () => {
    expect(errorsIn(37, ratio, 1.5)).toEqual([]);
    expect(errorsIn(37, ratio, 1.2)).toEqual([
      'spec.a: Invalid value: 1.2: spec.a in body should be a multiple of 0.5',
    ]);
  });

  it('is not an integer itself, since 1.36', () => {
    const why = 'MultipleOf value must be of type integer (default format) in spec.a';
    expect(errorsIn(36, { type: 'integer', multipleOf: 0.5 }, 2)).toEqual([
      `<nil>: Invalid value: "": ${why}`,
    ]);
  });
});

describe('a number with a fraction', () => {
  it('is not an integer, which messages say twice since 1.36', () => {
    const first =
      'spec.a: Invalid value: "number": spec.a in body must be of type integer: "number"';
    const second = 'Checked value must be of type integer (default format) in spec.a';
    expect(errorsIn(35, { type: 'integer' }, 1.5)).toEqual([first]);
    expect(errorsIn(36, { type: 'integer' }, 1.5)).toEqual([
      first,
      `<nil>: Invalid value: "": ${second}`,
    ]);
  });
});

describe('an object with too few properties', () => {
  it('is checked like others, since 1.28', () => {
    const schema = {
      ...{ type: 'object', minProperties: 2, required: ['b'] },
      properties: { c: { type: 'string' } },
    };
    const few = 'spec.a: Invalid value: 1: spec.a in body should have at least 2 properties';
    expect(errorsIn(27, schema, { c: 5 })).toEqual([few]);
    expect(errorsIn(28, schema, { c: 5 })).toEqual([
      few,
      'spec.a.c: Invalid value: "integer": spec.a.c in body must be of type string: "integer"',
      'spec.a.b: Required value',
    ]);
  });
});
