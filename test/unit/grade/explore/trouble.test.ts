/** What a plan does to a cluster: the faults that it injects and lifts, and what of it has taken place. */
import { describe, expect, it } from 'vitest';
import { readPlan } from '#grade';
import { createCluster } from '#kit';
import type { Rig } from '../../../../src/grade/explore/rig.ts';
import { Trouble } from '../../../../src/grade/explore/trouble.ts';

const outside = { userAgent: 'graded' };
const inside = { process: ['graded'] };

interface Strike {
  readonly fault: string;
  readonly effect: string;
  readonly revision: number;
}

/** A rig that only notes what is done to its cluster. */
function noted({
  plan,
  client = outside,
  inForce = [],
  strikes = [],
  entries = [],
  starts = [],
}: {
  readonly plan: readonly object[];
  readonly client?: Rig['client'];
  readonly inForce?: readonly string[];
  readonly strikes?: readonly Strike[];
  readonly entries?: readonly object[];
  readonly starts?: readonly number[];
}) {
  const injected: unknown[] = [];
  const lifted: (string | undefined)[] = [];
  const seeds: (string | undefined)[] = [];
  const order = { choices: 0, permute: (seed?: string) => void seeds.push(seed) };
  const faults = {
    inject: (fault: unknown) => void injected.push(fault),
    lift: (name?: string) => void lifted.push(name),
    list: () => inForce.map((name) => ({ name })),
    strikes: () => strikes,
  };
  const kind = (name: string) => ({ plural: `${name.toLowerCase()}s` });
  const cluster = { faults, kind, record: () => JSON.stringify({ entries }) };
  const rig = { cluster, client, order, lostAnswer: { error: 504, applied: true } };
  const read = readPlan(JSON.stringify(plan), '--plan');
  const trouble = new Trouble(rig as never, read, starts);
  return { trouble, injected, lifted, seeds, order, plan: read };
}

describe('the faults of a step', () => {
  const watch = { client: outside, verb: 'watch', resource: 'pods' };

  it.each<[string, object, Rig['client'], readonly unknown[]]>([
    [
      'a stale resource',
      { stale: 'pods', step: 1, through: 2 },
      outside,
      [{ name: 'plan-0', match: watch, stale: 'frozen' }],
    ],
    [
      'changes of an object that are not seen',
      { unseen: 'pods', step: 1, change: 'deployments.apps default/web', count: 2, through: 2 },
      outside,
      [
        {
          ...{ name: 'plan-0', match: watch, watch: 'gather' },
          when: { resource: 'deployments.apps', namespace: 'default', name: 'web', count: 2 },
        },
      ],
    ],
    [
      'changes of an object without a namespace',
      { stale: 'pods', step: 1, change: 'nodes a', count: 1, through: 1 },
      outside,
      [
        {
          ...{ name: 'plan-0', match: watch, stale: 'frozen' },
          when: { resource: 'nodes', name: 'a', count: 1 },
        },
      ],
    ],
    [
      'a watch that expires at any object',
      { expire: 'pods', step: 1, change: 'pods', count: 3 },
      outside,
      [{ name: 'plan-0', match: watch, watch: 'expire', from: 3, times: 1 }],
    ],
    [
      'a watch that expires at one object',
      { expire: 'pods', step: 1, change: 'pods default/a', count: 1 },
      outside,
      [
        {
          ...{ name: 'plan-0', match: { ...watch, namespace: 'default', name: 'a' } },
          ...{ watch: 'expire', from: 1, times: 1 },
        },
      ],
    ],
    [
      'a conflict of a part of objects',
      { conflict: 'update sites.example.com/status', step: 1, count: 2, times: 3 },
      outside,
      [
        {
          name: 'plan-0',
          match: {
            ...{ client: outside, verb: 'update' },
            ...{ resource: 'sites.example.com', subresource: 'status' },
          },
          ...{ error: 409, from: 2, times: 3 },
        },
      ],
    ],
    [
      'a conflict of controllers in the process',
      { conflict: 'update pods', step: 1 },
      inside,
      [
        {
          ...{ name: 'plan-0', error: 409, from: 1, times: 1 },
          match: { client: inside, verb: ['update', 'patch'], resource: 'pods' },
        },
      ],
    ],
    [
      'a kill',
      { kill: 'create pods', step: 1, count: 2 },
      inside,
      [
        {
          ...{ name: 'plan-0', match: { client: inside, verb: 'create', resource: 'pods' } },
          ...{ error: 504, applied: true, from: 2, times: 1 },
        },
        {
          ...{ name: 'plan-0-again', match: { client: inside, verb: 'create', resource: 'pods' } },
          ...{ error: 504, applied: false, from: 2 },
        },
      ],
    ],
    ['a rewind', { rewind: 'pods', step: 1, through: 1 }, outside, []],
    ['an absence', { away: 'client', step: 1, through: 1 }, outside, []],
  ])('are those of %s', async (_, each, client, faults) => {
    const { trouble, injected } = noted({ plan: [each], client });
    await trouble.begin(0);
    expect(injected).toEqual([]);
    await trouble.begin(1);
    expect(injected).toStrictEqual(faults);
  });

  it('are lifted once it is over, if they are in force', () => {
    const plan = [
      { unseen: 'pods', step: 1, through: 2 },
      { stale: 'nodes', step: 1, through: 2 },
      { stale: 'secrets', step: 1, through: 3 },
      { expire: 'pods', step: 2, change: 'pods', count: 1 },
    ];
    const { trouble, lifted } = noted({ plan, inForce: ['plan-0', 'plan-2', 'plan-3'] });
    expect([1, 2, 3].map((step) => trouble.lift(step))).toEqual([false, true, true]);
    expect(lifted).toEqual(['plan-0', 'plan-2']);
    expect(noted({ plan }).trouble.lift(2)).toBe(false);
  });
});

