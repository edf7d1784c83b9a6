import { defaultProfile } from '#kinds';
import { beforeEach, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import { keyOf, type KubeObject } from '#values';
import {
  ControllerManager,
  type ControllerContext,
  type ControllerDefinition,
  type Lister,
  type ReconcileTools,
  type ReconcileResult,
} from '#runtime';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { FakeApi, fakeKind, object } from './fake-api.ts';

const kind = fakeKind('Thing', 'things');
const outKind = fakeKind('Copy', 'copies');

type Work = (key: string, tools: ReconcileTools) => Promise<ReconcileResult | undefined>;

describe('ControllerManager', () => {
  let clock: FakeClock;
  let api: FakeApi;
  let errors: string[];
  let manager: ControllerManager;
  beforeEach(() => {
    clock = new FakeClock(1_000_000);
    api = new FakeApi();
    errors = [];
    manager = new ControllerManager({
      clock,
      clients: api,
      random: new Random(1),
      profile: defaultProfile,
      onError: (actor, key, error) => void errors.push(`${actor} ${key}: ${String(error)}`),
    });
  });

  /** Queues every thing that changes and does what the test says. */
  function controller(
    name: string,
    work: Work,
    more: (context: ControllerContext) => void = () => undefined,
  ): ControllerDefinition {
    return {
      name,
      actor: `${name}-controller`,
      start(context) {
        const things = context.informer(kind);
        const queue = context.queue({ workers: 2, reconcile: work });
        things.addHandlers({
          added: (it, cause) => queue.add(keyOf(it), cause),
          updated: (it, _, cause) => queue.add(keyOf(it), cause),
        });
        more(context);
      },
    };
  }

  const settle = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      api.flush();
      await microtasks(30);
    }
  };
  const advance = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };

  it('works only once all caches have filled, with origin and causes on every write', async () => {
    api.put('things', object('a'));
    api.put('copies', object('z'));
    let copies: Lister<KubeObject> | undefined;
    const copy = controller(
      'copy',
      async (_, { client }) => {
        expect(copies!.size).toBe(1);
        await client.create(outKind, object('a2'));
        return undefined;
      },
      (context) => (copies = context.informer(outKind).lister),
    );
    await manager.start([copy]);
    await settle();
    expect(errors).toEqual([]);
    expect(api.calls).toMatchObject([
      {
        verb: 'create',
        name: 'a2',
        origin: {
          actor: 'copy-controller',
          reconcile: { controller: 'copy', key: 'default/a', number: 1 },
          causes: { first: [{ revision: 1 }], last: [], dropped: 0 },
        },
      },
    ]);
    expect(clock.holds()).toBe(0);
  });

  it('does not stop virtual time while caches cannot fill', async () => {
    api.put('things', object('a'));
    api.gate = ({ kind: of }) => {
      if (of === 'Copy') throw new Error('down');
    };
    const seen: string[] = [];
    const look = controller(
      'look',
      async (key) => void seen.push(key) as undefined,
      (context) => void context.informer(outKind),
    );
    const started = manager.start([look]);
    await settle();
    expect(clock.holds()).toBe(0);
    expect(seen).toEqual([]);
    expect(errors[0]).toBe('kube-controller-manager copies: Error: down');
    api.gate = () => undefined;
    await advance(800);
    await started;
    await settle();
    expect(seen).toEqual(['default/a']);
  });

  it('retries with back-off what throws, counts it and reports it', async () => {
    api.put('things', object('a'));
    const times: number[] = [];
    const causes: unknown[] = [];
    await manager.start([
      controller('flaky', async (_, tools) => {
        times.push(clock.now());
        causes.push(tools.causes.first);
        if (times.length < 4) throw new Error('not yet');
        return undefined;
      }),
    ]);
    await settle();
    for (let i = 0; i < 100; i++) await advance(1);
    expect(times.map((time) => time - 1_000_000)).toEqual([0, 5, 15, 35]);
    expect(causes.slice(1)).toEqual(Array(3).fill([{ retry: 'not yet' }]));
    expect(errors).toEqual(Array(3).fill('flaky-controller default/a: Error: not yet'));
    expect(manager.tally('flaky')).toEqual({ reconciles: 4, errors: 3 });
    expect(manager.tally('none')).toEqual({ reconciles: 0, errors: 0 });
  });

  it('does as the result says: look again later, retry quietly, keep the failures', async () => {
    api.put('things', object('a'));
    const results: (ReconcileResult | undefined)[] = [
      { retry: true, requeueReason: 'busy' },
      { retry: true },
      { requeueAfterMs: 1_000, requeueReason: 'minReadySeconds', keepFailures: true },
      { retry: true },
      { requeueAfterMs: 500 },
      { retry: true },
    ];
    const seen: unknown[] = [];
    await manager.start([
      controller('obedient', async (_, { causes }) => {
        seen.push([clock.now() - 1_000_000, causes.first[0]]);
        return results.shift();
      }),
    ]);
    await settle();
    for (let i = 0; i < 2_000; i++) await advance(1);
    expect(seen).toEqual([
      [0, { revision: 1 }],
      [5, { retry: 'busy' }],
      [15, { retry: 'asked for by the reconcile' }],
      [1_015, { timer: 'minReadySeconds' }],
      [1_035, { retry: 'asked for by the reconcile' }],
      [1_535, { timer: 'requeue' }],
      [1_540, { retry: 'asked for by the reconcile' }],
    ]);
    expect(errors).toEqual([]);
  });

  it('gives a key up after its last retry, until something adds it', async () => {
    api.put('things', object('a'));
    const tries: number[] = [];
    await manager.start([
      {
        name: 'limited',
        actor: 'limited-controller',
        start(context) {
          const things = context.informer(kind);
          const queue = context.queue({
            workers: 1,
            maxRetries: 2,
            reconcile(): Promise<void> {
              tries.push(clock.now() - 1_000_000);
              return Promise.reject(new Error('never'));
            },
          });
          things.addHandlers({ updated: (it, _, cause) => queue.add(keyOf(it), cause) });
          things.addHandlers({ added: (it, cause) => queue.add(keyOf(it), cause) });
        },
      },
    ]);
    await settle();
    for (let i = 0; i < 100; i++) await advance(1);
    expect(tries).toEqual([0, 5, 15]);
    api.put('things', object('a'));
    await settle();
    for (let i = 0; i < 100; i++) await advance(1);
    expect(tries).toEqual([0, 5, 15, 100, 105, 115]);
  });

  it('runs periodic work, each run a period after the one before', async () => {
    const runs: unknown[] = [];
    let pass: () => void = () => undefined;
    await manager.start([
      {
        name: 'periodic',
        actor: 'p',
        start(context) {
          context.every(
            { name: 'sweep', periodMs: 100, initialDelayMs: 0 },
            async ({ client, causes }) => {
              runs.push([clock.now() - 1_000_000, causes.first]);
              if (runs.length === 1) throw new Error('bad');
              await client.create(kind, object(`t${runs.length}`));
              await new Promise<void>((resolve) => (pass = resolve));
            },
          );
        },
      },
    ]);
    await advance(0);
    await advance(100);
    expect(clock.holds('periodic sweep')).toBe(1);
    await advance(30);
    pass();
    await settle();
    expect(clock.holds()).toBe(0);
    await advance(99);
    expect(runs).toHaveLength(2);
    await advance(1);
    const causes = [{ timer: 'sweep' }];
    expect(runs).toEqual([
      [0, causes],
      [100, causes],
      [230, causes],
    ]);
    expect(errors).toEqual(['p sweep: Error: bad']);
    expect(api.calls[0]!.origin.reconcile).toEqual({
      controller: 'periodic',
      key: 'sweep',
      number: 2,
    });
  });

  it('runs what is due at the same time in the order in which it was declared', async () => {
    const runs: string[] = [];
    await manager.start([
      controller(
        'c',
        async () => undefined,
        (context) => {
          for (const name of ['first', 'second', 'third']) {
            context.every({ name, periodMs: 100 }, async () => void runs.push(name));
          }
        },
      ),
    ]);
    await advance(100);
    await advance(100);
    expect(runs).toEqual(['first', 'second', 'third', 'first', 'second', 'third']);
  });

  it.each([
    [undefined, { source: { component: 'c-controller' }, count: 1 }],
    ['core', { source: { component: 'c-controller' }, count: 1 }],
    ['series', { reportingComponent: 'c-controller', action: 'Look' }],
  ] as const)('records events of the form %s', async (eventStyle, expected) => {
    api.put('things', object('a'));
    const define = controller('c', async (_, { events }) => {
      events.event(object('a'), 'Normal', 'Seen', 'seen', { action: 'Look' });
      return undefined;
    });
    await manager.start([{ ...define, ...(eventStyle && { eventStyle }) }]);
    await settle();
    await advance(1000);
    expect(api.calls.map(({ body }) => body)).toMatchObject([{ reason: 'Seen', ...expected }]);
  });

  it('has nothing to stop where none runs', async () => {
    manager.stopOne('none');
    await manager.start([controller('c', async () => undefined)]);
    manager.stopOne('c');
    manager.stopOne('c');
    expect(manager.running).toEqual([]);
  });

  it('stops in the middle: no further call, no hold, no timer, no handler', async () => {
    api.put('things', object('a'));
    let pass: () => void = () => undefined;
    const reached: string[] = [];
    await manager.start([
      controller(
        'slow',
        async (_, { client, events }) => {
          await client.create(outKind, object('first'));
          reached.push('first');
          await new Promise<void>((resolve) => (pass = resolve));
          events.event(object('a'), 'Normal', 'Never', 'never');
          await client.create(outKind, object('second'));
          reached.push('second');
          return undefined;
        },
        (context) => {
          context.every({ name: 'sweep', periodMs: 100 }, async () => undefined);
          context.clock.after(50, () => reached.push('timer'), { name: 'own' });
          context.clock.hold('own');
        },
      ),
    ]);
    await settle();
    manager.stop();
    expect(manager.running).toEqual([]);
    expect(clock.holds()).toBe(0);
    expect(clock.timers()).toHaveLength(0);
    pass();
    api.put('things', object('b'));
    await advance(1_000);
    expect(reached).toEqual(['first']);
    expect(api.calls).toHaveLength(1);
    expect(errors).toEqual([]);
    expect(clock.holds()).toBe(0);
    expect(clock.timers()).toHaveLength(0);
  });

  it('stops and starts one controller, which remembers nothing, beside others', async () => {
    api.put('things', object('a'));
    const seen: string[] = [];
    const chance: number[] = [];
    const define = (name: string) =>
      controller(
        name,
        async (key, { client }) => {
          seen.push(`${name} ${key}`);
          await client.create(outKind, object(`${name}-${seen.length}`));
          return undefined;
        },
        (context) => chance.push(context.random.stream('x').next()),
      );
    await manager.start([define('one'), define('two')]);
    await settle();
    const { lists } = api;
    manager.stopOne('one');
    api.put('things', object('b'));
    await settle();
    expect(seen).toEqual(['one default/a', 'two default/a', 'two default/b']);
    await manager.startOne('one');
    await settle();
    expect(seen.slice(3)).toEqual(['one default/a', 'one default/b']);
    expect(api.lists).toBe(lists);
    expect(manager.running).toEqual(['two', 'one']);
    expect(api.calls.map(({ origin }) => origin.reconcile!.number)).toEqual([1, 1, 2, 2, 3]);
    expect(new Set(chance).size).toBe(3);
    await expect(manager.startOne('two')).rejects.toThrow('two runs already');
    await expect(manager.startOne('three')).rejects.toThrow('no controller named three');
  });

  it('reads the world only when what was sent before a stop has been written', async () => {
    api.put('things', object('a'));
    let land: () => void = () => undefined;
    api.gate = ({ verb }) =>
      verb === 'create' ? new Promise<void>((resolve) => (land = resolve)) : undefined;
    let copies: Lister<KubeObject> | undefined;
    const seen: number[] = [];
    const copy = controller(
      'copy',
      async (_, { client }) => {
        seen.push(copies!.size);
        if (copies!.size === 0) await client.create(outKind, object('a2'));
        return undefined;
      },
      (context) => (copies = context.informer(outKind).lister),
    );
    await manager.start([copy]);
    await settle();
    manager.stop();
    const started = [manager.start([copy]), manager.start([])];
    await settle();
    expect(seen).toEqual([0]);
    land();
    await Promise.all(started);
    await settle();
    expect(seen).toEqual([0, 1]);
    expect(api.calls).toHaveLength(1);
    expect(clock.holds()).toBe(0);
  });

  it('lists again once all controllers had stopped', async () => {
    const seen: string[] = [];
    await manager.start([controller('one', async (key) => void seen.push(key) as undefined)]);
    manager.stopOne('one');
    api.put('things', object('a'));
    await settle();
    await manager.startOne('one');
    await settle();
    expect(seen).toEqual(['default/a']);
    expect(api.lists).toBe(2);
  });

  it('gives the same chance to the same controller, whoever else runs', async () => {
    const chanceOf = async (names: readonly string[]): Promise<number> => {
      const chance = new Map<string, number>();
      const other = new ControllerManager({
        clock: new FakeClock(),
        clients: new FakeApi(),
        random: new Random(7),
        profile: defaultProfile,
      });
      await other.start(
        names.map((name) => ({
          name,
          actor: name,
          start: ({ random }) => void chance.set(name, random.stream('x').next()),
        })),
      );
      other.stop();
      return chance.get('daemonset')!;
    };
    expect(await chanceOf(['daemonset'])).toBe(await chanceOf(['job', 'daemonset']));
  });
});
