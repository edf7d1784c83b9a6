import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Causes } from '#values';
import { QueueMeter } from '../../../src/runtime/queue-meter.ts';
import { KeyQueue } from '../../../src/runtime/work-queue.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const cause = (revision: number) => ({ revision });
const nothing = () => undefined;

describe('KeyQueue', () => {
  let clock: FakeClock;
  let queue: KeyQueue;
  beforeEach(() => {
    clock = new FakeClock();
    queue = new KeyQueue({ clock, name: 'daemonset' });
    queue.open(nothing);
  });

  it('gives keys in the order in which they came, each once', () => {
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key, cause(1));
    expect([queue.get()?.key, queue.get()?.key, queue.get()?.key, queue.get()]).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]);
  });

  it('tells its meter what there is to do, and how long it takes', async () => {
    const meter = new QueueMeter('q');
    const metered = new KeyQueue({ clock, name: 'q', meter });
    for (const key of ['a', 'b', 'a']) metered.add(key, cause(1));
    metered.addAfter('c', 5000, cause(1));
    metered.open(nothing);
    expect(meter).toMatchObject({ adds: 2, depth: 2, retries: 1 });
    expect(metered.get()?.key).toBe('a');
    clock.advance(2000);
    metered.done('a');
    expect(metered.get()?.key).toBe('b');
    expect(meter).toMatchObject({ depth: 0, waits: { count: 2, seconds: 2 } });
    expect(meter.works).toMatchObject({
      count: 1,
      seconds: 2,
      buckets: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    });
    metered.add('d', cause(1));
    metered.shutDown();
    expect(meter.depth).toBe(0);
  });

  it('gives a key again, once, when it was added while it was worked on', () => {
    queue.add('a', cause(1));
    expect(queue.get()?.causes.first).toEqual([cause(1)]);
    queue.add('a', cause(2));
    queue.add('a', cause(3));
    expect(queue.get()).toBeUndefined();
    queue.done('a');
    expect(queue.get()?.causes.first).toEqual([cause(2), cause(3)]);
    queue.done('a');
    expect(queue.get()).toBeUndefined();
  });

  it('holds the clock by name while a key waits or is worked on, not while it is delayed', () => {
    queue.addAfter('default/agent', 1_000, cause(1));
    expect(clock.holds()).toBe(0);
    clock.advance(1_000);
    expect(clock.holds('daemonset default/agent')).toBe(1);
    queue.get();
    queue.add('default/agent', cause(2));
    expect(clock.holds('daemonset default/agent')).toBe(2);
    queue.done('default/agent');
    expect(clock.holds('daemonset default/agent')).toBe(1);
    queue.get();
    queue.done('default/agent');
    expect(clock.holds()).toBe(0);
  });

  it('takes no hold before it is open, when no worker could process the key', () => {
    const closed = new KeyQueue({ clock, name: 'job' });
    closed.add('a', cause(1));
    expect(closed.get()).toBeUndefined();
    expect(clock.holds()).toBe(0);
    let ready = 0;
    closed.open(() => ready++);
    expect(clock.holds('job a')).toBe(1);
    expect(ready).toBe(1);
    expect(closed.get()?.key).toBe('a');
  });

  it('drops everything when shut down', () => {
    queue.add('a', cause(1));
    queue.add('b', cause(2));
    queue.get();
    queue.add('a', cause(3));
    queue.addAfter('c', 10, cause(4));
    queue.shutDown();
    expect(clock.holds()).toBe(0);
    expect(clock.timers()).toHaveLength(0);
    queue.add('d', cause(5));
    queue.addAfter('e', 10, cause(5));
    queue.done('a');
    expect(clock.holds()).toBe(0);
    expect(clock.timers()).toHaveLength(0);
    expect(queue.get()).toBeUndefined();
  });

  describe('addWhenSettled', () => {
    it('queues a key at the end of the instant, once, with all causes', () => {
      for (const revision of [1, 2]) queue.addWhenSettled('a', cause(revision));
      expect(queue.get()).toBeUndefined();
      expect(clock.timers()).toMatchObject([{ due: 0, options: { name: 'daemonset a' } }]);
      clock.advance(0);
      expect(queue.get()?.causes.first).toEqual([cause(1), cause(2)]);
      expect(clock.timers()).toEqual([]);
    });

    it('joins a key that waits already', () => {
      queue.add('a', cause(1));
      queue.addWhenSettled('a', cause(2));
      expect(clock.timers()).toEqual([]);
      expect(queue.get()?.causes.first).toEqual([cause(1), cause(2)]);
    });

    it('is taken along by one that is queued at once', () => {
      queue.addWhenSettled('a', cause(1));
      queue.add('a', cause(2));
      expect(clock.timers()).toEqual([]);
      expect(queue.get()?.causes.first).toEqual([cause(1), cause(2)]);
      queue.done('a');
      clock.advance(1000);
      expect(queue.get()).toBeUndefined();
    });

    it('comes again when the key is worked on meanwhile', () => {
      queue.add('a', cause(1));
      queue.get();
      queue.addWhenSettled('a', cause(2));
      clock.advance(0);
      expect(queue.get()).toBeUndefined();
      queue.done('a');
      expect(queue.get()?.causes.first).toEqual([cause(2)]);
    });

    it('is forgotten when the queue shuts down', () => {
      queue.addWhenSettled('a', cause(1));
      queue.shutDown();
      queue.addWhenSettled('b', cause(1));
      expect(clock.timers()).toEqual([]);
    });
  });

  describe('addAfter', () => {
    const workOff = (): [number, string, Causes][] => {
      const seen: [number, string, Causes][] = [];
      queue.shutDown();
      queue = new KeyQueue({ clock, name: 'q' });
      queue.open(() => {
        const item = queue.get()!;
        seen.push([clock.now(), item.key, item.causes]);
        queue.done(item.key);
      });
      return seen;
    };

    it('keeps the earlier due time; a later timer is lost, but no revision is', () => {
      const seen = workOff();
      queue.addAfter('a', 7_000, { timer: 'deadline' });
      queue.addAfter('a', 1_000, cause(1));
      queue.addAfter('a', 2_000, cause(2));
      queue.addAfter('a', 3_000, { timer: 'late' });
      queue.addAfter('a', 1_000, { timer: 'same time' });
      clock.advance(10_000);
      const first = [cause(1), cause(2)];
      expect(seen).toEqual([[1_000, 'a', { first, last: [{ timer: 'same time' }], dropped: 0 }]]);
    });

    it('adds at once without a delay, beside a waiting slot', () => {
      const seen = workOff();
      queue.addAfter('a', 5, cause(1));
      queue.addAfter('a', 0, cause(2));
      clock.advance(5);
      expect(seen.map(([at, , causes]) => [at, causes.first])).toEqual([
        [0, [cause(2)]],
        [5, [cause(1)]],
      ]);
    });

    it('merges into a key that waits already when its time comes', () => {
      queue.addAfter('a', 5, cause(1));
      queue.add('a', cause(2));
      clock.advance(5);
      expect(queue.get()?.causes.first).toEqual([cause(2), cause(1)]);
      expect(queue.get()).toBeUndefined();
    });
  });

  describe('addRateLimited', () => {
    const dues = (limited: KeyQueue, keys: readonly string[]): number[] =>
      keys.map((key) => {
        const before = new Set(clock.timers());
        limited.addRateLimited(key, { retry: 'no' });
        const due = clock.timers().find((timer) => !before.has(timer))!.due - clock.now();
        clock.advance(due);
        limited.get();
        limited.done(key);
        return due;
      });

    it('doubles from 5 ms to 1000 s per key, until forgotten', () => {
      const delays = dues(queue, Array<string>(20).fill('a'));
      expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
      expect(delays.slice(-2)).toEqual([1_000_000, 1_000_000]);
      expect(queue.failures('a')).toBe(20);
      queue.forget('a');
      expect(queue.failures('a')).toBe(0);
      expect(dues(queue, ['a'])).toEqual([5]);
    });

    it('never overflows', () => {
      expect(dues(queue, Array<string>(1_200).fill('a')).at(-1)).toBe(1_000_000);
    });

    it('lets 100 keys pass at once and then 10 a second, counted over all keys', () => {
      for (let i = 0; i < 103; i++) queue.addRateLimited(`k${i}`, { retry: 'no' });
      const delays = clock.timers().map(({ due }) => due);
      expect(delays).toEqual([...Array<number>(100).fill(5), 100, 200, 300]);
    });

    it('takes other limits', () => {
      const limiter = { baseMs: 10_000, maxMs: 360_000 };
      const jobs = new KeyQueue({ clock, name: 'job', limiter });
      jobs.open(nothing);
      expect(dues(jobs, Array<string>(8).fill('a'))).toEqual([
        10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 360_000, 360_000,
      ]);
    });
  });
});

