import { describe, expect, it } from 'vitest';
import { createCluster, type AnyObject } from '#kit';
import {
  differencesOf,
  differenceText,
  endStateOf,
  type EndState,
} from '../../../../src/grade/explore/end-state.ts';
import { historyOf, type Write } from '../../../../src/grade/explore/history.ts';
import { judgeRun } from '../../../../src/grade/explore/judge.ts';
import { ExploreError, learn } from '../../../../src/grade/explore/learn.ts';
import type { Outcome } from '../../../../src/grade/explore/play.ts';
import { plansFor } from '../../../../src/grade/explore/plans.ts';

const actor = 'user:graded';

function write(revision: number, verb: Write['verb'], key: string, by = actor): Write {
  return {
    revision,
    atMs: revision * 1000,
    actor: by,
    verb,
    kind: 'Pod',
    resource: 'pods',
    key,
    changes: [],
  };
}

/** The client makes a pod in the start and updates it in step 1, as the scenario asks. */
const usual: Outcome = {
  ...{ notPlayed: undefined, ending: undefined, output: '', actors: [actor], isAtRest: true },
  canPermute: false,
  ...{ calmMs: 10_000, broken: [], lost: [], orphans: [], hanging: [], missed: [], wallMs: 1 },
  history: [
    write(11, 'created', 'default/a'),
    write(12, 'updated', 'default/a', 'kubelet'),
    write(21, 'updated', 'default/a', 'test'),
    write(22, 'updated', 'default/a'),
  ],
  stepStarts: [10, 20],
  reads: ['pods'],
  writes: [
    [{ verb: 'create', resource: 'pods' }],
    [
      { verb: 'update', resource: 'pods' },
      { verb: 'update', resource: 'pods/status' },
    ],
  ],
  end: new Map([['Pod default/a', { spec: { size: 2 }, status: { seen: 4 } }]]),
};
const learned = learn(usual, usual);
const podIn = (step: number, count: number) => ({
  ...{ step, count, resource: 'pods', change: 'pods default/a' },
});

describe('what is learned', () => {
  it('are the changes and writes of each step, counted as faults count them', () => {
    expect(learned.changes).toEqual([
      { ...podIn(0, 1), isOwn: true },
      { ...podIn(0, 2), isOwn: false },
      { ...podIn(1, 1), isOwn: false },
      { ...podIn(1, 2), isOwn: true },
    ]);
    expect(learned.writes).toEqual([
      { step: 0, write: 'create pods', count: 1 },
      { step: 1, write: 'update pods', count: 1 },
      { step: 1, write: 'update pods/status', count: 1 },
    ]);
    expect(learned.updated).toEqual([{ object: 'pods default/a', step: 1 }]);
  });

  it('names no object whose name differs from run to run', () => {
    const history = usual.history.map((each) => ({ ...each, key: 'default/b' }));
    const { changes, updated } = learn(usual, { ...usual, history });
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['pods']));
    expect(updated).toEqual([]);
  });

  it.each<[string, Partial<Outcome>, RegExp]>([
    [
      'ends',
      { ending: 'exit status 1', output: 'oh no' },
      /ended with exit status 1\nIts output ends with:\noh no/,
    ],
    ['reads nothing', { reads: [] }, /listed or watched nothing/],
    ['writes nothing', { writes: [[]] }, /writes nothing/],
    [
      'misses its goal',
      { broken: [{ what: 'it', found: 'x' }] },
      /undisturbed, it does not hold; found x/,
    ],
    ['was not ready', { notPlayed: 'it was never ready' }, /undisturbed, it was never ready/],
    ['ends otherwise', { end: new Map() }, /end differently: Pod default\/a is missing/],
  ])('is nothing where the client %s', (_, other, message) => {
    expect(() => learn(usual, { ...usual, ...other })).toThrow(ExploreError);
    expect(() => learn(usual, { ...usual, ...other })).toThrow(message);
  });
});

