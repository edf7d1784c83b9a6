import { getEventListeners } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { chain } from './microtasks.ts';

const START = 1_650_000_000_000;
const noop = (): void => undefined;

describe('timers', () => {
  it('fire in the order (due, creation), at their due time, whatever order they are set in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -5, max: 50 })), async (delays) => {
        const clock = new VirtualClock({ start: START });
        const fired: { index: number; at: number }[] = [];
        delays.forEach((delay, index) => {
          clock.after(delay, () => fired.push({ index, at: clock.now() - START }), {
            name: `timer ${index}`,
            quiet: index % 2 === 0,
          });
        });
        await clock.advanceTo(START + 50);
        const expected = delays
          .map((delay, index) => ({ index, at: Math.max(0, delay) }))
          .sort((a, b) => a.at - b.at || a.index - b.index);
        expect(fired).toEqual(expected);
      }),
    );
  });

  it('agree with a sorted list under random setting, cancelling and advancing', async () => {
    const command = fc.oneof(
      fc.record({ set: fc.integer({ min: 0, max: 200 }) }),
      fc.record({ set: fc.integer({ min: 0, max: 200 }) }),
      fc.record({ cancel: fc.nat() }),
      fc.record({ advance: fc.integer({ min: 0, max: 20 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 400, size: 'max' }), async (commands) => {
        const clock = new VirtualClock({ start: 0 });
        const fired: number[] = [];
        const expected: number[] = [];
        const timers: ReturnType<typeof clock.after>[] = [];
        let model: { id: number; due: number }[] = [];
        for (const step of commands) {
          if ('set' in step) {
            const id = timers.length;
            model.push({ id, due: clock.now() + step.set });
            timers.push(clock.after(step.set, () => fired.push(id), { name: 'x', quiet: true }));
          } else if ('cancel' in step) {
            if (timers.length === 0) continue;
            const id = step.cancel % timers.length;
            timers[id]!.cancel();
            timers[id]!.cancel();
            model = model.filter((timer) => timer.id !== id);
          } else {
            const target = clock.now() + step.advance;
            const due = model.filter((timer) => timer.due <= target);
            due.sort((a, b) => a.due - b.due || a.id - b.id);
            expected.push(...due.map((timer) => timer.id));
            model = model.filter((timer) => timer.due > target);
            await clock.advanceTo(target);
            expect(clock.now()).toBe(target);
          }
          expect(clock.nextDue()).toBe(
            model.length === 0 ? undefined : Math.min(...model.map((timer) => timer.due)),
          );
        }
        expect(fired).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('stay in order when most of them are cancelled', async () => {
    const timers = fc.array(fc.record({ delay: fc.nat(500), keep: fc.nat(3) }), {
      minLength: 100,
      maxLength: 500,
    });
    await fc.assert(
      fc.asyncProperty(timers, async (wanted) => {
        const clock = new VirtualClock({ start: 0 });
        const fired: number[] = [];
        const set = wanted.map(({ delay }) =>
          clock.after(delay, () => fired.push(delay), { name: 'x', quiet: true }),
        );
        wanted.forEach(({ keep }, index) => keep > 0 && set[index]!.cancel());
        await clock.advanceTo(500);
        const kept = wanted.filter(({ keep }) => keep === 0).map(({ delay }) => delay);
        expect(fired).toEqual(kept.sort((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });

  it('say when they are due; parts of a millisecond never fire early', async () => {
    const clock = new VirtualClock({ start: START });
    expect(clock.after(10, noop, { name: 'x' }).due).toBe(START + 10);
    expect(clock.after(10.01, noop, { name: 'x' }).due).toBe(START + 11);
    expect(clock.after(-3, noop, { name: 'x' }).due).toBe(START);
  });

  it.each([NaN, Infinity])('with a delay of %s are refused', (delay) => {
    const clock = new VirtualClock({ start: START });
    expect(() => clock.after(delay, noop, { name: 'probe' })).toThrow(/timer "probe".*no delay/);
  });

  it('set while firing for the same instant fire at it, after those set before', async () => {
    const clock = new VirtualClock({ start: 0 });
    const fired: string[] = [];
    const log = (what: string) => (): void => void fired.push(`${what}@${clock.now()}`);
    clock.after(
      5,
      () => {
        log('first')();
        clock.after(0, log('zero'), { name: 'zero' });
      },
      { name: 'first' },
    );
    clock.after(5, log('second'), { name: 'second' });
    clock.after(6, log('later'), { name: 'later' });
    await clock.advanceTo(5);
    expect(fired).toEqual(['first@5', 'second@5', 'zero@5']);
  });

  it('cancelled by an earlier one of the same instant do not fire', async () => {
    const clock = new VirtualClock({ start: 0 });
    let fired = false;
    clock.after(5, () => victim.cancel(), { name: 'canceller' });
    const victim = clock.after(5, () => (fired = true), { name: 'victim' });
    await clock.advanceTo(10);
    expect(fired).toBe(false);
  });

  it('may cancel themselves while and after firing, to no effect on others', async () => {
    const clock = new VirtualClock({ start: 0 });
    let fired = 0;
    const own = clock.after(1, () => own.cancel(), { name: 'own' });
    clock.after(2, () => fired++, { name: 'other' });
    await clock.advanceTo(1);
    own.cancel();
    await clock.advanceTo(2);
    expect(fired).toBe(1);
  });

  it('that are cancelled leave no memory behind', () => {
    const clock = new VirtualClock({ start: 0 });
    clock.after(1, noop, { name: 'keeps the top of the heap' });
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 1_000_000; i++) {
      clock.after(1_000 + i, noop, { name: 'x' }).cancel();
    }
    // Kept, they would take more than 100 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50e6);
    expect(clock.nextDue()).toBe(1);
  });

  it('that throw end the advance; the next one continues with those left', async () => {
    const clock = new VirtualClock({ start: 0 });
    const fired: number[] = [];
    clock.after(
      1,
      () => {
        throw new Error('broken timer');
      },
      { name: 'broken' },
    );
    clock.after(2, () => fired.push(clock.now()), { name: 'whole' });
    await expect(clock.advanceTo(3)).rejects.toThrow('broken timer');
    expect(clock.now()).toBe(1);
    await clock.advanceTo(3);
    expect(fired).toEqual([2]);
  });
});

describe('advances', () => {
  it('never move time back', async () => {
    const clock = new VirtualClock({ start: START });
    await clock.advanceTo(START - 1_000);
    expect(clock.now()).toBe(START);
    await expect(clock.advanceBy(-1)).rejects.toThrow(RangeError);
  });

  it.each([NaN, Infinity, 0.5, 1e16])('to %s are refused', async (time) => {
    const clock = new VirtualClock({ start: START });
    await expect(clock.advanceTo(time)).rejects.toThrow(RangeError);
    expect(() => new VirtualClock({ start: time })).toThrow(RangeError);
  });

  it('reach the furthest time that a date can be, and no further', async () => {
    const clock = new VirtualClock({ start: -8.64e15 });
    await clock.advanceTo(8.64e15);
    expect(clock.now()).toBe(8.64e15);
    await expect(clock.advanceBy(1)).rejects.toThrow('invalid virtual time: 8640000000000001');
    expect(() => new VirtualClock({ start: -8.64e15 - 2 })).toThrow(RangeError);
  });

  it('leave no listener on their signal, however they end', async () => {
    const clock = new VirtualClock({ start: 0 });
    const { signal } = new AbortController();
    await clock.advanceTo(5, { signal });
    await expect(clock.advanceTo(NaN, { signal })).rejects.toThrow(RangeError);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('settle after each timer, before the next', async () => {
    const clock = new VirtualClock({ start: 0 });
    const log: string[] = [];
    const work = async (name: string): Promise<void> => {
      await chain(20);
      log.push(`${name} done at ${clock.now()}`);
    };
    clock.after(1, () => void work('a'), { name: 'a' });
    clock.after(1, () => log.push(`b sees ${log.at(-1)}`), { name: 'b' });
    clock.after(2, () => void work('c'), { name: 'c' });
    await clock.advanceTo(10);
    expect(log).toEqual(['a done at 1', 'b sees a done at 1', 'c done at 2']);
  });

  it('wait for what was going on before them', async () => {
    const clock = new VirtualClock({ start: 0 });
    const seen: number[] = [];
    const before = async (): Promise<void> => {
      await chain(1_000);
      seen.push(clock.now());
    };
    void before();
    clock.after(1, () => seen.push(clock.now()), { name: 'x' });
    await clock.advanceTo(5);
    expect(seen).toEqual([0, 1]);
  });

  it('asked for at once queue up', async () => {
    const clock = new VirtualClock({ start: 0 });
    const log: string[] = [];
    const note = (what: string) => (): void => void log.push(`${what}@${clock.now()}`);
    clock.after(5, note('timer'), { name: 'x' });
    clock.after(15, note('timer'), { name: 'x' });
    await Promise.all([
      clock.advanceBy(10).then(note('first')),
      clock.advanceBy(10).then(note('second')),
      clock.advanceTo(12).then(note('past')),
    ]);
    expect(log).toEqual(['timer@5', 'first@10', 'timer@15', 'second@20', 'past@20']);
  });

  it('continue after one in the queue has failed', async () => {
    const clock = new VirtualClock({ start: 0 });
    const failing = clock.advanceTo(NaN);
    const next = clock.advanceTo(7);
    await expect(failing).rejects.toThrow(RangeError);
    await next;
    expect(clock.now()).toBe(7);
  });

  it('stop between two timers when their signal aborts', async () => {
    const clock = new VirtualClock({ start: 0 });
    const stop = new AbortController();
    const fired: number[] = [];
    for (const due of [1, 2, 3]) {
      clock.after(
        due,
        () => {
          fired.push(due);
          if (due === 2) stop.abort(new Error('enough'));
        },
        { name: 'x', quiet: true },
      );
    }
    await expect(clock.advanceTo(10, { signal: stop.signal })).rejects.toThrow('enough');
    expect(fired).toEqual([1, 2]);
    expect(clock.now()).toBe(2);
    await clock.advanceTo(10);
    expect(fired).toEqual([1, 2, 3]);
  });

  it('stop when their signal aborts while the clock is held forever', async () => {
    const clock = new VirtualClock({ start: 0 });
    clock.hold('stuck');
    const stop = new AbortController();
    const advance = clock.advanceTo(10, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(advance).rejects.toThrow('enough');
    expect(clock.now()).toBe(0);
  });

  it('give the event loop a turn now and then, even over quiet timers only', async () => {
    const clock = new VirtualClock({ start: 0 });
    const channel = new MessageChannel();
    let firedWhenHeard = 0;
    let fired = 0;
    channel.port1.on('message', () => (firedWhenHeard = fired));
    const again = (): void => {
      fired++;
      if (fired === 10) channel.port2.postMessage('hello');
      if (fired < 100_000) clock.after(1, again, { name: 'x', quiet: true });
    };
    clock.after(1, again, { name: 'x', quiet: true });
    await clock.advanceTo(200_000);
    channel.port1.close();
    expect(fired).toBe(100_000);
    expect(firedWhenHeard).toBeGreaterThan(0);
    expect(firedWhenHeard).toBeLessThan(100_000);
  });
});

describe('a leap', () => {
  it('fires what was due in between at its end, in order', async () => {
    const clock = new VirtualClock({ start: START });
    const fired: string[] = [];
    for (const delay of [3, 1, 10, 11]) {
      clock.after(delay, () => fired.push(`${delay} at ${clock.now() - START}`), { name: 'x' });
    }
    clock.leap(10);
    expect(clock.now()).toBe(START + 10);
    expect(fired).toEqual([]);
    expect(clock.atRest).toBe(false);
    await clock.advanceBy(0);
    expect(fired).toEqual(['1 at 10', '3 at 10', '10 at 10']);
    expect(clock.nextDue()).toBe(START + 11);
  });

  it.each([-1, 0.5, NaN, 1e16])('by %s is refused, and moves nothing', (ms) => {
    const clock = new VirtualClock({ start: START });
    expect(() => clock.leap(ms)).toThrow(RangeError);
    expect(clock.now()).toBe(START);
  });

  it('by nothing is none, and the driver hears of each', () => {
    const clock = new VirtualClock({ start: START });
    let stirs = 0;
    clock.onActivity(() => stirs++);
    clock.leap(0);
    clock.leap(1);
    expect([clock.now(), stirs]).toEqual([START + 1, 2]);
  });
});

it.each([0, 0.5, -1, NaN])('a loop limit of %s is refused', (loopLimit) => {
  expect(() => new VirtualClock({ start: 0, loopLimit })).toThrow(
    `invalid loop limit ${loopLimit}`,
  );
  expect(new VirtualClock({ start: 0, loopLimit: 1 }).now()).toBe(0);
});

describe('the driver of a clock', () => {
  it('is notified of a hold after rest, a new first timer, and the end of an advance', async () => {
    const clock = new VirtualClock({ start: 0 });
    let stirs = 0;
    clock.onActivity(() => stirs++);
    const told = (act: () => void): number => {
      const before = stirs;
      act();
      return stirs - before;
    };
    expect(told(() => clock.after(10, noop, { name: 'x' }))).toBe(1);
    expect(told(() => clock.after(20, noop, { name: 'x' }))).toBe(0);
    expect(told(() => clock.after(5, noop, { name: 'x' }))).toBe(1);
    let release = noop;
    expect(told(() => (release = clock.hold('a')))).toBe(1);
    expect(clock.atRest).toBe(false);
    expect(told(() => clock.hold('b')())).toBe(0);
    release();
    stirs = 0;
    await clock.advanceTo(2);
    expect(stirs).toBe(1);
    expect(clock.atRest).toBe(true);
    clock.onActivity(undefined);
    clock.hold('c')();
    expect(stirs).toBe(1);
  });

  it('is one at most', () => {
    const clock = new VirtualClock({ start: 0 });
    clock.onActivity(noop);
    expect(() => clock.onActivity(noop)).toThrow(/driven already/);
  });
});

describe('a gate', () => {
  /** Lets time pass an instant once what it is given, which it waits for, is done. */
  function gateOf(works: ReadonlyMap<number, () => void>) {
    const asked: number[] = [];
    const before = (at: number): Promise<void> | undefined => {
      const isFirst = !asked.includes(at);
      asked.push(at);
      return isFirst ? Promise.resolve().then(works.get(at)) : undefined;
    };
    return { asked, before };
  }

  it('is asked at each instant before time moves on or the advance ends, again after each wait', async () => {
    const clock = new VirtualClock({ start: 0 });
    for (const at of [10, 20]) clock.after(at, noop, { name: 'timer' });
    const gate = gateOf(new Map());
    await clock.advanceTo(50, { gate });
    expect(gate.asked).toEqual([0, 0, 10, 10, 20, 20, 50, 50]);
    expect(clock.now()).toBe(50);
  });

  it('is followed by all that came in while it waited, at that instant', async () => {
    const clock = new VirtualClock({ start: 0 });
    const seen: number[] = [];
    clock.after(10, noop, { name: 'timer' });
    clock.after(20, noop, { name: 'timer' });
    // Work that nothing holds the clock for, as of a request that is being read.
    const work = (): void => void chain(500).then(() => seen.push(clock.now()));
    await clock.advanceTo(50, { gate: gateOf(new Map([[10, work]])) });
    expect(seen).toEqual([10]);
  });
});
