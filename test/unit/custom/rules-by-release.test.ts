/** What rules in CEL say, and which values may stay as they are, in releases around the changes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { customKinds, loadCel } from '#custom';
import { profileOf } from '#kinds';
import type { JSONSchemaProps } from '#types';
import { widgets } from '../../support/custom.ts';
import { required } from '#values';
import { findErrors } from '../../../src/values/errors/field-errors.ts';

beforeAll(loadCel);

const spec: JSONSchemaProps = {
  type: 'object',
  properties: {
    n: {
      type: 'integer',
      maximum: 9,
      'x-kubernetes-validations': [{ rule: 'self > 0', message: ' positive ' }],
    },
    text: { type: 'string', maxLength: 3 },
  },
  'x-kubernetes-validations': [
    { rule: 'has(self.text)', fieldPath: '.text', reason: 'FieldValueRequired', message: 'text' },
    { rule: 'self.n < 5', messageExpression: '"n is " + string(self.n)' },
  ],
};

/** What a server of a minor says against an object; `old` is the object before. */
function refusals(minor: number, given: object, old?: object, schema = spec): readonly string[] {
  const profile = profileOf(minor);
  const [kind] = customKinds(widgets(schema), profile);
  const objectOf = (part: object) =>
    kind!.custom!.decode({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'a' },
      spec: part,
    });
  const context = { now: 0, profile };
  return findErrors((errors) => {
    if (old === undefined) kind!.rules.validate!(errors, objectOf(given), context);
    else kind!.rules.validateUpdate!(errors, objectOf(given), objectOf(old), context);
  }).map(({ field, message }) => `${field}: ${message}`);
}

describe('rules of a release', () => {
  it('show the type of the value before 1.35, then the value or nothing', () => {
    expect(refusals(34, { n: 7, text: 'x' })).toEqual(['spec: Invalid value: "object": n is 7']);
    expect(refusals(35, { n: 7, text: 'x' })).toEqual(['spec: Invalid value: n is 7']);
    expect(refusals(35, { n: 0, text: 'x' })).toEqual(['spec.n: Invalid value: 0: positive']);
  });

  it('are not evaluated where the metadata lack what they need', () => {
    const profile = profileOf(30);
    const [kind] = customKinds(widgets(spec), profile);
    const named = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: {}, spec: { n: 7 } };
    const errors = findErrors((found) => {
      found.push(required('metadata.name', 'name or generateName is required'));
      kind!.rules.validate!(found, kind!.custom!.decode(named), { now: 0, profile });
    });
    const [, ...others] = errors.map(({ message }) => message);
    expect(others).toEqual([expect.stringContaining('some validation rules were not checked')]);
  });

  it('keep the field of one rule for those after it before 1.30', () => {
    const [required, other] = refusals(29, { n: 7 });
    expect(required).toBe('spec.text: Required value: text');
    expect(other).toBe('spec.text: Invalid value: "object": n is 7');
    expect(refusals(30, { n: 7 })[1]).toBe('spec: Invalid value: "object": n is 7');
  });

  it('leave values alone from 1.30 on that break them unchanged', () => {
    const old = { n: 11, text: 'x' };
    expect(refusals(29, { ...old, text: 'y' }, old)).toHaveLength(2);
    expect(refusals(30, { ...old, text: 'y' }, old)).toEqual([
      'spec: Invalid value: "object": n is 11',
    ]);
    expect(refusals(30, { n: 12, text: 'x' }, old)).toHaveLength(2);
    expect(refusals(30, old, old)).toEqual([]);
  });

  it('write fields that are called as words of the language as they are from 1.32 on', () => {
    const named = (rule: string): JSONSchemaProps => ({
      type: 'object',
      properties: { namespace: { type: 'string', maxLength: 9 }, n: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule, message: 'bad' }],
    });
    const plain = named("!has(self.namespace) || self.namespace == 'a'");
    expect(refusals(31, { namespace: 'b' }, undefined, plain)[0]).toContain("'namespace'");
    expect(refusals(32, { namespace: 'b' }, undefined, plain)).toEqual([
      'spec: Invalid value: "object": bad',
    ]);
    expect(refusals(32, { namespace: 'a' }, undefined, plain)).toEqual([]);
    expect(refusals(32, { n: 1 }, undefined, plain)).toEqual([]);
    const escaped = named("self.__namespace__ == 'a'");
    expect(refusals(31, { namespace: 'a' }, undefined, escaped)).toEqual([]);
    expect(refusals(37, { namespace: 'a' }, undefined, escaped)).toEqual([]);
  });

  it('come after texts that are too long, in bytes from 1.32 on', () => {
    const [before] = refusals(31, { n: 1, text: 'long' });
    expect(before).toBe('spec.text: Too long: may not be longer than 3');
    const [since] = refusals(32, { n: 1, text: 'long' });
    expect(since).toBe('spec.text: Too long: may not be more than 3 bytes');
  });

  it('trim their messages from 1.27 on', () => {
    const [before] = refusals(26, { n: 0, text: 'x' });
    expect(before).toBe('spec.n: Invalid value: "integer":  positive ');
    expect(refusals(27, { n: 0, text: 'x' })[0]).toBe('spec.n: Invalid value: "integer": positive');
  });
});
