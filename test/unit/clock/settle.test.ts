import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DidNotSettleError, VirtualClock, type Clock } from '#clock';
import { chain } from './microtasks.ts';

/** 2022-05-03T00:00:00Z. */
const START = 1_651_536_000_000;

async function* numbers(count: number): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) {
    await chain(1);
    yield i;
  }
}

/** Does `work` under a hold. */
async function held(clock: Clock, name: string, work: () => Promise<unknown>): Promise<void> {
  const release = clock.hold(name);
  try {
    await work();
  } finally {
    release();
  }
}

describe('settled waits for', () => {
  const cases: [string, (clock: Clock) => Promise<unknown>][] = [
    ['a chain of 20 microtasks', () => chain(20)],
    ['a chain of 20,000 microtasks', () => chain(20_000)],
    [
      'an async generator',
      async () => {
        for await (const n of numbers(200)) expect(n).toBeLessThan(200);
      },
    ],
    [
      'a chain before the first hold',
      (clock) => chain(500).then(() => held(clock, 'x', () => chain(500))),
    ],
    [
      'holds within holds',
      (clock) =>
        held(clock, 'outer', () => held(clock, 'inner', () => chain(3)).then(() => chain(3))),
    ],
    ['a held read from disk', (clock) => held(clock, 'disk', () => readFile('package.json'))],
    [
      'held work that continues without a hold, then with one',
      async (clock) => {
        for (let i = 0; i < 50; i++) {
          await held(clock, 'step', () => chain(i));
          await chain(i);
        }
      },
    ],
  ];

  it.each(cases)('%s', async (_, work) => {
    const clock = new VirtualClock({ start: START });
    let done = false;
    void work(clock).then(() => (done = true));
    await clock.settled();
    expect(done).toBe(true);
    expect(clock.atRest).toBe(true);
  });

  it.each(cases)('%s, started by a timer', async (_, work) => {
    const clock = new VirtualClock({ start: START });
    let doneAt: number | undefined;
    const run = (): void => void work(clock).then(() => (doneAt = clock.now()));
    clock.after(10, run, { name: 'starter' });
    await clock.advanceBy(1_000);
    expect(doneAt).toBe(START + 10);
  });

  it('a hold taken by a quiet timer', async () => {
    const clock = new VirtualClock({ start: START });
    let doneAt: number | undefined;
    const run = (): void =>
      void held(clock, 'work', () => chain(100)).then(() => (doneAt = clock.now()));
    clock.after(10, run, { name: 'starter', quiet: true });
    await clock.advanceBy(1_000);
    expect(doneAt).toBe(START + 10);
  });
});

describe('holds', () => {
  it('are followed by a turn, for what happens after them', async () => {
    const clock = new VirtualClock({ start: START });
    let doneAt: number | undefined;
    const work = async (): Promise<void> => {
      await held(clock, 'work', () => chain(5));
      await chain(1_000);
      doneAt = clock.now();
    };
    clock.after(10, () => void work(), { name: 'starter', quiet: true });
    await clock.advanceBy(1_000);
    expect(doneAt).toBe(START + 10);
  });

  it('of ever new names without a waiter leave no memory behind', () => {
    const clock = new VirtualClock({ start: START });
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 500_000; i++) clock.hold(`pod default/web-${i}`)();
    // Kept, they would take more than 50 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(35e6);
  });

  it('keep virtual time where it is until they are released', async () => {
    const clock = new VirtualClock({ start: START });
    const release = clock.hold('slow work');
    let advanced = false;
    const advance = clock.advanceBy(5).then(() => (advanced = true));
    await readFile('package.json');
    expect([advanced, clock.now()]).toEqual([false, START]);
    release();
    await advance;
    expect(clock.now()).toBe(START + 5);
  });

  it('are given back once, however often the release is called', async () => {
    const clock = new VirtualClock({ start: START });
    const releaseA = clock.hold('a');
    const releaseB = clock.hold('b');
    releaseA();
    releaseA();
    expect(clock.holders()).toEqual([{ name: 'b', count: 1 }]);
    releaseB();
    await clock.settled();
  });

  it('can be listed: who holds and how often', async () => {
    const clock = new VirtualClock({ start: START });
    const releases = ['b', 'c', 'a', 'c'].map((name) => clock.hold(name));
    expect(clock.holders()).toEqual([
      { name: 'c', count: 2 },
      { name: 'a', count: 1 },
      { name: 'b', count: 1 },
    ]);
    releases.forEach((release) => release());
    expect(clock.holders()).toEqual([]);
  });

  it('are still listed after an advance that a timer broke off', async () => {
    const clock = new VirtualClock({ start: START });
    const broken = (): void => {
      clock.hold('left behind');
      throw new Error('broken timer');
    };
    clock.after(1, broken, { name: 'x' });
    await expect(clock.advanceBy(1)).rejects.toThrow('broken timer');
    expect(clock.holders()).toEqual([{ name: 'left behind', count: 1 }]);
  });
});