/** What client-go promises, in the plainest form: lists, no timers, no holds. */
class Model {
  order: string[] = [];
  processing = new Set<string>();
  again: string[] = [];
  waiting = new Map<string, number>();
  now = 0;

  add(key: string): void {
    if (this.order.includes(key) || this.again.includes(key)) return;
    if (this.processing.has(key)) this.again.push(key);
    else this.order.push(key);
  }

  get(): string | undefined {
    const key = this.order.shift();
    if (key !== undefined) this.processing.add(key);
    return key;
  }

  done(key: string): void {
    this.processing.delete(key);
    if (!this.again.includes(key)) return;
    this.again = this.again.filter((other) => other !== key);
    this.order.push(key);
  }

  advance(ms: number): void {
    this.now += ms;
    const due = [...this.waiting].filter(([, at]) => at <= this.now);
    for (const [key] of due.sort((a, b) => a[1] - b[1])) {
      this.waiting.delete(key);
      this.add(key);
    }
  }
}

const key = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), key }),
  fc.record({ do: fc.constant('later' as const), key, ms: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('get' as const) }),
  fc.record({ do: fc.constant('done' as const), at: fc.nat(2) }),
  fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 20 }) }),
);

describe('KeyQueue against a model', () => {
  it('keeps order, never gives a key twice at once, loses no key and no revision', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const clock = new FakeClock();
        const queue = new KeyQueue({ clock, name: 'q' });
        queue.open(nothing);
        const model = new Model();
        let revision = 0;
        const unseen = new Map<string, Set<number>>();
        // Two timers of one instant fire in the order of creation; the model needs no ties.
        const dues = new Set<number>();

        const get = (): void => {
          const item = queue.get();
          expect(item?.key).toBe(model.get());
          if (item === undefined) return;
          const { first, last, dropped } = item.causes;
          const told = [...first, ...last].map((told) => (told as { revision: number }).revision);
          const wanted = unseen.get(item.key)!;
          for (const one of told) expect(wanted.delete(one)).toBe(true);
          if (dropped === 0 && !model.waiting.has(item.key)) expect(wanted.size).toBe(0);
          if (dropped > 0) wanted.clear();
        };

        for (const action of steps) {
          if (action.do === 'get') get();
          else if (action.do === 'advance') {
            clock.advance(action.ms);
            model.advance(action.ms);
          } else if (action.do === 'done') {
            const busy = [...model.processing][action.at];
            if (busy === undefined) continue;
            queue.done(busy);
            model.done(busy);
          } else {
            revision++;
            if (action.do === 'add') {
              queue.add(action.key, cause(revision));
              model.add(action.key);
            } else {
              const due = model.now + action.ms;
              if (dues.has(due)) continue;
              dues.add(due);
              queue.addAfter(action.key, action.ms, cause(revision));
              model.waiting.set(action.key, Math.min(due, model.waiting.get(action.key) ?? due));
            }
            unseen.set(action.key, (unseen.get(action.key) ?? new Set()).add(revision));
          }
          expect(queue.length).toBe(model.order.length);
          expect(clock.holds()).toBe(
            model.order.length + model.again.length + model.processing.size,
          );
        }
        clock.advance(100);
        model.advance(100);
        for (const busy of model.processing) queue.done(busy);
        for (const busy of [...model.processing]) model.done(busy);
        while (model.order.length > 0) {
          const next = model.order[0]!;
          get();
          queue.done(next);
          model.done(next);
        }
        expect(queue.get()).toBeUndefined();
        expect(clock.holds()).toBe(0);
        for (const left of unseen.values()) expect(left.size).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});
