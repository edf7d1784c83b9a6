import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Cause, KubeObject } from '#values';
import { SharedInformer } from '../../../src/runtime/shared-informer.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { FakeApi, fakeKind, object } from './fake-api.ts';

const kind = fakeKind('Thing', 'things');

interface Seen {
  readonly type: string;
  readonly name: string;
  readonly uid: string;
  readonly version: string;
  readonly old?: string;
  readonly cause: Cause;
}

function setUp() {
  const clock = new FakeClock();
  const api = new FakeApi();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const client = api.as({ actor: 'test' });
  const informer = new SharedInformer<KubeObject>({ clock, client, kind, onError });
  return { clock, api, errors, informer };
}

/** Writes down what handlers hear, and checks that it fits what they heard before and the cache. */
function listen(informer: SharedInformer<KubeObject>) {
  const seen: Seen[] = [];
  const known = new Map<string, KubeObject>();
  const note = (type: string, it: KubeObject, cause: Cause, old?: KubeObject): void => {
    const { name, uid, resourceVersion: version } = it.metadata;
    const before = old === undefined ? {} : { old: old.metadata.resourceVersion };
    seen.push({ type, name, uid, version, cause, ...before });
    expect(informer.lister.get('default', name)).toBe(type === 'deleted' ? undefined : it);
  };
  const remove = informer.addHandlers({
    added(it, cause) {
      expect(known.has(it.metadata.name)).toBe(false);
      known.set(it.metadata.name, it);
      note('added', it, cause);
    },
    updated(it, old, cause) {
      expect(known.get(it.metadata.name)).toBe(old);
      expect(old.metadata.uid).toBe(it.metadata.uid);
      expect(old.metadata.resourceVersion).not.toBe(it.metadata.resourceVersion);
      known.set(it.metadata.name, it);
      note('updated', it, cause, old);
    },
    deleted(it, cause) {
      expect(known.get(it.metadata.name)?.metadata.uid).toBe(it.metadata.uid);
      known.delete(it.metadata.name);
      note('deleted', it, cause);
    },
  });
  const take = (): string[] =>
    seen.splice(0).map(({ type, name, cause }) => `${type} ${name} ${JSON.stringify(cause)}`);
  return { seen, known, take, remove };
}

