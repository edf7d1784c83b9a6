/** Which pods the scopes of a quota select, and the words of verdicts. */
import { describe, expect, it } from 'vitest';
import { defaultProfile, judgeQuotas, quotaEvaluatorOf, type QuotaState } from '#kinds';
import type { KubeObject } from '#values';
import { isPodInScope, scopesOf, showScope } from '../../../../../src/kinds/core/quota/scopes.ts';

const pods = quotaEvaluatorOf({ group: '', plural: 'pods' }, defaultProfile)!;

const podOf = (spec: object): KubeObject =>
  ({
    metadata: { name: 'x' },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  }) as never;
const withRequests = (requests: object): object => ({
  containers: [{ name: 'c', image: 'i', resources: { requests } }],
});
const antiAffinity = (kind: string, term: object): object => ({
  affinity: {
    podAntiAffinity: { [`${kind}DuringSchedulingIgnoredDuringExecution`]: [term] },
  },
});
const affinity = (kind: string, term: object): object => ({
  affinity: { podAffinity: { [`${kind}DuringSchedulingIgnoredDuringExecution`]: [term] } },
});

describe('a scope', () => {
  const cross = 'CrossNamespacePodAffinity';
  it.each<[scopeName: string, spec: object, isIn: boolean]>([
    ['Terminating', {}, false],
    ['Terminating', { activeDeadlineSeconds: null }, false],
    ['Terminating', { activeDeadlineSeconds: -1 }, false],
    ['Terminating', { activeDeadlineSeconds: 0 }, true],
    ['NotTerminating', { activeDeadlineSeconds: 0 }, false],
    ['NotTerminating', { activeDeadlineSeconds: -1 }, true],
    ['NotTerminating', {}, true],
    ['BestEffort', {}, true],
    ['BestEffort', withRequests({ cpu: '1' }), false],
    ['NotBestEffort', {}, false],
    ['NotBestEffort', withRequests({ cpu: '1' }), true],
    ['PriorityClass', {}, false],
    ['PriorityClass', { priorityClassName: 'high' }, true],
    [cross, {}, false],
    [cross, affinity('required', {}), false],
    [cross, affinity('required', { namespaces: [] }), false],
    [cross, affinity('required', { namespaces: ['a'] }), true],
    [cross, affinity('required', { namespaceSelector: {} }), true],
    [cross, affinity('required', { namespaceSelector: null }), false],
    [cross, affinity('preferred', { podAffinityTerm: { namespaces: ['a'] } }), true],
    [cross, antiAffinity('required', { namespaces: ['a'] }), true],
    [cross, antiAffinity('preferred', { podAffinityTerm: { namespaceSelector: {} } }), true],
    [cross, antiAffinity('preferred', { podAffinityTerm: {} }), false],
    ['Unknown', { priorityClassName: 'high' }, false],
  ])('%s of a pod with %j: %s', (scopeName, spec, isIn) => {
    const requirement = { scopeName, operator: 'Exists' };
    expect(isPodInScope(requirement, podOf(spec) as never)).toBe(isIn);
  });

  it.each<[operator: string | undefined, values: readonly string[], selected: readonly string[]]>([
    ['Exists', [], ['high', 'low']],
    ['DoesNotExist', [], ['']],
    ['In', ['high'], ['high']],
    ['In', ['high', 'low'], ['high', 'low']],
    ['NotIn', ['high'], ['', 'low']],
  ])('of priority classes %s %j selects %j', (operator, values, selected) => {
    const requirement = { scopeName: 'PriorityClass', operator: operator!, values };
    const found = ['', 'high', 'low'].filter((priorityClassName) =>
      isPodInScope(requirement, podOf({ priorityClassName }) as never),
    );
    expect(found).toEqual(selected);
  });

  it.each([
    ['Gt', 'failed to parse and convert selector: "Gt" is not a valid scope selector operator'],
    ['', 'failed to parse and convert selector: "" is not a valid scope selector operator'],
  ])('of priority classes has no operator %j', (operator, why) => {
    const requirement = { scopeName: 'PriorityClass', operator };
    expect(() => isPodInScope(requirement, podOf({}) as never)).toThrow(new Error(why));
  });

  it('is plain or in a selector; a plain one has to exist', () => {
    const matchExpressions = [{ scopeName: 'PriorityClass', operator: 'In', values: ['a', 'b'] }];
    const spec = { scopes: ['BestEffort'], scopeSelector: { matchExpressions } } as never;
    expect(scopesOf(spec)).toEqual([
      { scopeName: 'BestEffort', operator: 'Exists' },
      ...matchExpressions,
    ]);
    expect([scopesOf(undefined), scopesOf({})]).toEqual([[], []]);
    expect(scopesOf(spec).map(showScope)).toEqual([
      '{BestEffort Exists []}',
      '{PriorityClass In [a b]}',
    ]);
  });
});

describe('a verdict', () => {
  const quotaOf = (name: string, hard: object, used: object): QuotaState =>
    ({ metadata: { name }, spec: { hard }, status: { hard, used } }) as never;
  const pod = podOf(withRequests({ cpu: '2', memory: '1Gi' }));
  const judge = (...quotas: readonly QuotaState[]) =>
    judgeQuotas(quotas, pods, { object: pod, now: 0 });

  it.each<[what: string, quotas: readonly QuotaState[], why: string]>([
    [
      'about what is exceeded only',
      [
        quotaOf(
          'q',
          { 'requests.cpu': '3', 'requests.memory': '1Gi', pods: '1' },
          { 'requests.cpu': '1500m', 'requests.memory': '0', pods: '1' },
        ),
      ],
      'exceeded quota: q, requested: pods=1,requests.cpu=2, used: pods=1,requests.cpu=1500m, limited: pods=1,requests.cpu=3',
    ],
    [
      'of the first quota that rejects it',
      [
        quotaOf('a', { pods: '2' }, { pods: '1' }),
        quotaOf('b', { pods: '1' }, { pods: '1' }),
        quotaOf('c', { pods: '0' }, { pods: '1' }),
      ],
      'exceeded quota: b, requested: pods=1, used: pods=1, limited: pods=1',
    ],
    [
      'about amounts that the status lacks',
      [quotaOf('q', { pods: '1', 'count/pods': '1', services: '1' }, { pods: '0' })],
      'status unknown for quota: q, resources: count/pods,pods',
    ],
    [
      'about amounts that the pod lacks',
      [quotaOf('q', { 'limits.cpu': '1' }, {})],
      'failed quota: q: must specify limits.cpu for: c',
    ],
  ])('%s', (_, quotas, why) => {
    expect(judge(...quotas)).toEqual({ allowed: false, why });
  });

  it('charges each quota for what it is about, up to its limit', () => {
    const first = quotaOf(
      'a',
      { 'requests.cpu': '3', pods: '1' },
      { 'requests.cpu': '1', pods: '0' },
    );
    const second = quotaOf('b', { 'count/pods': '5' }, { 'count/pods': '2' });
    expect(judge(first, second)).toEqual({
      allowed: true,
      charges: [
        {
          quota: first,
          taken: { 'requests.cpu': '2', pods: '1' },
          used: { 'requests.cpu': '3', pods: '1' },
        },
        { quota: second, taken: { 'count/pods': '1' }, used: { 'count/pods': '3' } },
      ],
    });
  });
});