describe('when virtual time cannot move on', () => {
  async function failureOf(promise: Promise<void>): Promise<DidNotSettleError> {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DidNotSettleError);
    return error as DidNotSettleError;
  }

  /** Takes a hold over and over, in microtasks alone; ends with what hold() throws. */
  async function endless(clock: Clock, name: string): Promise<void> {
    for (;;) await held(clock, name, () => chain(1));
  }

  it('a chain that re-adds itself is broken off and named', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 1_000 });
    const loop = failureOf(endless(clock, 'daemonset default/agent'));
    const error = await failureOf(clock.settled());
    expect(error.at).toBe(START);
    expect(error.busiest).toEqual([{ name: 'daemonset default/agent', count: 1_001 }]);
    expect(error.message).toBe(
      'virtual time cannot move on from 2022-05-03T00:00:00.000Z: the simulator did not settle ' +
        'there. Busiest at that instant: daemonset default/agent (1,001 times)',
    );
    expect(await loop).toBe(error);
  });

  it('the clock has failed for good, for all who wait', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 10 });
    clock.hold('bystander');
    const waiting = [clock.settled(), clock.advanceBy(1), clock.advanceBy(1)];
    const loop = failureOf(endless(clock, 'looper'));
    const error = await failureOf(waiting[0]!);
    expect(await failureOf(waiting[1]!)).toBe(error);
    expect(await failureOf(waiting[2]!)).toBe(error);
    expect(await loop).toBe(error);
    expect(await failureOf(clock.settled())).toBe(error);
    expect(await failureOf(clock.advanceBy(1))).toBe(error);
    expect(() => clock.hold('anyone')).toThrow(error);
    expect(clock.now()).toBe(START);
  });

  it('a loop that begins late is counted exactly', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 5 });
    const settled = failureOf(clock.settled());
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) clock.hold(name)();
    let held = 0;
    expect(() => {
      for (;;) {
        clock.hold('looper')();
        held++;
      }
    }).toThrow(DidNotSettleError);
    expect(held).toBe(5);
    expect((await settled).busiest[0]).toEqual({ name: 'looper', count: 6 });
  });

  it('a loop of zero-delay timers is broken off and named', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 1_000 });
    let fired = 0;
    const again = (): void => {
      fired++;
      clock.after(0, again, { name: 'probe web-0', quiet: true });
    };
    clock.after(60_000, again, { name: 'probe web-0', quiet: true });
    const error = await failureOf(clock.advanceBy(3_600_000));
    expect(error.at).toBe(START + 60_000);
    expect(error.busiest).toEqual([{ name: 'probe web-0', count: 1_001 }]);
    // Once because its time had come, then as often as the limit allows.
    expect(fired).toBe(1_001);
  });

  it('two parties that keep each other busy are both named', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 1_000 });
    let deaths = 0;
    const serve = (me: string, other: string): void => {
      held(clock, me, async () => {
        await chain(2);
        serve(other, me);
      }).catch(() => deaths++);
    };
    clock.after(5, () => serve('hpa default/web', 'deployment default/web'), { name: 'start' });
    const error = await failureOf(clock.advanceBy(10));
    expect(error.at).toBe(START + 5);
    expect(error.busiest).toEqual([
      { name: 'hpa default/web', count: 1_001 },
      { name: 'deployment default/web', count: 1_000 },
    ]);
    expect(deaths).toBe(1);
  });

  it('a timer and the work it starts are found across the settling between them', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 100 });
    const again = (): void => {
      void held(clock, 'work', async () => clock.after(0, again, { name: 'timer' }));
    };
    again();
    const error = await failureOf(clock.advanceBy(10));
    expect(error.busiest.map(({ name }) => name).sort()).toEqual(['timer', 'work']);
  });

  it('gives up for whoever else finds a loop', async () => {
    const clock = new VirtualClock({ start: START });
    const release = clock.hold('bystander');
    const settled = failureOf(clock.settled());
    const error = new DidNotSettleError(START, 'a and b undo each other');
    clock.fail(error);
    clock.fail(new DidNotSettleError(START, 'later'));
    release();
    expect(await settled).toBe(error);
    expect(error.message).toMatch(/did not settle there. a and b undo each other$/);
    expect(() => clock.hold('anyone')).toThrow(error);
  });

  it('at most five names are listed', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 50 });
    const settled = failureOf(clock.settled());
    for (let i = 0; i < 20; i++) for (let n = 0; n < i; n++) clock.hold(`name ${i}`)();
    await endless(clock, 'looper').catch(() => undefined);
    const names = (await settled).busiest.map(({ name }) => name);
    expect(names).toEqual(['looper', 'name 19', 'name 18', 'name 17', 'name 16']);
  });
});