describe('SharedInformer', () => {
  let { clock, api, errors, informer } = setUp();
  beforeEach(() => {
    ({ clock, api, errors, informer } = setUp());
  });

  const flush = async (): Promise<void> => {
    api.flush();
    await microtasks(20);
  };
  const start = async (): Promise<void> => {
    informer.start();
    await microtasks(20);
  };

  it('delivers what is there, then every change, with the revision as its cause', async () => {
    api.put('things', object('a'));
    const { take } = listen(informer);
    expect(informer.synced).toBe(false);
    const synced = informer.whenSynced();
    await start();
    expect(await synced).toBe(true);
    expect(take()).toEqual(['added a {"revision":1}']);
    api.put('things', object('a'));
    api.put('things', object('b'));
    api.remove('things', 'default/a');
    await flush();
    expect(take()).toEqual([
      'updated a {"revision":2}',
      'added b {"revision":3}',
      'deleted a {"revision":4}',
    ]);
    expect(informer.lister.size).toBe(1);
  });

  it('holds the clock while it lists, and not while it watches', async () => {
    let answer: () => void = () => undefined;
    api.gate = () => new Promise((resolve) => (answer = resolve));
    await start();
    expect(clock.holds('informer things')).toBe(1);
    answer();
    await microtasks(20);
    expect(informer.synced).toBe(true);
    expect(clock.holds()).toBe(0);
  });

  it('resumes after a dropped watch without listing again', async () => {
    await start();
    const { take } = listen(informer);
    api.put('things', object('a'));
    await flush();
    api.put('things', object('b'));
    api.drop();
    await flush();
    expect(take()).toEqual(['added a {"revision":1}', 'added b {"revision":2}']);
    expect(api.lists).toBe(1);
  });

  it('does not spin on watches that end at once', async () => {
    await start();
    for (let i = 0; i < 3; i++) {
      api.drop();
      await flush();
    }
    expect(clock.timers().map(({ due }) => due)).toEqual([800]);
    clock.advance(800);
    await microtasks(20);
    api.drop();
    await flush();
    expect(clock.timers().map(({ due }) => due)).toEqual([800 + 1_600]);
  });

  it('lists again after a 410 and delivers the differences', async () => {
    for (const name of ['same', 'changed', 'gone', 'reborn']) api.put('things', object(name));
    const { take } = listen(informer);
    await start();
    take();
    api.put('things', object('changed'));
    api.remove('things', 'default/gone');
    api.remove('things', 'default/reborn');
    api.put('things', object('reborn'));
    api.put('things', object('new'));
    api.compact();
    clock.advance(1);
    await flush();
    expect(api.lists).toBe(2);
    expect(errors).toHaveLength(1);
    expect(take()).toEqual([
      'updated changed {"revision":5}',
      'deleted reborn {"revision":8}',
      'added reborn {"revision":8}',
      'added new {"revision":9}',
      'deleted gone {"revision":9}',
    ]);
  });

  it('backs off while listing fails, from 0.8 to 30 s, and starts over after quiet', async () => {
    api.gate = () => {
      throw new Error('down');
    };
    await start();
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const wait = clock.timers()[0]!.due - clock.now();
      waits.push(wait);
      expect(clock.holds()).toBe(0);
      clock.advance(wait);
      await microtasks(20);
    }
    expect(waits).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000]);
    expect(errors).toHaveLength(8);
    api.gate = () => undefined;
    clock.advance(30_000);
    await microtasks(20);
    expect(informer.synced).toBe(true);
    clock.advance(121_000);
    api.drop();
    await flush();
    api.drop();
    await flush();
    expect(clock.timers()[0]!.due - clock.now()).toBe(800);
  });

  it('gives late handlers what is there, and detached ones nothing more', async () => {
    api.put('things', object('a'));
    await start();
    const late = listen(informer);
    expect(late.take()).toEqual(['added a {"revision":1}']);
    late.remove();
    api.put('things', object('b'));
    await flush();
    expect(late.take()).toEqual([]);
  });

  it('calls handlers in order; one that throws keeps nothing from the others', async () => {
    const order: string[] = [];
    informer.addHandlers({ added: ({ metadata }) => void order.push(`1 ${metadata.name}`) });
    informer.addHandlers({
      added() {
        throw new Error('defect');
      },
    });
    informer.addHandlers({ added: ({ metadata }) => void order.push(`3 ${metadata.name}`) });
    await start();
    api.put('things', object('a'));
    api.put('things', object('b'));
    await flush();
    expect(order).toEqual(['1 a', '3 a', '1 b', '3 b']);
    expect(errors).toEqual([new Error('defect'), new Error('defect')]);
  });

  it('stops for good, also while it waits', async () => {
    api.gate = () => {
      throw new Error('down');
    };
    await start();
    const synced = informer.whenSynced();
    informer.stop();
    expect(await synced).toBe(false);
    expect(clock.timers()).toHaveLength(0);
    expect(clock.holds()).toBe(0);

    const other = setUp();
    other.informer.start();
    await microtasks(20);
    const { take } = listen(other.informer);
    other.informer.stop();
    other.api.put('things', object('a'));
    other.api.flush();
    await microtasks(20);
    expect(take()).toEqual([]);
  });

  it('ends up with what the source has, whatever happens on the way', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('put' as const), name }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), name }) },
      { weight: 3, arbitrary: fc.constant({ do: 'flush' as const }) },
      { weight: 1, arbitrary: fc.constant({ do: 'drop' as const }) },
      { weight: 1, arbitrary: fc.constant({ do: 'compact' as const }) },
      { weight: 1, arbitrary: fc.constant({ do: 'advance' as const }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, api, informer, errors } = setUp();
        informer.addIndex('parity', ({ metadata }) => [
          String(Number(metadata.resourceVersion) % 2),
        ]);
        const { known } = listen(informer);
        informer.start();
        for (const action of steps) {
          if (action.do === 'put') api.put('things', object(action.name));
          else if (action.do === 'remove') {
            const key = `default/${action.name}`;
            if (api.get('things', key) !== undefined) api.remove('things', key);
          } else if (action.do === 'advance') clock.advance(500);
          else if (action.do === 'flush') api.flush();
          else if (action.do === 'drop') api.drop();
          else api.compact();
          await microtasks(6);
        }
        for (let i = 0; i < 4; i++) {
          clock.advance(60_000);
          api.flush();
          await microtasks(30);
        }
        const byName = (a: KubeObject, b: KubeObject) =>
          a.metadata.name < b.metadata.name ? -1 : 1;
        const source = api.all('things').sort(byName);
        expect([...informer.lister.list()].sort(byName)).toEqual(source);
        expect([...known.values()].sort(byName)).toEqual(source);
        for (const parity of ['0', '1']) {
          expect([...informer.lister.byIndex('parity', parity)].sort(byName)).toEqual(
            source.filter(
              ({ metadata }) => String(Number(metadata.resourceVersion) % 2) === parity,
            ),
          );
        }
        // Handlers throw when a check fails.
        for (const error of errors) expect(error).toMatchObject({ code: 410 });
        expect(clock.holds()).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