describe('a client', () => {
  it('is away from one step until another is over', () => {
    const { trouble, plan } = noted({ plan: [{ away: 'client', step: 1, through: 2 }] });
    expect(trouble.missed).toEqual(plan);
    expect([0, 1, 2].map((step) => trouble.leavesAt(step))).toEqual([false, true, false]);
    expect([0, 1, 2].map((step) => trouble.returnsAfter(step))).toEqual([false, false, true]);
    expect(trouble.missed).toEqual([]);
  });

  const entry = (revision: number, kind: string, key: string): object => ({
    ...{ revision, atMs: 0, actor: 'test', verb: 'updated', kind, apiVersion: 'v1', key },
  });
  const entries = [
    entry(20, 'Pod', 'default/a'),
    entry(21, 'Node', 'a'),
    entry(22, 'Pod', 'default/b'),
    entry(23, 'Pod', 'default/a'),
    entry(24, 'Pod', 'default/a'),
  ];

  it.each<[object, number]>([
    [{ step: 1 }, 20],
    [{ step: 0 }, 1],
    [{ step: 1, change: 'pods', count: 1 }, 22],
    [{ step: 1, change: 'pods', count: 2 }, 23],
    [{ step: 1, change: 'pods default/a', count: 1 }, 23],
    [{ step: 1, change: 'pods default/a', count: 2 }, 24],
    [{ step: 1, change: 'pods default/a', count: 3 }, 20],
    [{ step: 1, change: 'secrets', count: 1 }, 20],
  ])('that goes back to %j finds a replica at revision %d', (moment, at) => {
    const plan = [{ rewind: 'pods', ...moment, through: 2 }];
    const { trouble, injected } = noted({ plan, entries, starts: [0, 20] });
    expect(trouble.rewindsAfter(1)).toEqual([]);
    for (const lag of trouble.rewindsAfter(2)) lag();
    const match = { client: outside, resource: 'pods' };
    expect(injected).toStrictEqual([
      { name: 'plan-0-lag', match: { ...match, verb: 'list', version: 'any' }, stale: { at } },
      {
        name: 'plan-0-watch-lag',
        match: { ...match, verb: 'watch', version: 'exact' },
        stale: { at },
      },
    ]);
  });

  it('is killed once for each write that has come, and may find a replica without it', () => {
    const plan = [
      { kill: 'create pods', step: 0, lagging: true },
      { kill: 'delete pods', step: 0 },
      { kill: 'patch pods', step: 0 },
    ];
    const strike = (fault: string, revision: number): Strike => ({
      ...{ fault, effect: 'error 504', revision },
    });
    const { trouble, injected, lifted } = noted({
      ...{ plan, client: inside, inForce: ['plan-0', 'plan-0-again', 'plan-1', 'plan-2'] },
      strikes: [strike('plan-0', 7), strike('plan-1', 8)],
    });
    expect(trouble.glance()).toBe(true);
    trouble.prepareRestart();
    expect(lifted).toEqual(['plan-0', 'plan-0-again', 'plan-1']);
    expect(injected).toStrictEqual([
      { name: 'plan-0-lag', match: { client: inside, verb: 'list' }, stale: { at: 7 } },
      {
        name: 'plan-0-watch-lag',
        match: { client: inside, verb: 'watch', version: 'exact' },
        stale: { at: 7 },
      },
    ]);
    expect(trouble.glance()).toBe(false);
  });

  it('finds replicas that have caught up', () => {
    const plan = [{ rewind: 'pods', step: 1, through: 1 }];
    const inForce = ['plan-1', 'plan-0-lag', 'plan-0-watch-lag'];
    const { trouble, lifted } = noted({ plan, inForce });
    expect(trouble.catchUp()).toBe(true);
    expect(lifted).toEqual(['plan-0-lag', 'plan-0-watch-lag']);
    expect(noted({ plan, inForce: ['plan-1'] }).trouble.catchUp()).toBe(false);
  });
});

