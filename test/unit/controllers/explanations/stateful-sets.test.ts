/** What is said about stateful sets: which pods count, which one the others wait for, and why one goes. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { KubeObject } from '#values';
import type { Pod, StatefulSet } from '#types';
import { makePod } from '../objects.ts';
import { absentSaid, saidOf, type Moment } from './account.ts';
import { labels, now, ownedBy } from './explained.ts';

const template = { metadata: { labels }, spec: { containers: [] } };

function setOf(spec: object = {}, status: object = {}, metadata: object = {}): StatefulSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'default', uid: 'u', ...metadata },
    spec: { replicas: 3, selector: { matchLabels: labels }, template, ...spec },
    status,
  } as unknown as StatefulSet;
}

/** The revision of the present template is db-new, the one before it db-old. */
function revisions(set: StatefulSet): readonly KubeObject[] {
  const data = {
    'db-old': {},
    'db-new': { spec: { template: { ...template, $patch: 'replace' } } },
  };
  return Object.entries(data).map(([name, data], at) => ({
    ...{ apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: at + 1, data },
    metadata: { name, namespace: 'default', uid: name, labels, ...ownedBy(set) },
  })) as unknown as readonly KubeObject[];
}

/** How pods are: phase, whether they are ready, and since when. */
const states = {
  ready: ['Running', 'True', '2026-11-20T20:00:00Z'],
  fresh: ['Running', 'True', '2026-11-20T20:59:58Z'],
  unready: ['Running', 'False', '2026-11-20T20:00:00Z'],
  ending: ['Running', 'True', '2026-11-20T20:00:00Z'],
  pending: ['Pending', 'False', '2026-11-20T20:00:00Z'],
  ended: ['Failed', 'True', '2026-11-20T20:00:00Z'],
  succeeded: ['Succeeded', 'False', '2026-11-20T20:00:00Z'],
  unknown: [undefined, 'True', '2026-11-20T20:00:00Z'],
} as const;

/** `1 unready old`: a pod by its ordinal, how it is, and of which revision. */
function podOf(set: StatefulSet, text: string): Pod {
  const [ordinal, state, age = 'new'] = text.split(' ');
  const [phase, status, lastTransitionTime] = states[state as keyof typeof states];
  const pod = makePod(
    `db-${ordinal}`,
    {},
    {
      ...ownedBy(set),
      labels: { ...labels, 'controller-revision-hash': `db-${age}` },
      ...(state === 'ending' && { deletionTimestamp: '2026-11-20T21:00:30Z' }),
    },
  );
  const conditions = [{ type: 'Ready', status, lastTransitionTime }];
  return { ...pod, status: { phase, conditions } } as Pod;
}

function momentOf(set: StatefulSet, pods: readonly string[], more: Partial<Moment> = {}): Moment {
  const owned = pods.map((text) => podOf(set, text));
  return { object: set, objects: [set, ...revisions(set), ...owned], now, ...more };
}

const rolling = { currentRevision: 'db-old' };
const latest = { profile: profileOf(37) };

type Case = readonly [StatefulSet, readonly string[], Partial<Moment>?];

const cases: Readonly<Record<string, Case>> = {
  'one is not ready': [setOf(), ['0 ready', '1 unready', '3 ending']],
  'none is there': [setOf(), []],
  'a rollout': [setOf({}, rolling), ['0 ready old', '1 ready old', '2 ready']],
  'all at once': [setOf({ podManagementPolicy: 'Parallel' }, rolling), ['0 ready old', '4 ready']],
  'too many': [setOf({ replicas: 1 }), ['0 ready', '1 ready', '2 ready']],
  'a failed pod': [setOf(), ['0 ready', '1 ended', '2 ready']],
  'all updated': [setOf({}, rolling), ['0 ready', '1 ready', '2 ready']],
  'a later release': [setOf({}, rolling), ['0 ready old', '1 ready old', '2 ready'], latest],
  'made in a later release': [setOf(), ['0 ready'], latest],
  'a later start': [setOf({ ordinals: { start: 2 } }), ['2 ready', '3 ready'], latest],
  'a later start, moved': [setOf({ ordinals: { start: 2 } }), ['0 ready', '1 ready'], latest],
};

