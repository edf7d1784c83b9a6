/** Why controllers delete what they delete: each reason is named, with the fields that decide. */
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { makeNode, makePod } from '../objects.ts';
import { deletionSaid, saidOf, type Moment } from './account.ts';
import { labels, now, ownedBy } from './explained.ts';

const end = '2026-11-20T21:00:30Z';

const thing = (kind: string, parts: object = {}, metadata: object = {}): KubeObject =>
  ({
    apiVersion: kind === 'CronJob' || kind === 'Job' ? 'batch/v1' : 'apps/v1',
    kind,
    metadata: { name: 'web', namespace: 'default', uid: `uid-${kind}`, ...metadata },
    ...parts,
  }) as unknown as KubeObject;

/** An object that is deleted, and what else is there. */
const deleted = (
  object: KubeObject,
  others: readonly KubeObject[] = [],
  evidence?: unknown,
): Moment => {
  const metadata = { ...object.metadata, deletionTimestamp: end };
  const written = { ...object, metadata };
  return { object, written, objects: [object, ...others], now, key: 'default/web', evidence };
};

/** What the controller does it for, and what speaks for that. */
const whyDeleted = (controller: string, moment: Moment): readonly string[] => {
  const { value, rule, terms } = deletionSaid(controller, moment);
  expect(value).toBe(end);
  expect(rule).toMatch(/^is the end of its grace period: /);
  return [rule.replace(/^.*?: /, ''), ...terms];
};

it('a CronJob deletes a Job for the next one, or by the limit for how it ended', () => {
  const job = (...types: readonly string[]): KubeObject => {
    const conditions = types.map((type) => ({ type, status: 'True' }));
    return thing('Job', { spec: {}, status: { conditions } });
  };
  const limits = { successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 };
  const cron = thing('CronJob', { spec: { concurrencyPolicy: 'Replace', ...limits } });
  const because = 'the Job still ran when the next one was due';
  expect(whyDeleted('cronjob', deleted(job(), [cron]))).toEqual([
    'another Job takes its place',
    `+ CronJob default/web: its concurrencyPolicy is Replace: ${because}`,
  ]);
  expect(whyDeleted('cronjob', deleted(job()))).toEqual([
    'another Job takes its place',
    `+ CronJob default/web: its concurrencyPolicy is Allow: ${because}`,
  ]);
  const few = 'its CronJob keeps a limited number of finished Jobs';
  const kept = 'CronJob default/web keeps no more Jobs that are';
  expect(whyDeleted('cronjob', deleted(job('Complete'), [cron]))).toEqual([
    few,
    `+ successfulJobsHistoryLimit 3: ${kept} complete, and the oldest go first`,
  ]);
  expect(whyDeleted('cronjob', deleted(job('Failed'), [cron]))).toEqual([
    few,
    `+ failedJobsHistoryLimit 1: ${kept} failed, and the oldest go first`,
  ]);
});

it('a Deployment deletes the oldest ReplicaSet of those without pods', () => {
  const spec = { selector: { matchLabels: labels }, revisionHistoryLimit: 1 };
  const deployment = thing('Deployment', { spec });
  const set = (name: string, replicas: number, present = replicas): KubeObject =>
    thing(
      'ReplicaSet',
      { spec: { replicas }, status: { replicas: present } },
      { name, uid: `uid-${name}`, labels, ...ownedBy(deployment) },
    );
  const others = [deployment, set('b', 0), set('c', 2), set('d', 0, 1)];
  expect(whyDeleted('deployment', deleted(set('a', 0), others))).toEqual([
    'its Deployment keeps a limited number of old ReplicaSets',
    '+ revisionHistoryLimit 1: old ReplicaSets that default/web keeps for a rollback; the oldest go first',
    '+ ReplicaSet default/a: it is the oldest of those without pods',
    '- ReplicaSet default/b: it has no pods either',
  ]);
  expect(whyDeleted('deployment', deleted(set('a', 0)))).toHaveLength(2);
});

it('a volume goes with its claim, and what is in a namespace with that', () => {
  const claimRef = { namespace: 'default', name: 'data' };
  const spec = { claimRef, persistentVolumeReclaimPolicy: 'Delete' };
  const volume = thing('PersistentVolume', { spec });
  for (const controller of ['persistentvolume', 'volumeprovisioner']) {
    expect(whyDeleted(controller, deleted(volume))).toEqual([
      'its claim is gone',
      '+ PersistentVolumeClaim default/data: it is gone',
      '+ reclaim policy Delete: what is to happen then',
    ]);
  }
  expect(whyDeleted('namespace', deleted(thing('ConfigMap')))).toEqual([
    'all that is in its namespace goes',
    '+ Namespace default: it is being deleted, and has to be empty first',
  ]);
});