describe('a run', () => {
  it.each<[string, Partial<Outcome>, string[]]>([
    ['like the undisturbed one', {}, []],
    [
      'with another end',
      { end: new Map([['Pod default/a', { spec: { size: 1 }, status: { seen: 4 } }]]) },
      ['Pod default/a: spec.size is 1, not 2'],
    ],
    ['without an object', { end: new Map() }, ['Pod default/a is missing']],
    [
      'with one too many',
      { end: new Map([...usual.end, ['Pod default/b', {}]]) },
      ['Pod default/b is too many'],
    ],
    [
      'that creates twice',
      { history: [...usual.history, write(30, 'created', 'default/a')] },
      ['2 times: default/a 2 times'],
    ],
    [
      'that creates another',
      { history: [...usual.history, write(30, 'created', 'default/b')] },
      ['2 times'],
    ],
    [
      'that deletes',
      { history: [...usual.history, write(30, 'deleted', 'default/a')] },
      ['1 times'],
    ],
    [
      'in which another client creates',
      { history: [...usual.history, write(30, 'created', 'default/b', 'test')] },
      [],
    ],
    ['that creates less', { history: [] }, []],
    [
      'that loses an annotation',
      { lost: ['pods default/a'] },
      ['pods default/a has lost the annotation of another client'],
    ],
    ['that leaves an orphan', { orphans: ['Pod b'] }, ['the owners of Pod b are gone']],
    [
      'that leaves an object in deletion',
      { hanging: [{ object: 'Pod default/a', finalizers: ['x.io/y'] }] },
      ['Pod default/a hangs in deletion: no client removes x.io/y'],
    ],
    [
      'in which it may still go',
      { isAtRest: false, hanging: [{ object: 'Pod default/a', finalizers: ['x.io/y'] }] },
      [],
    ],
    ['without its goal', { broken: [{ what: 'it', found: 'no' }] }, ['no']],
    ['that ends', { ending: 'signal SIGSEGV' }, ['it ended with signal SIGSEGV']],
    ['that is slow', { isAtRest: false }, []],
    [
      'without rest',
      { isAtRest: false, history: [...usual.history, write(71, 'updated', 'default/a')] },
      ['1 later writes of Pod default/a'],
    ],
    ['whose step fails', { notPlayed: 'step 1 failed' }, ['step 1 failed']],
    [
      'whose step fails without the disturbance',
      {
        notPlayed: 'step 1 failed',
        missed: [{ type: 'touch', object: 'pods default/a', step: 1 }],
      },
      [],
    ],
  ])('%s', (_, other, found) => {
    expect(judgeRun({ ...usual, ...other }, learned).map((each) => each.found)).toEqual(found);
  });

  it('may end otherwise where undisturbed runs differ', () => {
    const end = new Map([['Pod default/a', { spec: { size: 2 }, status: { seen: 5 } }]]);
    expect(judgeRun({ ...usual, end }, learn(usual, { ...usual, end }))).toEqual([]);
  });
});

describe('plans', () => {
  it('are for each sort of disturbance, each once, the single ones first', () => {
    const plans = plansFor(learned, 100, 1);
    expect(plans).toHaveLength(100);
    expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBe(100);
    const types = new Set(plans.slice(0, 12).flatMap((plan) => plan.map(({ type }) => type)));
    expect([...types].sort()).toEqual([
      'away',
      'conflict',
      'expire',
      'kill',
      'race',
      'rewind',
      'stale',
      'touch',
      'unseen',
    ]);
    expect(plansFor(learned, 100, 1)).toEqual(plans);
    expect(plansFor(learned, 100, 2)).not.toEqual(plans);
  });
});

