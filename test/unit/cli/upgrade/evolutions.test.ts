/** Statuses that evolve otherwise in two runs: which fields, and from when on. */
import { expect, it } from 'vitest';
import { partings } from '../../../../src/cli/upgrade/evolutions.ts';
import { logOf } from './run-logs.ts';

type Evolution = readonly (readonly [atMs: number, status: object | undefined])[];

const job = { label: 'Job it', kind: 'Job', namespace: 'default', name: 'it' };

function logWith(evolution: Evolution, metadata: object = {}): ReturnType<typeof logOf> {
  return logOf(
    evolution.map(([atMs, status]) => [
      atMs,
      {
        value: { kind: 'Job', metadata: { name: 'it', namespace: 'default', ...metadata }, status },
      },
    ]),
  );
}

/** `field: what the left has, what the right has, from when on`. */
function partingsOf(left: Evolution, right: Evolution): readonly string[] {
  return partings([job], logWith(left), logWith(right)).map((parting) => {
    expect(parting.object).toBe(job);
    expect(parting.left.atMs).toBe(parting.right.atMs);
    const [ours, theirs] = [parting.left, parting.right].map(({ value }) => value ?? 'nothing');
    return `${parting.field}: ${ours}, ${theirs}, ${parting.left.atMs}`;
  });
}

it.each<[what: string, left: Evolution, right: Evolution, ...partings: string[]]>([
  [
    'the same evolution',
    [
      [0, { a: 1 }],
      [5, { a: 2 }],
    ],
    [
      [0, { a: 1 }],
      [5, { a: 2 }],
    ],
  ],
  ['another value', [[0, { a: 1 }]], [[0, { a: 2 }]], 'status.a: 1, 2, 0'],
  [
    'a value that comes later',
    [
      [0, { a: 1 }],
      [5, { a: 2 }],
    ],
    [
      [0, { a: 1 }],
      [7, { a: 2 }],
    ],
    'status.a: 2, 1, 5',
  ],
  [
    'a value that never comes',
    [[0, { a: 1 }]],
    [
      [0, { a: 1 }],
      [7, { a: 2 }],
    ],
    'status.a: 1, 2, 7',
  ],
  [
    'a value that returns',
    [
      [0, { a: 1 }],
      [3, { a: 2 }],
      [4, { a: 1 }],
    ],
    [[0, { a: 1 }]],
    'status.a: 2, 1, 3',
  ],
  [
    'a field of one run',
    [[0, { a: 1 }]],
    [[2, { a: 1, b: 'x' }]],
    'status.a: 1, nothing, 0',
    'status.b: nothing, "x", 2',
  ],
  [
    'a field that goes',
    [
      [0, { a: 1 }],
      [4, {}],
    ],
    [[0, { a: 1 }]],
    'status.a: nothing, 1, 4',
  ],
  ['a value in depth', [[0, { a: { b: 1 } }]], [[0, { a: { b: 2 } }]], 'status.a.b: 1, 2, 0'],
  ['a list as a whole', [[0, { a: [1, 2] }]], [[0, { a: [2, 1] }]], 'status.a: [1,2], [2,1], 0'],
  ['null as nothing', [[0, { a: null }]], [[0, {}]]],
  [
    'what comes and goes in an instant',
    [
      [0, { a: 1 }],
      [3, { a: 2 }],
      [3, { a: 1 }],
    ],
    [[0, { a: 1 }]],
  ],
  [
    'the last value of an instant',
    [
      [0, { a: 1 }],
      [0, { a: 2 }],
    ],
    [[0, { a: 2 }]],
  ],
  [
    'writes without a change',
    [
      [0, { a: 1 }],
      [3, { a: 1 }],
      [5, { a: 2 }],
    ],
    [
      [0, { a: 1 }],
      [5, { a: 2 }],
    ],
  ],
  [
    'times, which follow from the rest',
    [[0, { startTime: 'x', lastTimestamp: 'x' }]],
    [[0, { startTime: 'y' }]],
  ],
  [
    'a field that only begins like a time',
    [[0, { timeouts: 1 }]],
    [[0, { timeouts: 2 }]],
    'status.timeouts: 1, 2, 0',
  ],
  [
    'uids and versions in references',
    [[0, { active: [{ name: 'a', uid: '1', resourceVersion: '1' }] }]],
    [[0, { active: [{ name: 'a', uid: '2', resourceVersion: '2' }] }]],
  ],
  [
    'other names in references',
    [[0, { active: [{ name: 'a', uid: '1' }] }]],
    [[0, { active: [{ name: 'b', uid: '1' }] }]],
    'status.active: [{"name":"a"}], [{"name":"b"}], 0',
  ],
])('tells %s', (_, left, right, ...found) => {
  expect(partingsOf(left, right)).toEqual(found);
});

it.each<[what: string, condition: object, text: string]>([
  ['no status', { type: 'Done' }, 'Unknown'],
  ['its status alone', { type: 'Done', status: 'False' }, 'False'],
  ['an empty reason', { type: 'Done', status: 'False', reason: '', message: '' }, 'False'],
  ['a reason', { type: 'Done', status: 'True', reason: 'Why' }, 'True (Why)'],
  ['a message', { type: 'Done', status: 'True', message: 'so it is' }, 'True (so it is)'],
  ['both', { type: 'Done', status: 'True', reason: 'Why', message: 'so' }, 'True (Why: so)'],
])('compares conditions by type, here one with %s', (_, condition, text) => {
  const others = [{ type: 'Ready', status: 'True', lastProbeTime: 'x' }];
  const left: Evolution = [[0, { conditions: [condition, ...others] }]];
  expect(partingsOf(left, [[0, { conditions: others }]])).toEqual([
    `status.conditions[Done]: ${text}, nothing, 0`,
  ]);
});

it('follows only objects that both runs have, each by kind, namespace and name', () => {
  const [left, right] = [logWith([[0, { a: 1 }]]), logWith([[0, { a: 2 }]])];
  const elsewhere = logWith([[0, { a: 2 }]], { namespace: 'other' });
  const unscoped = logWith([[0, { a: 2 }]], { namespace: undefined });
  expect(partings([job], left, right)).toHaveLength(1);
  expect(partings([], left, right)).toEqual([]);
  expect(partings([job], left, elsewhere)).toEqual([]);
  expect(partings([job], left, unscoped)).toEqual([]);
  expect(
    partings(
      [
        { ...job, kind: 'Pod' },
        { ...job, name: 'a' },
      ],
      left,
      right,
    ),
  ).toEqual([]);
  const node = { label: 'Job it', kind: 'Job', name: 'it' };
  expect(partings([node], unscoped, logWith([[0, {}]], { namespace: undefined }))).toHaveLength(1);
});

it('names fields in their order, object by object, and follows none that has no status', () => {
  const left = logWith([[0, { b: 1, a: 1 }]]);
  const right = logWith([[0, { a: 2, b: 2 }]]);
  const fields = partings([job, job], left, right).map(({ field }) => field);
  expect(fields).toEqual(['status.a', 'status.b', 'status.a', 'status.b']);
  expect(partings([job], left, logWith([[0, undefined]]))).toEqual([]);
});