describe('the counts of a stateful set', () => {
  const fields = ['', 'ready', 'available', 'current', 'updated'];
  it.each(Object.entries(cases))('are the sums of the pods that count: %s', (_, [set, ...rest]) => {
    for (const prefix of fields) {
      const field = `status.${prefix}${prefix === '' ? 'r' : 'R'}eplicas`;
      const { value, terms } = saidOf('statefulset', field, momentOf(set, ...rest));
      const counted = terms.filter((term) => term.startsWith('+ Pod '));
      expect([field, counted.length]).toEqual([field, value ?? 0]);
    }
  });

  it('say of each pod why it counts or does not', () => {
    const set = setOf({ replicas: 7, minReadySeconds: 10, podManagementPolicy: 'Parallel' });
    const pods = ['0 ready', '1 fresh', '2 unready', '3 pending', '4 ending', '5 unknown'];
    const said = (field: string): readonly string[] =>
      saidOf('statefulset', `status.${field}`, momentOf(set, pods)).terms.map((term) =>
        term.replace('Pod default/', ''),
      );
    expect(said('replicas')).toEqual([
      ...['+ db-0: it is there', '+ db-1: it is there', '+ db-2: it is there'],
      ...['+ db-3: it is there', '+ db-4: it is there, and is ending', '+ db-5: it is there'],
      '+ db-6: this pass makes it',
    ]);
    expect(said('readyReplicas')).toEqual([
      ...[
        '+ db-0: it runs and is ready',
        '+ db-1: it runs and is ready',
        '- db-2: it is not ready',
      ],
      ...['- db-3: it is not ready', '+ db-4: it runs and is ready', '- db-5: it is new'],
      '- db-6: this pass makes it',
    ]);
    expect(said('availableReplicas')).toEqual([
      ...['+ db-0: it is available', '- db-1: it has not been ready for minReadySeconds yet'],
      ...['- db-2: it is not ready', '- db-3: it is not ready', '+ db-4: it is available'],
      ...['- db-5: it is new', '- db-6: this pass makes it'],
    ]);
  });

  it('tell the revisions of a rollout apart', () => {
    const set = setOf({}, rolling);
    const said = (field: string, status: object): readonly string[] => {
      const written = { ...set, status: { ...rolling, ...status } } as StatefulSet;
      const pods = ['0 ready old', '1 ready old', '2 ready old'];
      const moment = momentOf(set, pods, { written });
      return saidOf('statefulset', `status.${field}`, moment).terms.slice(1);
    };
    const done = { replicas: 3, readyReplicas: 3, availableReplicas: 3, currentReplicas: 2 };
    expect(said('currentReplicas', done)).toEqual([
      '+ Pod default/db-1: it has the revision db-old',
      '- Pod default/db-2: this pass deletes it',
    ]);
    const refused = { ...done, currentReplicas: 3 };
    expect(said('currentReplicas', refused)).toEqual([
      '+ Pod default/db-1: it has the revision db-old',
      '+ Pod default/db-2: it has the revision db-old',
    ]);
    expect(said('updatedReplicas', refused)).toEqual([
      '- Pod default/db-1: it has the revision db-old: the highest ordinal goes first',
      '- Pod default/db-2: it has the revision db-old: the highest ordinal goes first',
    ]);
  });
});

describe('a pod of the old revision', () => {
  const partition = (n: number): object => ({
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: n } },
  });
  const old = '- Pod default/db-0: it has the revision db-old';
  it.each([
    [
      { updateStrategy: { type: 'OnDelete' } },
      ': with OnDelete, it keeps that until it is deleted',
    ],
    [partition(1), ': its ordinal is below the partition 1'],
    [partition(0), ': the highest ordinal goes first, and db-2 is not ready'],
    [{}, ': the highest ordinal goes first, and db-2 is not ready'],
  ])('is kept for a reason: %j', (spec, because) => {
    const moment = momentOf(setOf(spec, rolling), ['0 ready old', '1 ready old', '2 unready']);
    const { terms } = saidOf('statefulset', 'status.updatedReplicas', moment);
    expect(terms[0]).toBe(old + because);
  });
});