describe('the loop limit leaves alone', () => {
  it('work without a waiter, as in a test that creates many objects in a row', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 100 });
    for (let i = 0; i < 1_000; i++) await held(clock, 'create pods', () => chain(2));
    await clock.advanceBy(1);
    expect(clock.now()).toBe(START + 1);
  });

  it('work spread over instants, over settlings, and timers that had long been set', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 100 });
    const work = (): void => void held(clock, 'work', () => chain(2));
    for (let i = 0; i < 1_000; i++) clock.after(1 + i, work, { name: 'tick' });
    for (let i = 0; i < 1_000; i++) clock.after(5_000, () => undefined, { name: 'heartbeat' });
    await clock.advanceBy(10_000);
    for (let i = 0; i < 1_000; i++) {
      work();
      clock.after(0, () => undefined, { name: 'tock' });
      await clock.advanceBy(0);
    }
    expect(clock.now()).toBe(START + 10_000);
  });

  it('work at one instant that settles in between, though somebody waits all along', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 10 });
    const waiting: Promise<void>[] = [];
    for (let i = 0; i < 100; i++) {
      await held(clock, 'work', () => chain(2));
      // The first one takes a turn longer, because the second one has moved things.
      waiting.push(clock.settled());
      await clock.settled();
    }
    await Promise.all(waiting);
  });

  it('work during waits that were broken off, though somebody held on', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 10 });
    const release = clock.hold('work');
    for (let i = 0; i < 100; i++) {
      const stop = new AbortController();
      const advance = clock.advanceBy(1, { signal: stop.signal });
      clock.hold('work')();
      stop.abort(new Error('enough'));
      await expect(advance).rejects.toThrow('enough');
    }
    release();
    await clock.settled();
  });

  it('work on many objects at one instant, but not what continues without new ones', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 100 });
    const work = async (objects: number): Promise<void> => {
      for (let i = 0; i < 1_000; i++) {
        if (i < objects) clock.progress();
        await held(clock, 'watch pods', () => chain(2));
      }
    };
    clock.after(1, () => void work(300), { name: 'start' });
    await clock.advanceBy(1);
    clock.after(1, () => void work(200).catch(() => undefined), { name: 'start' });
    await expect(clock.advanceBy(1)).rejects.toThrow('watch pods (901 times)');
  });

  it('must be at least one', () => {
    expect(() => new VirtualClock({ start: START, loopLimit: 0 })).toThrow(RangeError);
  });
});
