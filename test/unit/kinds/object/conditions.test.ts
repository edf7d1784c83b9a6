/** Conditions in status: their checks in newer kinds, and how they are set. */
import { describe, expect, it } from 'vitest';
import { defaultTransitionTimes, getCondition, setCondition } from '#kinds';
import {
  defaultCondition,
  validateConditions,
} from '../../../../src/kinds/object/validate-conditions.ts';
import type { FieldError } from '../../../../src/values/errors/field-errors.ts';
import type { Condition } from '../../../../src/types/meta-v1.ts';

const good: Condition = {
  ...{ type: 'Ready', status: 'True', reason: 'AsExpected', message: '' },
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

function errorsOf(...conditions: readonly object[]): readonly string[] {
  const errors: FieldError[] = [];
  validateConditions(errors, conditions as Condition[], 'c');
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

describe('a condition', () => {
  it.each([
    {},
    { status: 'False' },
    { status: 'Unknown' },
    { observedGeneration: 0 },
    { observedGeneration: 1 },
    { reason: 'x'.repeat(1024) },
    { reason: 'A,b:c_9' },
    { message: 'x'.repeat(32 * 1024) },
    { type: 'example.com/Ready' },
  ])('with %j is valid', (more) => {
    expect(errorsOf({ ...good, ...more })).toEqual([]);
  });

  it.each<[object, string]>([
    [{ type: '' }, 'c[0].type: Invalid value: "": name part must be non-empty'],
    [
      { status: 'true' },
      'c[0].status: Unsupported value: "true": supported values: "False", "True", "Unknown"',
    ],
    [
      { observedGeneration: -1 },
      'c[0].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
    ],
    [{ lastTransitionTime: null }, 'c[0].lastTransitionTime: Required value: must be set'],
    [{ reason: '' }, 'c[0].reason: Required value: must be set'],
    [
      { reason: '9' },
      'c[0].reason: Invalid value: "9": a condition reason must start with alphabetic',
    ],
    [{ reason: 'x'.repeat(1025) }, 'c[0].reason: Too long: must have at most 1024 bytes'],
    [{ message: 'ü'.repeat(16_385) }, 'c[0].message: Too long: must have at most 32768 bytes'],
  ])('with %j is not', (more, error) => {
    const [found] = errorsOf({ ...good, ...more });
    expect(found).toContain(error);
  });

  it('is the only one of its type', () => {
    const other = { ...good, type: 'Other' };
    expect(errorsOf(good, other, good)).toEqual(['c[2].type: Duplicate value: "Ready"']);
    expect(errorsOf()).toEqual([]);
    const none: FieldError[] = [];
    validateConditions(none, undefined, 'c');
    expect(none).toEqual([]);
  });

  it('is printed with all its fields', () => {
    expect(defaultCondition({ type: 'a', status: 'True' } as Condition)).toEqual({
      ...{ type: 'a', status: 'True', lastTransitionTime: null, reason: '', message: '' },
    });
    expect(defaultCondition(good)).toBe(good);
  });
});

describe('conditions', () => {
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: '1' };
  const other = { type: 'Other', status: 'False', lastTransitionTime: null };

  it.each<[string, readonly object[] | undefined, object, readonly object[]]>([
    [
      'the first',
      undefined,
      { type: 'Ready', status: 'True' },
      [{ ...ready, lastTransitionTime: '9' }],
    ],
    [
      'another one',
      [ready],
      { type: 'Other', status: 'True' },
      [ready, { type: 'Other', status: 'True', lastTransitionTime: '9' }],
    ],
    [
      'one of another status',
      [ready, other],
      { type: 'Ready', status: 'False' },
      [{ type: 'Ready', status: 'False', lastTransitionTime: '9' }, other],
    ],
    [
      'one with another text',
      [other, ready],
      { type: 'Ready', status: 'True', reason: 'x' },
      [other, { ...ready, reason: 'x' }],
    ],
    [
      'one that had no time',
      [other],
      { type: 'Other', status: 'False' },
      [{ ...other, lastTransitionTime: '9' }],
    ],
  ])('get %s', (_, before, condition, after) => {
    expect(setCondition(before as never, condition as never, '9')).toEqual(after);
  });

  it('stay the same list when nothing changes', () => {
    const list = [other, ready];
    expect(setCondition(list, { ...ready, lastTransitionTime: 'x' }, '9')).toBe(list);
    expect([
      getCondition(list, 'Ready'),
      getCondition(list, 'x'),
      getCondition(undefined, 'x'),
    ]).toEqual([...[ready, undefined, undefined]]);
  });

  it('are printed with null for times that they do not have', () => {
    const status = { conditions: [{ type: 'a' }, ready] };
    expect(defaultTransitionTimes(status)).toEqual({
      conditions: [{ type: 'a', lastTransitionTime: null }, ready],
    });
    expect(defaultTransitionTimes(status, { lastProbeTime: null }).conditions[0]).toEqual({
      ...{ type: 'a', lastProbeTime: null },
    });
  });
});