describe('the end of a cluster', () => {
  const map = (metadata: object, data: object): AnyObject =>
    ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'default', ...metadata },
      data,
    }) as never;

  async function endOf(...objects: readonly AnyObject[]) {
    await using cluster = await createCluster({ controllers: 'none', seed: objects.length });
    for (const each of objects) await cluster.create(each);
    const end = await endStateOf(cluster, ['configmaps'], ['data.any', 'metadata.labels.*']);
    return { end, history: historyOf(cluster) };
  }

  it('has no times, uids, versions, generated names and ignored fields', async () => {
    const one = await endOf(
      map({ name: 'a' }, { when: '2026-01-01T00:00:00Z', any: '1', same: 'x' }),
      map({ generateName: 'g-', labels: { any: '1' } }, { of: 'two' }),
      map({ generateName: 'g-' }, { of: 'one' }),
    );
    const other = await endOf(
      map({ generateName: 'g-' }, { of: 'one' }),
      map({ generateName: 'g-', labels: { any: '2' } }, { of: 'two' }),
      map({ name: 'a' }, { when: '2027-01-01T00:00:00Z', any: '2', same: 'x' }),
    );
    expect(differencesOf(one.end, other.end)).toEqual([]);
    expect([...one.end.keys()]).toEqual([
      ...['ConfigMap default/a', 'ConfigMap default/g-#1', 'ConfigMap default/g-#2'],
    ]);
  });

  it('has no addresses, and no uids within texts', async () => {
    const end = (uid: string, ip: string): Promise<EndState> => {
      const metadata = { name: 'web', namespace: 'default' };
      const status = {
        ...{ podIP: ip, hostIP: '10.0.0.1', podIPs: [{ ip }] },
        containerStatuses: [{ containerID: `sim://${uid}/a/0` }],
      };
      const objects = [
        { kind: 'Pod', metadata: { ...metadata, uid }, status },
        { kind: 'EndpointSlice', metadata, endpoints: [{ addresses: [ip] }] },
      ];
      return endStateOf({ list: () => Promise.resolve(objects) } as never, ['pods'], []);
    };
    const one = await end('5968363c-19cb-4142-a4ca-843c2e1622b1', '10.128.0.7');
    const other = await end('eb3a724b-eea0-49b6-870a-dec38b10831a', '10.128.0.9');
    expect(differencesOf(one, other)).toEqual([]);
    const shared = await end('eb3a724b-eea0-49b6-870a-dec38b10831a', '10.0.0.1');
    expect(differencesOf(one, shared)).not.toEqual([]);
  });

  it('keeps of each object what its controllers decide', async () => {
    const uid = '5968363c-19cb-4142-a4ca-843c2e1622b1';
    const objects = [
      {
        ...{ kind: 'Pod', apiVersion: 'v1', items: [], unset: null },
        metadata: {
          ...{ name: 'web-x7', generateName: 'web-', namespace: 'default', uid },
          ...{ resourceVersion: '7', generation: 2, managedFields: [], labels: { b: '1', a: '2' } },
          ...{ creationTimestamp: '2026-01-01T00:00:00Z', ownerReferences: [{ uid, name: 'x' }] },
          annotations: {
            ...{
              'orrery/touched': 'kept',
              'deployment.kubernetes.io/revision': '3',
              own: 'web-x7',
            },
          },
        },
        status: {
          ...{ podIP: '10.0.0.7', hostIP: '10.0.0.1', observedGeneration: 2, count: 3 },
          since: '2026-01-01T00:00:00.5+01:00',
          date: 'at 2026-01-01T00:00:00Z',
          mixed: [{ type: 'A', status: 'True' }, { type: 'B' }],
          conditions: [
            { type: 'Ready', status: 'True', reason: 'Why', message: 'how' },
            { type: 'Ended', status: 'False' },
          ],
          parts: [{ count: 1, name: 'one' }, { count: 2 }],
        },
      },
      {
        ...{ kind: 'Service', metadata: { name: 'web', uid: 'u', annotations: {} } },
        spec: { clusterIP: '10.96.0.5', clusterIPs: ['10.96.0.5'] },
      },
      { kind: 'Service', metadata: { name: 'none', uid: 'n' }, spec: { clusterIP: 'None' } },
    ];
    const cluster = { list: () => Promise.resolve(objects) } as never;
    const ignored = ['status.parts.count', 'metadata.labels.a', 'status'.repeat(2)];
    expect([...(await endStateOf(cluster, ['pods'], ignored))]).toStrictEqual([
      [
        'Pod default/web-#1',
        {
          ...{ apiVersion: 'v1', items: [], kind: 'Pod', unset: null },
          metadata: {
            ...{ name: 'web-*', generateName: 'web-', namespace: 'default' },
            ...{ annotations: { own: 'web-*' }, labels: { a: '*', b: '1' } },
            ownerReferences: [{ uid: 'uid of Pod web-*', name: 'x' }],
          },
          status: {
            ...{ podIP: 'address of Pod web-*', hostIP: '10.0.0.1', count: 3, since: 'a time' },
            ...{ date: 'at 2026-01-01T00:00:00Z', conditions: { Ready: 'True', Ended: 'False' } },
            mixed: [{ type: 'A', status: 'True' }, { type: 'B' }],
            parts: [{ count: '*', name: 'one' }, { count: '*' }],
          },
        },
      ],
      [
        'Service none',
        { kind: 'Service', metadata: { name: 'none' }, spec: { clusterIP: 'None' } },
      ],
      [
        'Service web',
        {
          ...{ kind: 'Service', metadata: { name: 'web' } },
          spec: { clusterIP: 'address of Service web', clusterIPs: ['address of Service web'] },
        },
      ],
    ]);
  });

  it('tells two ends apart field by field, in the order of their names', () => {
    const one = new Map<string, unknown>([
      ['B', { a: [1, 2], b: { c: null }, same: {} }],
      ['A', { x: 1 }],
    ]);
    const other = new Map<string, unknown>([
      ['C', {}],
      ['B', { b: 'd', a: [1, 3, 'x'.repeat(90)], same: {} }],
    ]);
    const found = differencesOf(one, other);
    expect(found).toStrictEqual([
      { object: 'A', path: '', expected: { x: 1 }, found: undefined },
      { object: 'B', path: 'a.1', expected: 2, found: 3 },
      { object: 'B', path: 'a.2', expected: undefined, found: 'x'.repeat(90) },
      { object: 'B', path: 'b', expected: { c: null }, found: 'd' },
      { object: 'C', path: '', expected: undefined, found: {} },
    ]);
    expect(found.map(differenceText)).toEqual([
      'A is missing',
      'B: a.1 is 3, not 2',
      `B: a.2 is "${'x'.repeat(76)}..., not absent`,
      'B: b is "d", not {"c":null}',
      'C is too many',
    ]);
  });

  it.each([
    [77, `"${'x'.repeat(77)}"`],
    [78, `"${'x'.repeat(78)}"`],
    [79, `"${'x'.repeat(76)}...`],
  ])('shows a text of %d characters whole, or its beginning', (length, text) => {
    const about = { object: 'A', path: 'a', expected: 1, found: 'x'.repeat(length) };
    expect(differenceText(about)).toBe(`A: a is ${text}, not 1`);
  });

  it('shows what differs', async () => {
    const one = await endOf(map({ name: 'a' }, { same: 'x' }), map({ generateName: 'g-' }, {}));
    const other = await endOf(map({ name: 'a' }, { same: 'y' }));
    expect(differencesOf(one.end, other.end).map(differenceText)).toEqual([
      'ConfigMap default/a: data.same is "y", not "x"',
      'ConfigMap default/g-#1 is missing',
    ]);
    const created = other.history.filter(({ resource }) => resource === 'configmaps');
    expect(created).toMatchObject([{ actor: 'test', verb: 'created', key: 'default/a' }]);
  });
});
