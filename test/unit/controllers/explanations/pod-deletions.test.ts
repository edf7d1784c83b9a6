/** Why a pod was deleted by what made it, or by a client. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { KubeObject } from '#values';
import type { Node, Pod } from '#types';
import { makeJob, podOf, type PodParts } from '../job/jobs.ts';
import { makeNode, makePod } from '../objects.ts';
import { deletionSaid, saidOf, type Moment } from './account.ts';
import { labels, now, ownedBy } from './explained.ts';

const end = '2026-11-20T21:00:30Z';

const deleted = (pod: Pod, others: readonly KubeObject[], more: object = {}): Moment => {
  const written = { ...pod, metadata: { ...pod.metadata, deletionTimestamp: end } };
  return { object: pod, written, objects: [pod, ...others], now, key: 'default/work', ...more };
};

describe('a pod that its Job deletes', () => {
  const running: PodParts = { phase: 'Running' };
  const good: PodParts = { phase: 'Succeeded' };
  const whyDeleted = (spec: object, pods: readonly PodParts[]): readonly string[] => {
    const job = makeJob({ selector: { matchLabels: labels }, ...spec });
    const [first, ...others] = pods.map((parts, i): Pod => {
      const pod = podOf(parts, 'abc'[i]);
      return { ...pod, metadata: { ...pod.metadata, ...ownedBy(job), uid: `uid-${i}`, labels } };
    });
    const { value, rule, terms } = deletionSaid('job', deleted(first!, [job, ...others]));
    expect(value).toBe(end);
    expect(rule).toBe('is the end of its grace period: its Job needs it no longer');
    return terms;
  };
  const asks = (n: number, text: string): string =>
    `+ Job default/work ${n}: it asks for ${n} active pods: ${text}`;
  const present = (n: number): string => `+ active pods ${n}: when the pass began`;

  it.each<[string, object, readonly PodParts[], readonly string[]]>([
    ['it is suspended', { suspend: true }, [running], ['+ Job default/work: it is suspended']],
    [
      'it has failed',
      { completions: 1, backoffLimit: 0 },
      [running, { phase: 'Failed' }],
      ['+ Job default/work: it has failed: Job has reached the specified backoff limit'],
    ],
    ['fewer at a time', {}, [running, running], [asks(1, 'parallelism is 1'), present(2)]],
    [
      'fewer are left to do',
      { parallelism: 3, completions: 2 },
      [running, running, good],
      [asks(1, 'parallelism is 3; 1 of 2 have succeeded'), present(2)],
    ],
    [
      'the index',
      { parallelism: 3, completions: 2, completionMode: 'Indexed' },
      [{ phase: 'Running', index: 4 }],
      [
        ...[asks(2, 'parallelism is 3; 0 of 2 have succeeded'), present(1)],
        '+ index 4: it is out of range',
      ],
    ],
    [
      'an index in range',
      { parallelism: 0, completions: 2, completionMode: 'Indexed' },
      [{ phase: 'Running', index: 1 }],
      [asks(0, 'parallelism is 0; 0 of 2 have succeeded'), present(1)],
    ],
  ])('goes for a reason: %s', (_, spec, pods, terms) => {
    expect(whyDeleted(spec, pods)).toEqual(terms);
  });

  it('has none to name once the Job is gone', () => {
    expect(deletionSaid('job', deleted(makePod('a'), [])).terms).toEqual([]);
  });
});

describe('a pod that its DaemonSet deletes', () => {
  const template = {
    metadata: { labels },
    spec: { containers: [], nodeSelector: { agent: 'yes' } },
  };
  const setWith = (rollingUpdate?: object): KubeObject =>
    ({
      ...{ apiVersion: 'apps/v1', kind: 'DaemonSet' },
      metadata: { name: 'work', namespace: 'default', uid: 'u', generation: 2 },
      spec: {
        ...{ selector: { matchLabels: labels }, template },
        ...(rollingUpdate && { updateStrategy: { type: 'RollingUpdate', rollingUpdate } }),
      },
      status: {},
    }) as unknown as KubeObject;
  const revisionOf = (set: KubeObject): KubeObject =>
    ({
      ...{ apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: 1 },
      metadata: {
        ...{ name: 'r', namespace: 'default', ...ownedBy(set) },
        labels: { 'controller-revision-hash': 'h' },
      },
      data: { spec: { template: { ...template, $patch: 'replace' } } },
    }) as unknown as KubeObject;
  const agent = { metadata: { labels: { agent: 'yes' } } };
  const tainted = { ...agent, spec: { taints: [{ key: 'x', effect: 'NoExecute' }] } } as const;
  const rolled = 'the pod has an older one: the rolling update replaces it, with maxUnavailable';

  it.each<[string, readonly Node[], string, string, object?, object?]>([
    ['+ Node n1: it is gone', [makeNode('n2', agent)], 'Running', 'h'],
    ['+ Node n1: node selector or affinity does not match', [makeNode('n1')], 'Running', 'h'],
    [
      '+ Node n1: taint x:NoExecute is not tolerated',
      [makeNode('n1', tainted)],
      ...(['Running', 'h'] as const),
    ],
    [
      '+ Node n1: the pod has failed, and another one takes its place',
      [makeNode('n1', agent)],
      ...(['Failed', 'h'] as const),
    ],
    [
      '+ Node n1: it has an older pod of the set, which stays',
      [makeNode('n1', agent)],
      ...(['Succeeded', 'h'] as const),
    ],
    [
      '+ Node n1: the pod has succeeded, and another one takes its place',
      [makeNode('n1', agent)],
      ...(['Succeeded', 'h', undefined, { profile: profileOf(37) }] as const),
    ],
    [
      '+ Node n1: it has an older pod of the set, which stays',
      [makeNode('n1', agent)],
      ...(['Running', 'h'] as const),
    ],
    [`+ template: ${rolled} 1 and maxSurge 0`, [makeNode('n1', agent)], 'Running', 'g'],
    [
      `+ template: ${rolled} 0 and maxSurge 20%`,
      [makeNode('n1', agent)],
      ...(['Running', 'g', { maxUnavailable: 0, maxSurge: '20%' }] as const),
    ],
  ])('goes for a reason: %s', (term, nodes, phase, hash, rollingUpdate, more) => {
    const set = setWith(rollingUpdate);
    const metadata = { ...ownedBy(set), labels: { ...labels, 'controller-revision-hash': hash } };
    const pod = { ...makePod('a', { nodeName: 'n1' }, metadata), status: { phase } } as Pod;
    const moment = deleted(pod, [set, revisionOf(set), ...nodes], more);
    expect(deletionSaid('daemonset', moment)).toEqual({
      value: end,
      rule: 'is the end of its grace period: its DaemonSet deleted it',
      terms: [term],
    });
  });
});

describe('a pod that its ReplicaSet deletes', () => {
  const set = {
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
    metadata: { name: 'work', namespace: 'default', uid: 'u' },
    spec: { replicas: 1, selector: { matchLabels: labels } },
    status: {},
  } as unknown as KubeObject;
  interface Traits {
    readonly node?: string;
    readonly phase?: string;
    readonly ready?: string;
    readonly restarts?: number;
    readonly created?: string;
    readonly cost?: string;
  }
  const podWith = (name: string, traits: Traits): Pod => {
    const { node = 'n1', phase = 'Running', restarts = 0, cost } = traits;
    const { ready, created = '2026-11-20T20:00:00Z' } = traits;
    const pod = makePod(
      name,
      { nodeName: node },
      {
        ...{ labels, creationTimestamp: created, ...ownedBy(set) },
        ...(cost && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
      },
    );
    const conditions = ready && [{ type: 'Ready', status: 'True', lastTransitionTime: ready }];
    const containerStatuses = [{ name: 'main', restartCount: restarts }];
    return { ...pod, status: { phase, containerStatuses, ...(ready && { conditions }) } } as never;
  };
  const about = 'is the end of its grace period: its ReplicaSet had more pods than it asks for';
  const whyDeleted = (a: Traits, b: Traits) => {
    const moment = deleted(podWith('a', a), [set, podWith('b', b)]);
    return saidOf('replicaset', 'metadata.deletionTimestamp', moment);
  };
  const [long, short] = [{ ready: '2026-11-20T20:10:00Z' }, { ready: '2026-11-20T20:59:50Z' }];

  it.each<[string, Traits, Traits]>([
    ['pods without a node', { node: '' }, {}],
    ['Pending pods, then Unknown ones', { phase: 'Pending' }, {}],
    ['Pending pods, then Unknown ones', { phase: 'Unknown' }, {}],
    ['pods that are not ready', {}, long],
    ['pods with the lower pod-deletion-cost', { cost: '-1' }, {}],
    ['pods that became ready later (by chance at about the same age)', short, long],
    ['pods with more restarts', { restarts: 2 }, { restarts: 1 }],
    ['newer pods (by chance at about the same age)', { created: '2026-11-20T20:59:50Z' }, {}],
  ])('is one of those that go first: %s', (rule, goes, stays) => {
    const head = [
      '+ ReplicaSet default/work 1: the pods that it asks for',
      '+ active pods 2: when the pass began',
    ];
    expect(whyDeleted(goes, stays)).toEqual({
      value: end,
      rule: `${about}, and this one was among the first to go`,
      terms: [
        ...head,
        `+ Pod default/a: it goes: ${rule} go first`,
        `- Pod default/b: it stays: ${rule} go first`,
      ],
    });
    const wrong = whyDeleted(stays, goes);
    expect(wrong.value).toBeUndefined();
    expect(wrong.terms.slice(2)).toEqual([
      `+ Pod default/b: it goes: ${rule} go first`,
      `- Pod default/a: it stays: ${rule} go first`,
    ]);
  });

  it('may be any of equals', () => {
    expect(whyDeleted({}, {}).terms.slice(2)).toEqual([
      '+ Pod default/a: it goes: any of equals may go',
      '- Pod default/b: it stays: any of equals may go',
    ]);
  });

  it('goes with all others where none is asked for, and is not explained without its set', () => {
    const none = { ...set, spec: { ...(set as never as Pod).spec, replicas: 0 } } as KubeObject;
    const pod = podWith('a', {});
    const field = 'metadata.deletionTimestamp';
    expect(saidOf('replicaset', field, deleted(pod, [none])).terms.slice(1)).toEqual([
      '+ active pods 1: when the pass began',
      '+ Pod default/a: it goes: all of them do',
    ]);
    expect(saidOf('replicaset', field, deleted(pod, []))).toEqual({
      ...{ value: undefined, rule: about, terms: [] },
    });
  });
});

it('a pod that a client deletes differs from an evicted one by what its budgets have seen', () => {
  const budget = (name: string, status: object, matchLabels: object | null = labels): KubeObject =>
    ({
      ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
      metadata: { name, namespace: 'default' },
      spec: { selector: matchLabels && { matchLabels } },
      status: { disruptionsAllowed: 1, desiredHealthy: 2, expectedPods: 3, ...status },
    }) as unknown as KubeObject;
  const pod = makePod('a', {}, { labels });
  const said = (...budgets: readonly KubeObject[]): readonly string[] => {
    const moment = deleted(pod, budgets);
    const { value, rule, terms } = saidOf('disruption', 'metadata.deletionTimestamp', moment);
    expect(value).toBe(end);
    return [rule.replace('is the end of its grace period: ', ''), ...terms];
  };
  const others = [budget('other', {}, { other: 'x' }), budget('none', {}, null)];
  const asked = '+ PodDisruptionBudget default/x: it allowed one disruption more, and then 1';
  const notAsked =
    '- PodDisruptionBudget default/y: it was not asked: only evictions of pods that are ready ask a budget';
  expect(said(budget('x', { disruptedPods: { a: end } }), budget('y', {}), ...others)).toEqual([
    'it was evicted, which its disruption budget allowed',
    `${asked}: 2 of 3 pods have to be healthy`,
    notAsked,
  ]);
  expect(said(budget('y', { disruptedPods: { b: end } }), ...others)).toEqual([
    'a client deleted it',
    notAsked,
  ]);
});
