/** What a StatefulSet does about its pods and their claims, and what its events say. */
import { describe, expect, it } from 'vitest';
import { profileOf, persistentVolumeClaim, pod as podKind } from '#kinds';
import { alreadyExists, internalError, notFound } from '#values';
import type { PersistentVolumeClaim, Pod, StatefulSet } from '#types';
import { act } from '../../../../controllers/statefulset/act.ts';
import type { Action } from '../../../../controllers/statefulset/plan.ts';
import { listerOf } from '../handlers/recording.ts';
import { makePod } from '../objects.ts';
import { Recorded } from '../recorded.ts';

const claimTemplate = (name: string) => ({ metadata: { name }, spec: {} });
const set = {
  metadata: { name: 'db', namespace: 'default', uid: 'set' },
  spec: {
    replicas: 2,
    volumeClaimTemplates: [claimTemplate('data'), claimTemplate('logs')],
    selector: { matchLabels: { app: 'db' } },
  },
} as unknown as StatefulSet;

const pod = makePod('db-1');
const create = { type: 'create', pod, ordinal: 1 } as unknown as Action;
const broken = internalError('storage is down');
const said = broken.message;
const there = alreadyExists(persistentVolumeClaim, 'data-db-1');

const claimOf = (name: string, ownerReferences: readonly object[] = []): PersistentVolumeClaim =>
  ({ metadata: { name, namespace: 'default', ownerReferences } }) as never;

interface Given {
  readonly minor?: number;
  readonly answers?: Readonly<Record<string, Error | undefined>>;
  readonly claims?: readonly PersistentVolumeClaim[];
  readonly own?: StatefulSet;
}

/** What is asked and reported, each in a line, and the error at the end. */
async function linesOf(action: Action, given: Given = {}): Promise<readonly string[]> {
  const { minor = 24, answers = {}, claims = [], own = set } = given;
  const throwing = Object.entries(answers).map(([call, error]) => [
    call,
    (object: unknown) => {
      if (error !== undefined) throw error;
      return object;
    },
  ]);
  const { done, tools } = new Recorded(Object.fromEntries(throwing));
  const error = await act(
    { ...tools, profile: profileOf(minor) },
    own,
    action,
    listerOf(claims),
  ).then(
    () => [],
    (thrown: Error) => [`throws ${thrown.message}`],
  );
  const lines = done.map((each) => {
    if (typeof each === 'string') return each;
    const [call, object] = each as [string, { name?: string; metadata?: { name: string } }];
    return `${call} ${object.metadata?.name ?? object.name}`;
  });
  return [...lines, ...error];
}

const makesClaim = (name: string): readonly string[] => [
  `create PersistentVolumeClaim ${name}-db-1`,
  `db Normal SuccessfulCreate: create Claim ${name}-db-1 Pod db-1 in StatefulSet db success`,
];
const makesPod: readonly string[] = [
  'create Pod db-1',
  'db Normal SuccessfulCreate: create Pod db-1 in StatefulSet db successful',
];

describe('a new pod', () => {
  it('comes after its claims, each with an event', async () => {
    expect(await linesOf(create)).toEqual([
      ...makesClaim('data'),
      ...makesClaim('logs'),
      ...makesPod,
    ]);
  });

  it('has events that begin with a capital since 1.35', async () => {
    const logs = claimOf('logs-db-1');
    expect(await linesOf(create, { minor: 35, claims: [logs] })).toEqual([
      'create PersistentVolumeClaim data-db-1',
      'db Normal SuccessfulCreate: Create Claim data-db-1 Pod db-1 in StatefulSet db success',
      'create Pod db-1',
      'db Normal SuccessfulCreate: Create Pod db-1 in StatefulSet db successful',
    ]);
  });

  it('uses claims that are there', async () => {
    const claims = [claimOf('data-db-1'), claimOf('logs-db-1')];
    expect(await linesOf(create, { claims })).toEqual(makesPod);
  });

  it('uses claims that are made meanwhile, without an event about them', async () => {
    const answers = { 'create PersistentVolumeClaim': there };
    expect(await linesOf(create, { answers })).toEqual([
      'create PersistentVolumeClaim data-db-1',
      'create PersistentVolumeClaim logs-db-1',
      ...makesPod,
    ]);
  });

  it('does not come when claims cannot be made, all of which are tried', async () => {
    const answers = { 'create PersistentVolumeClaim': broken };
    const lines = await linesOf(create, { answers });
    const failed = (name: string): string =>
      `db Warning FailedCreate: create Claim ${name}-db-1 for Pod db-1 in StatefulSet db failed error: ${said}`;
    expect(lines.slice(0, 4)).toEqual([
      ...['create PersistentVolumeClaim data-db-1', failed('data')],
      ...['create PersistentVolumeClaim logs-db-1', failed('logs')],
    ]);
    const [event, thrown, ...rest] = lines.slice(4);
    expect(event).toContain(`failed to create PVC data-db-1: ${said}`);
    expect(
      event!.startsWith(
        'db Warning FailedCreate: create Pod db-1 in StatefulSet db failed error: ',
      ),
    ).toBe(true);
    expect(thrown).toContain(`failed to create PVC data-db-1: ${said}`);
    expect(rest).toEqual([]);
  });

  it('that cannot be made is reported', async () => {
    const claims = [claimOf('data-db-1'), claimOf('logs-db-1')];
    expect(await linesOf(create, { claims, answers: { 'create Pod': broken } })).toEqual([
      'create Pod db-1',
      `db Warning FailedCreate: create Pod db-1 in StatefulSet db failed error: ${said}`,
      `throws ${said}`,
    ]);
  });

  it('that is there already is not reported, but tried again', async () => {
    const claims = [claimOf('data-db-1'), claimOf('logs-db-1')];
    const isThere = alreadyExists(podKind, 'db-1');
    expect(await linesOf(create, { claims, answers: { 'create Pod': isThere } })).toEqual([
      'create Pod db-1',
      `throws ${isThere.message}`,
    ]);
  });
});

