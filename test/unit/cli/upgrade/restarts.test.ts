/** Pods that an upgrade removes: those that stay in the same run without it. */
import { expect, it } from 'vitest';
import type { RunLog } from '#record';
import { restartsOf } from '../../../../src/cli/upgrade/restarts.ts';
import { logOf, START_MS, type Written } from './run-logs.ts';

const owner = (kind: string, uid: string): object => ({
  ownerReferences: [{ kind, uid, controller: true }],
});
const set = { value: { kind: 'ReplicaSet', metadata: { name: 'rs', namespace: 'x', uid: 'rs' } } };
const owned = {
  value: {
    kind: 'ReplicaSet',
    metadata: { name: 'rs', namespace: 'x', uid: 'rs', ...owner('Deployment', 'd') },
  },
};
const deployment = {
  value: { kind: 'Deployment', metadata: { name: 'web', namespace: 'x', uid: 'd' } },
};

const pod = (name: string, metadata: object = {}, phase = 'Running'): Written['value'] => ({
  kind: 'Pod',
  metadata: { name, namespace: 'x', uid: name, ...metadata },
  status: { phase },
});
const going = { deletionTimestamp: '2026-01-01T00:00:00Z' };
const gone = (name: string, metadata: object = {}, phase = 'Running'): Written => ({
  value: pod(name, { ...going, ...metadata }, phase),
});
const removed = (name: string): Written => ({ type: 'deleted', value: pod(name) });

type Writes = Parameters<typeof logOf>[0];
const nothing: RunLog = logOf([]);

/** `workload: how many, from when on, the first`. */
function restarts(upgraded: Writes, without: Writes = [], sinceMs = 0): readonly string[] {
  return restartsOf(logOf(upgraded), logOf(without), sinceMs).map(
    ({ workload, count, atMs, change }) => {
      expect(change.time).toBe(START_MS + atMs);
      return `${workload}: ${count}, ${atMs}, ${change.value.metadata.name}`;
    },
  );
}

it.each<[what: string, writes: Writes, ...restarts: string[]]>([
  ['one that gets a time of deletion', [[5, gone('a')]], 'Pod x/a: 1, 5, a'],
  ['one that is removed at once', [[5, removed('a')]], 'Pod x/a: 1, 5, a'],
  [
    'one once, although it is written several times',
    [
      [5, gone('a')],
      [6, gone('a')],
      [9, removed('a')],
    ],
    'Pod x/a: 1, 5, a',
  ],
  ['none that is only written', [[5, { value: pod('a') }]]],
  ['none that had succeeded', [[5, gone('a', {}, 'Succeeded')]]],
  ['none that had failed', [[5, gone('a', {}, 'Failed')]]],
  ['one that was waiting', [[5, gone('a', {}, 'Pending')]], 'Pod x/a: 1, 5, a'],
  [
    'one without a status',
    [[5, { value: { ...gone('a').value, status: undefined } }]],
    'Pod x/a: 1, 5, a',
  ],
  ['none of another kind', [[5, { type: 'deleted', value: set.value }]]],
  [
    'those of a set together',
    [
      [0, set],
      [5, gone('b', owner('ReplicaSet', 'rs'))],
      [7, gone('a', owner('ReplicaSet', 'rs'))],
    ],
    'ReplicaSet x/rs: 2, 5, b',
  ],
  [
    'those of a set by its Deployment',
    [
      [0, deployment],
      [0, owned],
      [5, gone('a', owner('ReplicaSet', 'rs'))],
    ],
    'Deployment x/web: 1, 5, a',
  ],
  [
    'one by itself whose owner is unknown',
    [[5, gone('a', owner('ReplicaSet', 'rs'))]],
    'Pod x/a: 1, 5, a',
  ],
  [
    'one by itself whose owner does not control it',
    [
      [0, set],
      [5, gone('a', { ownerReferences: [{ uid: 'rs' }] })],
    ],
    'Pod x/a: 1, 5, a',
  ],
  [
    'one without a namespace by its name alone',
    [[5, { value: { ...gone('a').value, metadata: { name: 'a', uid: 'a', ...going } } }]],
    'Pod a: 1, 5, a',
  ],
  [
    'workloads in the order in which they lose pods',
    [
      [0, set],
      [5, gone('z')],
      [6, gone('a')],
      [8, gone('b', owner('ReplicaSet', 'rs'))],
    ],
    'Pod x/z: 1, 5, z',
    'Pod x/a: 1, 6, a',
    'ReplicaSet x/rs: 1, 8, b',
  ],
])('counts %s', (_, writes, ...found) => {
  expect(restarts(writes)).toEqual(found);
});

it('leaves out what goes before the upgrade begins, also when it is removed later', () => {
  expect(
    restarts(
      [
        [4, gone('a')],
        [6, removed('a')],
      ],
      [],
      5,
    ),
  ).toEqual([]);
  expect(restarts([[5, gone('a')]], [], 5)).toEqual(['Pod x/a: 1, 5, a']);
});

it('leaves out as many of a workload as go without the upgrade', () => {
  const set3 = (...times: readonly number[]): Writes => [
    [0, set],
    ...times.map((atMs, index): Writes[number] => {
      return [atMs, gone(`p${index}`, owner('ReplicaSet', 'rs'))];
    }),
  ];
  expect(restarts(set3(5), set3(5))).toEqual([]);
  expect(restarts(set3(5), set3(5, 6))).toEqual([]);
  expect(restarts(set3(5, 6, 7), set3(5))).toEqual(['ReplicaSet x/rs: 2, 6, p1']);
  // All of them go at the same times: the first one stands for those too many.
  expect(restarts(set3(5, 5), set3(5))).toEqual(['ReplicaSet x/rs: 1, 5, p0']);
  expect(restartsOf(nothing, logOf(set3(5)), 0)).toEqual([]);
});
