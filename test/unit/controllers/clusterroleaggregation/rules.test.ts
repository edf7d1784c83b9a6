import { describe, expect, it } from 'vitest';
import type { ClusterRole, LabelSelector, PolicyRule } from '#types';
import { collectedRules, collects } from '../../../../controllers/clusterroleaggregation/rules.ts';

const rule = (resource: string): PolicyRule => ({
  verbs: ['get'],
  apiGroups: [''],
  resources: [resource],
});

const roleOf = (
  name: string,
  labels: Readonly<Record<string, string>> | undefined,
  resources: readonly string[] | null,
  clusterRoleSelectors?: readonly LabelSelector[],
): ClusterRole =>
  ({
    metadata: { name, labels },
    rules: resources && resources.map(rule),
    ...(clusterRoleSelectors && { aggregationRule: { clusterRoleSelectors } }),
  }) as never;

const byA = { matchLabels: { a: 'b' } };
const byC = { matchExpressions: [{ key: 'c', operator: 'Exists' }] };

describe('collected rules', () => {
  const all = [
    roleOf('z', { a: 'b' }, ['pods', 'nodes']),
    roleOf('b', { a: 'b', c: '' }, ['nodes', 'secrets']),
    roleOf('c', { c: '' }, ['events']),
    roleOf('d', undefined, ['leases']),
    roleOf('e', { a: 'b' }, null),
  ];

  it.each<[what: string, selectors: readonly LabelSelector[], resources: readonly string[]]>([
    ['come in the order of names, each once', [byA], ['nodes', 'secrets', 'pods']],
    ['come selector by selector', [byC, byA], ['nodes', 'secrets', 'events', 'pods']],
    ['are all with an empty selector', [{}], ['nodes', 'secrets', 'events', 'leases', 'pods']],
    ['are none without selectors', [], []],
  ])('%s', (_, selectors, resources) => {
    const own = roleOf('x', { a: 'b' }, ['deployments'], selectors);
    expect(collectedRules(own, [...all, own])).toEqual(resources.map(rule));
  });
});

describe('a role', () => {
  it.each<[selectors: readonly LabelSelector[] | undefined, labels: object, does: boolean]>([
    [[byA], { a: 'b' }, true],
    [[byA, byC], { c: 'd' }, true],
    [[byA], { a: 'c' }, false],
    [undefined, {}, false],
  ])('with %j collects one with %j: %s', (selectors, labels, does) => {
    const role = roleOf('x', undefined, [], selectors);
    expect(collects(role, roleOf('y', labels as never, []))).toBe(does);
  });
});
