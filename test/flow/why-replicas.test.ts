/** Explanations of the status of a ReplicaSet and of a ReplicationController. */
import { beforeAll, expect, test } from 'vitest';
import { replicaSet, replicationController } from '#kinds';
import { actsOf, pastOf, termsOf, type PlayedPast } from '../support/past.ts';

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOf('deployment/replicas.yaml');
});

/** Names of pods end at random. */
const plain = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.replace(/(web|cache)-[a-z0-9]{5}\b/g, '$1-*'));

test('pods are counted as ready before they are available', () => {
  const ready = past.ask(replicaSet, 'web', 'status.readyReplicas', 7);
  expect(ready).toMatchObject({ value: 3, exact: true });
  expect(plain(termsOf(ready))).toEqual(Array(3).fill('+ Pod default/web-*: it is ready'));
  expect(plain(actsOf(ready))).toEqual([
    'replicaset-controller updated ReplicaSet default/web',
    'kubelet updated Pod default/web-*',
    'default-scheduler updated Pod default/web-*',
    'replicaset-controller created Pod default/web-*',
    'scenario created ReplicaSet default/web',
  ]);
  const available = past.ask(replicaSet, 'web', 'status.availableReplicas', 7);
  expect(available.value).toBeUndefined();
  expect(plain(termsOf(available))).toEqual(
    Array(3).fill('- Pod default/web-*: it is not yet ready for 5 s'),
  );
});

test('a failure to create pods is reported with its message', () => {
  const told = past.ask(
    replicationController,
    'cache',
    'status.conditions[ReplicaFailure].reason',
    4,
  );
  expect(told).toMatchObject({ value: 'FailedCreate', exact: true });
  expect(plain(termsOf(told))).toEqual([
    '+ desired pods 2: from its spec',
    '+ active pods 0: when the pass began',
    '+ failure pods "cache-*" is forbidden: exceeded quota: pods, requested: pods=1, used: pods=4, limited: pods=4: the first error of this pass',
  ]);
  expect(actsOf(told)).toEqual([
    'replication-controller updated ReplicationController default/cache',
    'scenario created ReplicationController default/cache',
  ]);
});

test('a failure is removed by the first pass that succeeds', () => {
  const told = past.ask(replicationController, 'cache', 'status.conditions', 59);
  expect(told.value).toBeUndefined();
  expect(told.exact).toBe(true);
  expect(termsOf(told).at(-1)).toBe(
    '+ failure: this pass succeeded, so the reported failure is removed',
  );
});

test('a pod that is being deleted no longer counts', () => {
  const told = past.ask(replicaSet, 'web', 'status.replicas', 61);
  expect(told).toMatchObject({ value: 2, exact: true });
  expect(plain(termsOf(told)).toSorted()).toEqual([
    '+ Pod default/web-*: it is active',
    '+ Pod default/web-*: it is active',
    '- Pod default/web-*: it is being deleted',
  ]);
  expect(actsOf(told).at(-1)).toBe('scenario updated ReplicaSet default/web');
});
