/** The order of what is ready at one instant: permuted by a seed, and never that of one watch or one key. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { turn } from '#machine';
import { PermutedOrder } from '../../../src/runtime/order.ts';
import { SharedInformer } from '../../../src/runtime/shared-informer.ts';
import { KeyQueue } from '../../../src/runtime/work-queue.ts';
import { startWorkers } from '../../../src/runtime/workers.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { FakeApi, fakeKind, object } from './fake-api.ts';

const cause = { revision: 1 };
const keys = ['a', 'b', 'c', 'd', 'e'];

function permuted(seed: number | undefined): PermutedOrder {
  const order = new PermutedOrder();
  order.permute(seed);
  return order;
}

/** What is ready now, and what follows from it. */
async function turns(count = 60): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}

describe('the keys of a queue', () => {
  const taken = (order?: PermutedOrder): readonly string[] => {
    const clock = new FakeClock();
    const queue = new KeyQueue({ clock, name: 'q', order });
    queue.open(() => undefined);
    for (const key of keys) queue.add(key, cause);
    const found = keys.map(() => queue.get()!.key);
    expect(queue.get()).toBeUndefined();
    for (const key of keys) queue.done(key);
    expect(clock.holds()).toBe(0);
    return found;
  };

  it('come in an order that the seed chooses, each once', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect([...taken(permuted(seed))].sort()).toEqual(keys);
        expect(taken(permuted(seed))).toEqual(taken(permuted(seed)));
      }),
    );
    const found = new Set(Array.from({ length: 200 }, (_, seed) => taken(permuted(seed)).join('')));
    expect(found.size).toBeGreaterThan(60);
  });

  it('come as they were added by default, and once nothing is permuted any more', () => {
    const order = permuted(1);
    order.permute(undefined);
    expect(taken()).toEqual(keys);
    expect(taken(order)).toEqual(keys);
    expect(order.choices).toBe(0);
  });
});

describe('the events of two watches', () => {
  /** What the handlers of two informers and the worker of a queue see. */
  async function seen(order?: PermutedOrder): Promise<readonly string[]> {
    const clock = new FakeClock();
    const api = new FakeApi();
    const client = api.as({ actor: 'test' });
    const queue = new KeyQueue({ clock, name: 'q', order });
    const log: string[] = [];
    const note = ({ metadata: { name, resourceVersion } }: KubeObject): void => {
      log.push(`${name} ${resourceVersion}`);
      queue.add(name, { revision: Number(resourceVersion) });
    };
    for (const plural of ['things', 'others']) {
      const kind = fakeKind(plural, plural);
      const onError = (error: unknown): void => expect.unreachable(String(error));
      const informer = new SharedInformer({ clock, client, kind, order, onError });
      informer.addHandlers({ added: note, updated: note });
      informer.start();
    }
    const work = ({ key }: { readonly key: string }): Promise<void> => {
      log.push(`work on ${key}`);
      return Promise.resolve();
    };
    startWorkers({ queue, count: 1, order, work });
    await microtasks(20);
    for (let i = 0; i < 3; i++) {
      api.put('things', object('thing'));
      api.put('others', object('other'));
    }
    api.flush();
    await turns();
    expect(clock.holds()).toBe(0);
    return log;
  }
  const of = (name: string, log: readonly string[]): readonly string[] =>
    log.filter((each) => each.startsWith(`${name} `));

  it('are permuted with each other and with the work, and those of one watch never', async () => {
    const usual = await seen();
    const found = new Set<string>();
    for (let seed = 0; seed < 30; seed++) {
      const log = await seen(permuted(seed));
      expect(log).toEqual(await seen(permuted(seed)));
      for (const name of ['thing', 'other']) expect(of(name, log)).toEqual(of(name, usual));
      found.add(log.join());
    }
    expect(found.size).toBeGreaterThan(20);
  });

  it('come at once where nothing is permuted', async () => {
    expect(await seen(permuted(undefined))).toEqual(await seen());
  });
});