describe('claims that are to go with the set', () => {
  const own = {
    ...set,
    spec: { ...set.spec, persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } },
  } as StatefulSet;
  const other = { apiVersion: 'v1', kind: 'Other', name: 'o', uid: 'o', controller: true };
  const action = { type: 'own', pod, ordinal: 1 } as unknown as Action;

  it('get it as their owner', async () => {
    const claims = [claimOf('data-db-1'), claimOf('data-db-0'), claimOf('logs-db-1')];
    expect(await linesOf(action, { minor: 32, claims, own })).toEqual([
      'update PersistentVolumeClaim data-db-1',
      'update PersistentVolumeClaim logs-db-1',
    ]);
  });

  it('are left to another controller, with a warning, since 1.28', async () => {
    const claims = [claimOf('data-db-1', [other]), claimOf('logs-db-1')];
    expect(await linesOf(action, { minor: 28, claims, own })).toEqual([
      'db Warning ConflictingController: PersistentVolumeClaim data-db-1 has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim',
      'update PersistentVolumeClaim logs-db-1',
    ]);
    expect(await linesOf(action, { minor: 27, claims, own })).toEqual([
      'update PersistentVolumeClaim data-db-1',
      'update PersistentVolumeClaim logs-db-1',
    ]);
  });
});

describe('a pod that goes', () => {
  const deletion = (ended?: string, phase = 'Failed'): Action =>
    ({ type: 'delete', pod: { ...pod, status: { phase } } as Pod, ended }) as unknown as Action;
  const deletes = [
    'delete Pod db-1',
    'db Normal SuccessfulDelete: delete Pod db-1 in StatefulSet db successful',
  ];

  it.each([
    [
      'replaced',
      'Failed',
      ['db Warning RecreatingFailedPod: StatefulSet default/db is recreating failed Pod db-1'],
    ],
    [
      'replaced',
      'Succeeded',
      [
        'db Normal RecreatingTerminatedPod: StatefulSet default/db is recreating terminated Pod db-1',
      ],
    ],
    ['removed', 'Failed', []],
    [undefined, 'Running', []],
  ])('is reported when it is to be %s and has %s', async (ended, phase, events) => {
    expect(await linesOf(deletion(ended, phase))).toEqual([...events, ...deletes]);
  });

  const gone = notFound(podKind, 'db-1');

  it('and is gone already failed to be deleted before 1.36', async () => {
    const answers = { 'delete Pod': gone };
    expect(await linesOf(deletion(), { minor: 34, answers })).toEqual([
      'delete Pod db-1',
      `db Warning FailedDelete: delete Pod db-1 in StatefulSet db failed error: ${gone.message}`,
      `throws ${gone.message}`,
    ]);
    expect(await linesOf(deletion(), { minor: 36, answers })).toEqual([
      'delete Pod db-1',
      'db Normal SuccessfulDelete: Delete Pod db-1 in StatefulSet db successful',
    ]);
  });

  it('and cannot be deleted is reported in every release', async () => {
    const answers = { 'delete Pod': broken };
    const [, event, thrown] = await linesOf(deletion(), { minor: 36, answers });
    expect([event, thrown]).toEqual([
      `db Warning FailedDelete: Delete Pod db-1 in StatefulSet db failed error: ${said}`,
      `throws ${said}`,
    ]);
  });
});

it('a pod that gets its identity back is updated, and its missing claims are made', async () => {
  expect(await linesOf({ type: 'update', pod } as unknown as Action)).toEqual([
    'update Pod db-1',
    'db Normal SuccessfulUpdate: update Pod db-1 in StatefulSet db successful',
  ]);
  const update = { 'update Pod': notFound(podKind, 'db-1') };
  const lines = await linesOf({ type: 'update', pod } as unknown as Action, {
    minor: 36,
    answers: update,
  });
  expect(lines).toHaveLength(3);
  expect(await linesOf({ type: 'claim', pod, ordinal: 1 } as unknown as Action)).toEqual([
    ...makesClaim('data'),
    ...makesClaim('logs'),
  ]);
});
