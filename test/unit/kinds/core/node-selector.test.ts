/** Which nodes pods may ask for, and what is wrong with that. */
import { describe, expect, it } from 'vitest';
import {
  validateNodeAffinity,
  validateNodeSelector,
} from '../../../../src/kinds/core/node/validate-node-selector.ts';
import { messages, texts } from '../samples.ts';

const bySelector = (selector: object): readonly string[] =>
  texts((errors) => validateNodeSelector(errors, selector as never, 'n'));
const at = 'n.nodeSelectorTerms[0]';
const operator = 'not a valid selector operator';

describe('an expression', () => {
  const values = `${at}.matchExpressions[0].values`;
  const needs = `${values}: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`;
  const takesNone = `${values}: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`;
  const single = `${values}: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`;
  it.each<[operator: string | undefined, values: readonly string[] | undefined, error?: string]>([
    ['In', ['a']],
    ['In', [], needs],
    ['In', undefined, needs],
    ['NotIn', ['a', 'b']],
    ['NotIn', [], needs],
    ['Exists', undefined],
    ['Exists', ['a'], takesNone],
    ['DoesNotExist', []],
    ['DoesNotExist', ['a'], takesNone],
    ['Gt', ['1']],
    ['Gt', [], single],
    ['Lt', ['1']],
    ['Lt', ['1', '2'], single],
    ['Odd', ['a'], `${at}.matchExpressions[0].operator: Invalid value: "Odd": ${operator}`],
    [undefined, [], `${at}.matchExpressions[0].operator: Invalid value: "": ${operator}`],
  ])('with %s of %j', (name, list, error) => {
    const matchExpressions = [{ key: 'k', operator: name, values: list }];
    const found = bySelector({ nodeSelectorTerms: [{ matchExpressions }] });
    expect(found).toEqual(error === undefined ? [] : [error]);
  });

  it('has the key of a label', () => {
    const [error = ''] = bySelector({
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'a b', operator: 'Exists' }] }],
    });
    expect(error).toBe(`${at}.matchExpressions[0].key: Invalid value: "a b": ${messages.name}`);
    const empty = { nodeSelectorTerms: [{ matchExpressions: [{ operator: 'Exists' }] }] };
    expect(bySelector(empty).join()).toContain('matchExpressions[0].key: Invalid value: ""');
  });
});

describe('a field', () => {
  const one = (more: object): readonly string[] => {
    const usual = { key: 'metadata.name', operator: 'In', values: ['a'] };
    return bySelector({ nodeSelectorTerms: [{ matchFields: [{ ...usual, ...more }] }] }).map(
      (text) => text.replace(`${at}.matchFields[0].`, ''),
    );
  };
  const only =
    "values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  it.each<[more: object, ...errors: string[]]>([
    [{}],
    [{ operator: 'NotIn' }],
    [{ values: [] }, only],
    [{ values: undefined, operator: 'NotIn' }, only],
    [{ values: ['a', 'B'] }, only, `values[1]: Invalid value: "B": ${messages.subdomain}`],
    [{ operator: 'Exists' }, `operator: Invalid value: "Exists": ${operator}`],
    [{ operator: undefined }, `operator: Invalid value: "": ${operator}`],
    [
      { key: 'metadata.uid', values: ['B'] },
      'key: Invalid value: "metadata.uid": not a valid field selector key',
    ],
    [{ key: undefined }, 'key: Invalid value: "": not a valid field selector key'],
  ])('%j', (more, ...errors) => {
    expect(one(more)).toEqual(errors);
  });
});

describe('an affinity', () => {
  const byAffinity = (affinity: object | undefined): readonly string[] =>
    texts((errors) => validateNodeAffinity(errors, affinity, 'a'));
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const odd = { matchExpressions: [{ key: 'k', operator: 'Odd' }] };

  it.each<[affinity: object | undefined, ...errors: string[]]>([
    [undefined],
    [{}],
    [{ [required]: { nodeSelectorTerms: [{}] } }],
    [
      { [required]: {} },
      `a.${required}.nodeSelectorTerms: Required value: must have at least one node selector term`,
    ],
    [
      { [required]: { nodeSelectorTerms: [{}, odd] } },
      `a.${required}.nodeSelectorTerms[1].matchExpressions[0].operator: Invalid value: "Odd": ${operator}`,
    ],
    [{ [preferred]: [1, 100].map((weight) => ({ weight, preference: {} })) }],
    ...[0, 101, -1].map((weight): [object, string] => [
      { [preferred]: [{ weight: 5 }, { weight, preference: {} }] },
      `a.${preferred}[1].weight: Invalid value: ${weight}: must be in the range 1-100`,
    ]),
    [
      { [preferred]: [{}] },
      `a.${preferred}[0].weight: Invalid value: 0: must be in the range 1-100`,
    ],
    [
      { [preferred]: [{ weight: 1, preference: odd }] },
      `a.${preferred}[0].preference.matchExpressions[0].operator: Invalid value: "Odd": ${operator}`,
    ],
  ])('%j', (affinity, ...errors) => {
    expect(byAffinity(affinity)).toEqual(errors);
  });
});
