/** Who owns the claims of StatefulSets, so that they go when they should. */
import { afterEach, describe, expect, it } from 'vitest';
import { persistentVolumeClaim, profileOf, statefulSet } from '#kinds';
import type { OwnerReference, PersistentVolumeClaim, Pod, StatefulSet } from '#types';
import { withUse } from '../../../../controllers/pvcprotection/use.ts';
import {
  goesWithAnother,
  isControlledElsewhere,
  ownersOf,
} from '../../../../controllers/statefulset/retention.ts';
import { simulate, type Simulation } from '../../../support/simulate.ts';

const setRef = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'set' };
const podRef = { apiVersion: 'v1', kind: 'Pod', name: 'db-1', uid: 'pod' };
const control = { controller: true, blockOwnerDeletion: true };

const claimOf = (...ownerReferences: readonly OwnerReference[]): PersistentVolumeClaim =>
  ({ metadata: { name: 'data-db-1', ownerReferences } }) as never;

/** `when`: `DR` is to go with the set, and to stay when it is made smaller. */
const ownersIn = (when: string, replicas: number, minor = 37, uid: string | undefined = 'pod') => {
  const [whenDeleted, whenScaled] = [...when].map((each) => (each === 'D' ? 'Delete' : 'Retain'));
  const set = {
    metadata: { name: 'db', uid: 'set' },
    spec: { replicas, persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } },
  } as unknown as StatefulSet;
  return { set, ordinal: 1, pod: { name: 'db-1', uid }, profile: profileOf(minor) };
};

describe('a claim of a StatefulSet', () => {
  it.each<[when: string, replicas: number, owner: string]>([
    ['RR', 2, ''],
    ['DR', 2, 'set'],
    ['DR', 1, 'set'],
    ['RD', 2, ''],
    ['RD', 1, 'pod'],
    ['DD', 2, 'set'],
    ['DD', 1, 'pod'],
  ])('with policy %s and %i replicas is owned by: %s', (when, replicas, owner) => {
    const owners = ownersIn(when, replicas);
    const [had, wanted] = [owner === 'set' ? podRef : setRef, owner === 'set' ? setRef : podRef];
    const expected = owner === '' ? [] : [{ ...wanted, ...control }];
    expect(ownersOf(claimOf({ ...had, ...control }), owners)).toEqual(expected);
    expect(ownersOf(claimOf(...expected), owners)).toBeUndefined();
  });

  it('has it as its controller since 1.28', () => {
    expect(ownersOf(claimOf(), ownersIn('DR', 2, 27))).toEqual([setRef]);
    expect(ownersOf(claimOf(setRef), ownersIn('DR', 2, 27))).toBeUndefined();
    expect(ownersOf(claimOf(setRef), ownersIn('DR', 2, 28))).toEqual([{ ...setRef, ...control }]);
  });

  it('is left alone where another controls it, or a former set or pod', () => {
    const other = { apiVersion: 'v1', kind: 'Other', name: 'o', uid: 'o', controller: true };
    const owners = ownersIn('DR', 2);
    expect(isControlledElsewhere(claimOf(other), owners)).toBe(true);
    expect(isControlledElsewhere(claimOf(other), ownersIn('RR', 2))).toBe(false);
    expect(ownersOf(claimOf(other), owners)).toBeUndefined();
    expect(ownersOf(claimOf(other, { ...setRef, ...control }), owners)).toEqual([other]);
    expect(ownersOf(claimOf({ ...setRef, uid: 'former' }), owners)).toBeUndefined();
  });

  it('keeps a new pod waiting while it goes with the former one', () => {
    const former = claimOf({ ...podRef, ...control });
    expect(goesWithAnother(former, ownersIn('RD', 2, 37, 'next'))).toBe(true);
    expect(goesWithAnother(former, ownersIn('RD', 2))).toBe(false);
    expect(goesWithAnother(former, ownersIn('DR', 2, 37, 'next'))).toBe(false);
  });
});

let run: Simulation | undefined;
afterEach(() => run?.stop());

