/** Schemas and objects that break many rules, or long ones: few errors are printed, and no part of the work is long. */
import { defaultProfile } from '#kinds';
import { describe, expect, test } from 'vitest';
import { customKinds } from '#custom';
import { findErrors, findingErrors, invalidObject, type FieldErrors } from '#values';
import type { JSONSchemaProps } from '#types';
import { widgets } from '../../support/custom.ts';

const text: JSONSchemaProps = { type: 'string' };
const object: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
};

function checking(spec: JSONSchemaProps, value: unknown): (errors: FieldErrors) => void {
  const [kind] = customKinds(widgets(spec), defaultProfile);
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } };
  const context = { profile: { enabled: () => false } } as never;
  return (errors) => kind!.rules.validate!(errors, { ...widget, spec: value } as never, context);
}

/** In how many parts it is checked. */
function partsOf(spec: JSONSchemaProps, value: unknown): number {
  const work = findingErrors(checking(spec, value));
  for (let parts = 1; ; parts++) if (work.next().done === true) return parts;
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

describe('errors of a custom resource', () => {
  test('10,000 values that are not among 50,000 are as many errors, and one of them is printed', () => {
    const values = numbers(50_000).map((n) => `value-${n}`);
    const spec = { type: 'array', items: { ...text, enum: values } };
    const errors = findErrors(checking(spec, Array(10_000).fill('w')));
    expect(errors).toHaveLength(10_000);
    const { message, details } = invalidObject('example.com', 'Widget', 'w', errors);
    const listed = values.map((value) => `"${value}"`).join(', ');
    const first = `Unsupported value: "w": supported values: ${listed}`;
    expect(details?.causes).toEqual([
      { reason: 'FieldValueNotSupported', field: 'spec[0]', message: first },
    ]);
    expect(message).toBe(`Widget.example.com "w" is invalid: [spec[0]: ${first}, and 9999 more]`);
  });

  test('5,000 rules that a text of a megabyte breaks are 5,001 errors, and one of them is printed', () => {
    const value = 'x'.repeat(1_000_000);
    const spec = { ...text, allOf: numbers(5000).map((n) => ({ pattern: `^y${n}` })) };
    const errors = findErrors(checking(spec, value));
    expect(errors).toHaveLength(5001);
    expect(invalidObject('example.com', 'Widget', 'w', errors).message).toBe(
      `Widget.example.com "w" is invalid: [spec: Invalid value: "${value}": spec in body should match '^y0', and 5000 more]`,
    );
  });

  test('the same rule in two alternatives is one error for a value', () => {
    const one = { type: 'object', enum: [{ a: 1 }, { b: 2 }] };
    const spec = { ...object, allOf: [{ enum: one.enum }, { enum: [...one.enum] }] };
    const found = findErrors(checking(spec, { a: 2 }));
    expect(found.map(({ message }) => message)).toEqual([
      'Unsupported value: map[string]interface {}{"a":2}: supported values: "{\\"a\\":1}", "{\\"b\\":2}"',
      'Invalid value: "": "spec" must validate all the schemas (allOf). None validated',
    ]);
  });

  test('values of an enum are found whatever the order of their fields', () => {
    const spec = { ...object, enum: [{ a: { b: 1, c: [null] } }, 'x', '{}', 1, null] };
    for (const value of [{ a: { c: [null], b: 1 } }]) {
      expect(findErrors(checking(spec, value))).toEqual([]);
    }
    for (const value of [{}, { a: { b: 1 } }, { a: { b: 1, c: [0] } }]) {
      expect(findErrors(checking(spec, value))).toHaveLength(1);
    }
  });

  test('once there are 10,000, the other items need not be checked', () => {
    const required = numbers(5000).map((n) => `field-${n}`);
    const spec = { type: 'array', items: { ...object, required } };
    expect(findErrors(checking(spec, Array(300_000).fill({})))).toHaveLength(10_000);
  });
});

describe('others do not wait for the checks of', () => {
  test.each<[string, JSONSchemaProps, unknown, number]>([
    ['a map of 20,000 fields', { ...object, additionalProperties: text }, numbered(20_000), 50],
    ['5,000 alternatives', { ...text, anyOf: lengths(5000) }, 'x', 4],
    ['5,000 rules for a long text', { ...text, allOf: lengths(5000) }, 'x'.repeat(1e6), 2000],
    [
      'texts of a list that are long',
      { type: 'array', items: { ...text, maxLength: 9 } },
      Array(200).fill('x'.repeat(20_000)),
      3,
    ],
    [
      '5,000 items with 300 alternatives each',
      { type: 'array', items: { ...text, oneOf: lengths(300) } },
      Array(5000).fill('x'),
      1000,
    ],
  ])('%s', (_, spec, value, least) => {
    expect(partsOf(spec, value)).toBeGreaterThan(least);
  });
});

test('characters of a text are counted as Go counts them', () => {
  expect(findErrors(checking({ ...text, maxLength: 2 }, '😀😀'))).toEqual([]);
  expect(findErrors(checking({ ...text, maxLength: 2 }, '😀😀a'))).toHaveLength(1);
  expect(findErrors(checking({ ...text, minLength: 2 }, '😀'))).toHaveLength(1);
});

function lengths(count: number): readonly JSONSchemaProps[] {
  return numbers(count).map((n) => ({ minLength: 2_000_000 + n }));
}

function numbered(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(numbers(count).map((n) => [`k${n}`, 'x']));
}