describe('a pod that is not there', () => {
  const rule = 'is made once all pods of its set with a lower ordinal are available';
  const order = 'pods are made in the order of their ordinals';
  const only = 'the next pod is made, removed or updated only after that';
  const waits = (lack: string): readonly string[] => [
    `- StatefulSet default/db: ${order}: ${lack}`,
    `- waits for db-0: ${lack}: ${only}`,
  ];
  const is = (because: string): readonly string[] => [`- StatefulSet default/db: ${because}`];
  const waiting = setOf({ minReadySeconds: 10 });
  it.each<[string, StatefulSet, readonly string[], readonly string[], Partial<Moment>?]>([
    ['db-1', setOf(), ['0 ending'], waits('db-0 is still ending')],
    ['db-1', setOf(), ['0 pending'], waits('db-0 is Pending')],
    ['db-1', setOf(), ['0 unknown'], waits('db-0 is not looked at yet')],
    ['db-1', setOf(), ['0 unready'], waits('db-0 is not ready')],
    ['db-1', waiting, ['0 fresh'], waits('db-0 has not been ready for minReadySeconds (10 s) yet')],
    ['db-1', setOf(), ['0 ready'], is('it is about to be made')],
    ['db-2', setOf(), ['0 ready'], is(`${order}: db-1 comes first`)],
    ['db-3', setOf(), ['0 ready'], is('spec.replicas is 3: the last one is db-2')],
    ['db-0', setOf({ replicas: 0 }), [], is('spec.replicas is 0: there are none')],
    ['db-0', setOf({}, {}, { deletionTimestamp: 'x' }), [], is('the set is being deleted')],
    [
      'db-1',
      setOf({ ordinals: { start: 2 } }),
      [],
      is('spec.ordinals.start is 2: the first one is db-2'),
      latest,
    ],
    [
      'db-5',
      setOf({ ordinals: { start: 2 } }),
      [],
      is('spec.replicas is 3: the last one is db-4'),
      latest,
    ],
  ])('is explained by the order and the number: %s', (name, set, pods, terms, more) => {
    const moment = momentOf(set, pods, more);
    expect(absentSaid('statefulset', name, moment)).toEqual({ value: 'is not there', rule, terms });
  });

  it.each(['web-0', 'db', 'db-x', 'db-1-a'])('is unknown by another name: %s', (name) => {
    expect(absentSaid('statefulset', name, momentOf(setOf(), []))).toBeUndefined();
  });
});

describe('a pod that its set deletes', () => {
  const highest = 'and the highest ordinal goes first';
  it.each<[StatefulSet, readonly string[], string, Partial<Moment>?]>([
    [setOf({ replicas: 1 }), ['1 ready', '0 ready'], `+ spec.replicas is 1, ${highest}`],
    [setOf({ replicas: 1 }), ['1 ready', '0 ready', '2 ready'], `- spec.replicas is 1, ${highest}`],
    [setOf(), ['0 ended'], '+ it had failed, and is made again'],
    [setOf(), ['0 succeeded'], '+ it had succeeded, and is made again', latest],
    [
      setOf({ replicas: 1 }, rolling),
      ['0 ready old'],
      '+ it had the revision db-old, not db-new, and the highest ordinal is updated first',
    ],
    [
      setOf({ ordinals: { start: 2 } }),
      ['1 ready', '2 ready', '3 ready', '4 ready'],
      `+ spec.ordinals.start is 2, ${highest}`,
      latest,
    ],
  ])('goes for a reason, and only if it is its turn: case %#', (set, pods, because, more) => {
    const { objects, ...moment } = momentOf(set, pods, more);
    const object = objects!.find(({ kind }) => kind === 'Pod')!;
    const deletionTimestamp = '2026-11-20T21:00:30Z';
    const written = { ...object, metadata: { ...object.metadata, deletionTimestamp } };
    const pass = { ...moment, objects: objects!, object, written, key: 'default/db' };
    const said = saidOf('statefulset', 'metadata.deletionTimestamp', pass);
    expect(said).toEqual({
      value: because.startsWith('+') ? deletionTimestamp : undefined,
      rule: 'is the end of its grace period: its StatefulSet deleted it',
      terms: [because.replace(/^(.)/, '$1 StatefulSet default/db:')],
    });
    expect(
      saidOf('statefulset', 'metadata.deletionTimestamp', { ...pass, key: 'default/gone' }),
    ).toEqual({ ...said, value: undefined, terms: [] });
  });
});