it.each([
  [26, ['data-db-0', 'data-db-1'], ['data-db-0', 'data-db-1']],
  [27, ['data-db-0'], []],
  [37, ['data-db-0'], []],
])('1.%i keeps %j of a smaller set, and %j of one that is gone', async (minor, smaller, gone) => {
  run = await simulate(1, { profile: profileOf(minor) });
  const { client, run: pass } = run;
  const labels = { app: 'db' };
  const metadata = { namespace: 'default', name: 'db' };
  const resources = { requests: { storage: '1Gi' } };
  const set = await client.create(statefulSet, {
    metadata,
    spec: {
      ...{ replicas: 2, serviceName: 'db', selector: { matchLabels: labels } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
      volumeClaimTemplates: [
        { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources } },
      ],
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'main', image: 'db:v1' }] },
      },
    },
  } as never);
  const claims = async (): Promise<readonly string[]> =>
    (await client.list(persistentVolumeClaim)).items.map((claim) => claim.metadata.name);
  await pass(120);
  expect(await claims()).toEqual(['data-db-0', 'data-db-1']);
  await client.update(statefulSet, {
    ...set,
    metadata: { ...set.metadata, resourceVersion: '' },
    spec: { ...set.spec, replicas: 1 },
  } as never);
  await pass(120);
  expect(await claims()).toEqual(smaller);
  await client.delete(statefulSet, metadata, { propagationPolicy: 'Background' });
  await pass(120);
  expect(await claims()).toEqual(gone);
});

describe('the condition of a claim in use', () => {
  const now = '2026-01-01T00:10:00Z';
  const bound = (conditions?: readonly object[]): PersistentVolumeClaim =>
    ({ metadata: { name: 'data' }, status: { phase: 'Bound', conditions } }) as never;
  const podIn = (phase: string): Pod => ({ metadata: {}, status: { phase } }) as never;
  const said = (pods: readonly Pod[]): string | undefined =>
    withUse(bound(), pods, now).conditions?.map(({ status, reason }) => `${status} ${reason}`)[0];

  it('is False as long as a pod that has not ended names it', () => {
    expect(said([])).toBe('True NoPodsUsingPVC');
    expect(said([podIn('Pending')])).toBe('False PodUsingPVC');
    expect(said([podIn('Succeeded'), podIn('Running')])).toBe('False PodUsingPVC');
    expect(said([podIn('Failed')])).toBe('True NoPodsUsingPVC');
  });

  it.each([
    ['no container of it was started', [], [], 'True NoPodsUsingPVC'],
    ['its container runs', [], [{ running: {} }], 'False PodUsingPVC'],
    ['its container has ended', [], [{ terminated: {} }], 'True NoPodsUsingPVC'],
    ['its container waits', [], [{ waiting: {} }], 'True NoPodsUsingPVC'],
    ['one of two runs', [], [{ terminated: {} }, { running: {} }], 'False PodUsingPVC'],
    ['a first container runs', [{ running: {} }], [{ waiting: {} }], 'False PodUsingPVC'],
    ['nothing is known of it', [], [undefined], 'False PodUsingPVC'],
  ])('tells whether a pod that is deleted uses it: %s', (_, first, then, expected) => {
    const deletionTimestamp = now;
    const statuses = (states: readonly unknown[]) => states.map((state) => ({ state }));
    const status = {
      phase: 'Running',
      initContainerStatuses: statuses(first),
      containerStatuses: statuses(then),
    };
    const pod = { metadata: { deletionTimestamp }, status } as unknown as Pod;
    expect(said([pod])).toBe(expected);
    expect(said([{ ...pod, metadata: {} } as Pod])).toBe('False PodUsingPVC');
  });

  it('changes only with its status, and only for bound claims', () => {
    const first = { ...bound(), status: withUse(bound(), [], now) };
    expect(withUse(first, [], '2026-01-01T00:20:00Z')).toBe(first.status);
    const pending = { metadata: {}, status: { phase: 'Pending' } } as never;
    expect(withUse(pending, [], now)).toEqual({ phase: 'Pending' });
  });
});
