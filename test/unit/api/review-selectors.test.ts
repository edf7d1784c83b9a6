/** Selectors of reviews of access, as ValidateResourceAttributes and BuildEvaluationError of Kubernetes treat them. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { selectorErrors, selectorFaults } from '../../../src/api/reviews/review-selectors.ts';

const at = 'spec.resourceAttributes';
const needs = "must be specified when `operator` is 'In' or 'NotIn'";
const refuses = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

const requirement = (operator: string, values?: readonly string[], key = 'a') => ({
  requirements: [{ key, operator, values }],
});

describe('the field selector of a review', () => {
  const errorsOf = (fieldSelector: object): readonly string[] =>
    selectorErrors({ fieldSelector } as never, profileOf(34)).map(
      ({ field, message }) => `${field.slice(at.length + '.fieldSelector'.length)}: ${message}`,
    );

  it.each<[selector: object, errors: readonly string[]]>([
    [{ rawSelector: 'a=b' }, []],
    [
      {},
      [
        `.requirements: Required value: when ${at}.fieldSelector is specified, requirements or rawSelector is required`,
      ],
    ],
    [
      { rawSelector: 'a=b', ...requirement('In', ['b']) },
      ['.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements'],
    ],
    [requirement('In', ['b']), []],
    [requirement('NotIn', ['b', 'c']), []],
    [requirement('Exists'), []],
    [requirement('DoesNotExist', []), []],
    [requirement('In'), [`.requirements[0].values: Required value: ${needs}`]],
    [requirement('NotIn', []), [`.requirements[0].values: Required value: ${needs}`]],
    [requirement('Exists', ['b']), [`.requirements[0].values: Forbidden: ${refuses}`]],
    [requirement('DoesNotExist', ['b']), [`.requirements[0].values: Forbidden: ${refuses}`]],
    [requirement('Newer', ['b']), []],
    [requirement('Newer'), []],
    [requirement('Exists', [], ''), ['.requirements[0].key: Required value: must be specified']],
    [requirement('Exists', [], 'no label'), []],
  ])('%j is refused with %j', (selector, errors) => {
    expect(errorsOf(selector)).toEqual(errors);
  });
});

describe('the label selector of a review', () => {
  const errorsOf = (labelSelector: object): readonly string[] =>
    selectorErrors({ labelSelector } as never, profileOf(34)).map(({ field }) =>
      field.slice(at.length + '.labelSelector'.length),
    );

  it.each<[selector: object, fields: readonly string[]]>([
    [{ rawSelector: 'a' }, []],
    [{}, ['.requirements']],
    [requirement('In', ['b']), []],
    [requirement('In'), ['.requirements[0].values']],
    [requirement('DoesNotExist', ['b']), ['.requirements[0].values']],
    [requirement('Exists', undefined, 'no label'), ['.requirements[0].key']],
    [requirement('In', ['b', 'no value']), ['.requirements[0].values[1]']],
    [
      { requirements: [{ operator: 'In' }, { key: 'a', operator: 'Exists' }, { operator: '' }] },
      ['.requirements[0].values', '.requirements[0].key', '.requirements[2].key'],
    ],
  ])('%j is refused for %j', (selector, fields) => {
    expect([...new Set(errorsOf(selector))]).toEqual(fields);
  });
});

it('a review without selectors has nothing wrong with them', () => {
  expect(selectorErrors(undefined, profileOf(34))).toHaveLength(0);
  expect(selectorErrors({ verb: 'list' }, profileOf(34))).toHaveLength(0);
  expect(selectorFaults(undefined)).toBe('');
});

describe('what of a selector does not count for the decision is said', () => {
  const all = 'ignored due to parse error';
  const some = `partially ${all}`;
  const both = (...operators: readonly string[]) => ({
    requirements: operators.map((operator) => ({ key: 'a', operator, values: ['b'] })),
  });

  it.each<[name: 'fieldSelector' | 'labelSelector', selector: object, fault: string]>([
    ['fieldSelector', { rawSelector: 'a=b' }, ''],
    ['fieldSelector', { rawSelector: 'a' }, all],
    ['labelSelector', { rawSelector: 'a' }, ''],
    ['labelSelector', { rawSelector: 'a in' }, all],
    ['fieldSelector', both('In'), ''],
    ['fieldSelector', both('NotIn'), ''],
    ['fieldSelector', requirement('In', ['b', 'c']), all],
    ['fieldSelector', requirement('In'), all],
    ['fieldSelector', requirement('Exists'), all],
    ['fieldSelector', both('In', 'Newer'), some],
    ['labelSelector', requirement('In', ['b', 'c']), ''],
    ['labelSelector', requirement('NotIn', ['b', 'c']), ''],
    ['labelSelector', requirement('Exists'), ''],
    ['labelSelector', requirement('DoesNotExist'), ''],
    ['labelSelector', both('Newer'), all],
    ['labelSelector', both('Newer', 'In', 'Newer'), some],
  ])('%s %j: %s', (name, selector, fault) => {
    const said = selectorFaults({ [name]: selector } as never);
    expect(said).toBe(fault && `${at}.${name} ${fault}`);
  });

  it('of both selectors together', () => {
    const faulty = { fieldSelector: both('Newer'), labelSelector: both('In', 'Newer') };
    expect(selectorFaults(faulty as never)).toBe(
      `${at}.fieldSelector ${all}; ${at}.labelSelector ${some}`,
    );
  });
});