describe('what has not taken place', () => {
  const rewind = { rewind: 'pods', step: 1, through: 1 };
  const kill = { kill: 'create pods', step: 1 };

  it.each<[string, object, readonly [fault: string, effect?: string][], boolean]>([
    ['a fault that has not struck', { stale: 'pods', step: 1, through: 1 }, [], true],
    ['one that has', { stale: 'pods', step: 1, through: 1 }, [['plan-0']], false],
    ['one of another number', { stale: 'pods', step: 1, through: 1 }, [['plan-1']], true],
    [
      'one that has only begun',
      { stale: 'pods', step: 1, through: 1 },
      [['plan-0', 'begins, when pods changed']],
      true,
    ],
    ['a replica that was not read', rewind, [['plan-0']], true],
    ['one that was listed', rewind, [['plan-0-lag']], false],
    ['one that was watched', rewind, [['plan-0-watch-lag']], false],
    ['a kill', kill, [['plan-0']], false],
    ['a kill whose replica was not read', { ...kill, lagging: true }, [['plan-0']], true],
    ['a kill whose replica was read', { ...kill, lagging: true }, [['plan-0-lag']], false],
    ['a touch', { touch: 'pods default/a', step: 1 }, [['plan-0']], true],
  ])('%s', (_, each, struck, isMissed) => {
    const strikes = struck.map(([fault, effect = 'stale']) => ({ fault, effect, revision: 1 }));
    const { trouble, plan } = noted({ plan: [each], strikes });
    expect(trouble.missed).toEqual(isMissed ? plan : []);
  });
});

describe('an order', () => {
  const plan = [{ order: 5, step: 1, through: 2 }];

  it('has a seed of its own in each step, and ends with the last', async () => {
    const { trouble, seeds } = noted({ plan });
    for (const step of [0, 1, 2, 3]) {
      await trouble.begin(step);
      trouble.lift(step);
    }
    expect(seeds).toEqual(['5 in step 1', '5 in step 2', undefined]);
  });

  it('has taken place once anything came in another order, also after its end', async () => {
    const { trouble, order, plan: read } = noted({ plan });
    await trouble.begin(1);
    expect(trouble.missed).toEqual(read);
    order.choices = 1;
    trouble.lift(2);
    expect(trouble.missed).toEqual([]);
  });

  it('has not where the choices are those of others', async () => {
    const { trouble, order, plan: read } = noted({ plan });
    await trouble.begin(1);
    trouble.lift(2);
    order.choices = 1;
    expect(trouble.missed).toEqual(read);
  });

  it('ends with everything else', async () => {
    const { trouble, seeds, lifted, order, plan: read } = noted({ plan });
    await trouble.begin(1);
    trouble.liftAll();
    order.choices = 1;
    expect(seeds).toEqual(['5 in step 1', undefined]);
    expect(lifted).toEqual([undefined]);
    expect(trouble.missed).toEqual(read);
  });
});

describe('the touch of another client', () => {
  const map = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'default' },
  };
  const ref = { namespace: 'default' };

  async function touchedIn(...objects: readonly string[]) {
    const cluster = await createCluster({ controllers: 'none' });
    await cluster.create(map as never);
    const plan = readPlan(JSON.stringify(objects.map((touch) => ({ touch, step: 1 }))), '--plan');
    const trouble = new Trouble({ cluster, client: inside, lostAnswer: {} } as never, plan);
    await trouble.begin(1);
    return { cluster, trouble, plan };
  }

  it('is kept, or lost', async () => {
    const { trouble, ...more } = await touchedIn('configmaps default/a', 'namespaces default');
    await using cluster = more.cluster;
    expect(trouble.missed).toEqual([]);
    expect(await trouble.lost()).toEqual([]);
    const { metadata } = await cluster.get('configmaps', 'a', ref);
    expect(metadata.annotations).toEqual({ 'orrery/touched': 'kept' });
    const body = { metadata: { annotations: null } };
    await cluster.patch('configmaps', 'a', body as never, ref);
    expect(await trouble.lost()).toEqual(['configmaps default/a']);
    await cluster.patch('namespaces', 'default', body as never);
    expect(await trouble.lost()).toEqual(['configmaps default/a', 'namespaces default']);
  });

  it('is not lost with an object that is gone, or made again', async () => {
    const { trouble, ...more } = await touchedIn('configmaps default/a');
    await using cluster = more.cluster;
    await cluster.delete('configmaps', 'a', ref);
    expect(await trouble.lost()).toEqual([]);
    await cluster.create(map as never);
    expect(await trouble.lost()).toEqual([]);
  });

  it('does not take place where there is no such object', async () => {
    const { cluster, trouble, plan } = await touchedIn('configmaps default/b');
    expect(trouble.missed).toEqual(plan);
    expect(await trouble.lost()).toEqual([]);
    await cluster.dispose();
  });
});