it('a finished Job goes at the end of its time to live, which begins when it finished', () => {
  const conditions = [
    { type: 'Complete', status: 'True', lastTransitionTime: '2026-11-20T20:59:00Z' },
  ];
  const job = thing('Job', { spec: { ttlSecondsAfterFinished: 60 }, status: { conditions } });
  expect(whyDeleted('ttlafterfinished', deleted(job))).toEqual([
    'it has finished, and its time to live is over',
    '+ finished 2026-11-20T20:59:00Z: when it was complete or had failed',
    '+ ttlSecondsAfterFinished 60: it is kept until 2026-11-20T21:00:00Z',
  ]);
});

it('the garbage collector names each owner, and whether it is there to stay', () => {
  const ownerReferences = [
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'uid-ReplicaSet' },
    { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'uid-Deployment' },
    { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'uid-n1' },
    { apiVersion: 'v1', kind: 'Node', name: 'n2', uid: 'uid-of-an-earlier-n2' },
    { apiVersion: 'example.com/v1', kind: 'Strange', name: 'x', uid: 'uid-x' },
  ];
  const goes = { deletionTimestamp: end, finalizers: ['foregroundDeletion'] };
  const others = [
    thing('ReplicaSet', {}, goes),
    thing('Deployment'),
    makeNode('n1'),
    makeNode('n2'),
  ];
  const pod = makePod('a', {}, { ownerReferences });
  expect(whyDeleted('garbagecollector', deleted(pod, others))).toEqual([
    'none of its owners is there to stay',
    '+ ReplicaSet default/web: it is being deleted, and waits for what it owns to go first',
    '- Deployment default/web: it is there',
    '- Node n1: it is there',
    '+ Node n2: it is gone',
    '+ Strange default/x: it is gone',
  ]);
});

it('the pod collector says why no kubelet ends the pod', () => {
  const on = { nodeName: 'n1' };
  const going = { deletionTimestamp: end };
  const taints = [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }] as const;
  const out = makeNode('n1', {
    spec: { taints },
    conditions: [{ type: 'Ready', status: 'False' }],
  });
  const ended = (name: string, phase: 'Failed' | 'Succeeded'): KubeObject =>
    ({ ...makePod(name, on), status: { phase } }) as unknown as KubeObject;
  const others = [makeNode('n1'), ended('b', 'Failed'), makePod('c', on)];
  const cases = [
    [
      deleted(makePod('a', {}, going)),
      '+ node: it is being deleted and is on no node whose kubelet could end it',
    ],
    [
      deleted(makePod('a', on)),
      '+ Node n1: it is gone, for 40 s at least: its kubelet ends no pod any more',
    ],
    [
      deleted(makePod('a', on, going), [out]),
      '+ Node n1: it has the taint out-of-service and is not ready: its kubelet ends no pod',
    ],
    [
      deleted(ended('a', 'Succeeded'), others),
      '+ finished pods 2: at most 12500 are kept, and the oldest go first',
    ],
  ] as const;
  for (const [moment, because] of cases) {
    expect(whyDeleted('podgc', moment)).toEqual(['no other component ends it', because]);
  }
});

it('an eviction by taints says how long the pod tolerates each, and when its time was up', () => {
  const taint = (key: string, value?: string, effect = 'NoExecute'): object => ({
    ...{ key, effect },
    ...(value && { value }),
  });
  const tolerated = (key: string, tolerationSeconds?: number): object => ({
    ...{ key, operator: 'Exists', effect: 'NoExecute' },
    ...(tolerationSeconds !== undefined && { tolerationSeconds }),
  });
  const tolerations = [tolerated('slow', 60), tolerated('always')];
  const evicted = (taints: readonly object[] | undefined, evidence?: object) => {
    const pod = makePod('a', { nodeName: 'n1', tolerations } as never);
    const nodes = taints === undefined ? [] : [makeNode('n1', { spec: { taints } as never })];
    const moment = deleted(pod, nodes, evidence);
    const { value, rule, terms } = saidOf('tainteviction', 'metadata.deletionTimestamp', moment);
    expect(rule).toBe(
      'is the end of its grace period: it does not tolerate, or no longer, that its node drives pods away',
    );
    return [value, ...terms];
  };
  const [yes, no] = [end, undefined];
  const pending = { since: now - 60_000, due: now };
  const up =
    '+ eviction 2026-11-20T21:00:00Z: it was seen at 2026-11-20T20:59:00Z, and its time was up';
  const slow = '+ taint slow:NoExecute of n1: the pod tolerates it for 60 s';
  const always = '- taint always:NoExecute of n1: the pod tolerates it without a limit';
  const gpu = '+ taint gpu=yes:NoExecute of n1: the pod does not tolerate it';
  const all = [taint('gpu', 'yes'), taint('slow'), taint('always')];
  expect(evicted([...all, taint('soft', 'x', 'NoSchedule')])).toEqual([yes, gpu, slow, always]);
  expect(evicted([taint('slow')], pending)).toEqual([yes, slow, up]);
  expect(evicted([taint('slow')])).toEqual([no, slow]);
  expect(evicted([taint('always')], pending)).toEqual([no, always, up]);
  expect(evicted(undefined, pending)).toEqual([yes, '- Node n1: it is gone', up]);
  expect(evicted(undefined)).toEqual([no, '- Node n1: it is gone']);
});
