import { describe, expect, it } from 'vitest';
import type { SeenRequest } from '#kit';
import { grantsIn, misgrants } from '../../../src/grade/rules/grants.ts';

const setup = (rules: string, subject = 'ServiceAccount'): string => `
kind: ClusterRole
metadata: { name: own }
rules: ${rules}
---
kind: ClusterRole
metadata: { name: for-people }
rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
---
kind: ClusterRoleBinding
metadata: { name: own }
roleRef: { kind: ClusterRole, name: own }
subjects: [{ kind: ${subject}, name: own }]
`;
const pods = "{ apiGroups: [''], resources: [pods, pods/status], verbs: [list, patch] }";

const asked = (verb: string, resource: string, subresource = ''): SeenRequest =>
  ({ isResource: true, verb, resource, subresource }) as SeenRequest;
const all = [
  asked('list', 'pods'),
  asked('patch', 'pods'),
  asked('list', 'pods', 'status'),
  asked('patch', 'pods', 'status'),
];

describe('the roles of a setup', () => {
  it('count where they are bound to a service account', () => {
    expect(grantsIn([setup(`[${pods}]`)])).toEqual([
      { apiGroups: [''], resources: ['pods', 'pods/status'], verbs: ['list', 'patch'] },
    ]);
    expect(grantsIn([setup(`[${pods}]`, 'User')])).toEqual([]);
    expect(grantsIn([setup("[{ nonResourceURLs: [/metrics], verbs: ['*'] }]")])).toEqual([]);
    expect(grantsIn([])).toEqual([]);
  });

  it.each<[string, 'narrow' | 'used' | 'enough', string, SeenRequest[], string[]]>([
    ['narrow ones', 'narrow', pods, [], []],
    [
      'wide ones',
      'narrow',
      "{ apiGroups: [apps], resources: ['*'], verbs: [get] }",
      [],
      ['get of * in apps'],
    ],
    ['all used', 'used', pods, all, []],
    ['a part that is not written', 'used', pods, all.slice(0, 3), ['no write of pods/status']],
    ['a resource that is not read', 'used', pods, all.slice(1), ['no read of pods']],
    [
      'what may only be written',
      'used',
      "{ apiGroups: [''], resources: [pods], verbs: [create] }",
      [],
      ['no write of pods'],
    ],
    [
      'what may only be read',
      'used',
      '{ apiGroups: [apps], resources: [deployments], verbs: [watch] }',
      [],
      ['no read of deployments in apps'],
    ],
    ['enough', 'enough', pods, all, []],
    [
      'another verb',
      'enough',
      pods,
      [asked('delete', 'pods'), asked('delete', 'pods')],
      ['delete of pods'],
    ],
    [
      'another group',
      'enough',
      pods,
      [asked('list', 'pods.metrics.k8s.io')],
      ['list of pods.metrics.k8s.io'],
    ],
    [
      'all by *',
      'enough',
      "{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }",
      [asked('list', 'pods.metrics.k8s.io')],
      [],
    ],
  ])('%s', (_, are, rules, requests, found) => {
    expect(misgrants(are, grantsIn([setup(`[${rules}]`)]), requests)).toEqual(found);
  });
});
