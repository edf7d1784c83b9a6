import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineTimers, Pacer, VirtualClock, type Pace } from '#clock';
import { FakeWall } from './fake-wall.ts';
import { chain } from './microtasks.ts';

const START = 1_650_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function fail(error: unknown): void {
  throw error;
}

/** A clock with a timer at each of the times, and what it did when. */
function clockWith(...dues: number[]): { clock: VirtualClock; fired: number[] } {
  const clock = new VirtualClock({ start: START });
  const fired: number[] = [];
  for (const due of dues) clock.after(due, () => fired.push(clock.now() - START), { name: 't' });
  return { clock, fired };
}

describe('run', () => {
  it('as fast as possible never sleeps', async () => {
    const { clock, fired } = clockWith(MINUTE, HOUR, 3 * HOUR);
    const wall = new FakeWall({ jump: true });
    await new Pacer(clock, { pace: 'max', wall }).run(START + 2 * HOUR);
    expect(fired).toEqual([MINUTE, HOUR]);
    expect(clock.now()).toBe(START + 2 * HOUR);
    expect(wall.sleeps).toEqual([]);
  });

  it.each([
    [1, [MINUTE, HOUR - MINUTE, HOUR]],
    [60, [1_000, 59_000, MINUTE]],
    [0.5, [2 * MINUTE, 2 * (HOUR - MINUTE), 2 * HOUR]],
  ])('at %sx sleeps between timers, and to the end', async (factor, sleeps) => {
    const { clock, fired } = clockWith(MINUTE, HOUR, 3 * HOUR);
    const wall = new FakeWall({ jump: true });
    await new Pacer(clock, { pace: factor, wall }).run(START + 2 * HOUR);
    expect(fired).toEqual([MINUTE, HOUR]);
    expect(clock.now()).toBe(START + 2 * HOUR);
    expect(wall.sleeps).toEqual(sleeps);
  });

  it('fires every timer at its own virtual time and not early on the wall, at any factor', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 30 }),
        fc.double({ min: 0.001, max: 5_000, noNaN: true }),
        async (dues, factor) => {
          const clock = new VirtualClock({ start: START });
          const wall = new FakeWall({ jump: true });
          const begun = wall.now();
          const fired: number[] = [];
          for (const due of dues) {
            const run = (): void => {
              fired.push(clock.now() - START);
              expect((wall.now() - begun) * factor).toBeGreaterThan(due - 0.01);
            };
            clock.after(due, run, { name: 't' });
          }
          await new Pacer(clock, { pace: factor, wall }).run(START + 100_000);
          expect(fired).toEqual([...dues].sort((a, b) => a - b));
          expect(clock.now()).toBe(START + 100_000);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('lags when work takes longer than the wall allows, then catches up, skipping nothing', async () => {
    const clock = new VirtualClock({ start: START });
    const wall = new FakeWall({ jump: true });
    const fired: string[] = [];
    for (const second of [1, 2, 3, 4, 5, 6]) {
      const run = (): void => {
        fired.push(`${clock.now() - START} at wall ${wall.now() - 5_000}`);
        if (second === 2) wall.pass(2_500);
      };
      clock.after(second * 1_000, run, { name: 't' });
    }
    await new Pacer(clock, { pace: 1, wall }).run(START + 6_000);
    expect(fired).toEqual([
      '1000 at wall 1000',
      '2000 at wall 2000',
      '3000 at wall 4500',
      '4000 at wall 4500',
      '5000 at wall 5000',
      '6000 at wall 6000',
    ]);
  });

  it('fires the timers that are due where it ends, also when it begins there', async () => {
    const { clock, fired } = clockWith(0);
    await new Pacer(clock, { pace: 'max' }).run(START);
    expect(fired).toEqual([0]);
  });

  it.each<Pace>(['max', 1, 'manual'])('at pace %s ends when its signal aborts', async (pace) => {
    const { clock } = clockWith(MINUTE);
    const stop = new AbortController();
    const run = new Pacer(clock, { pace, wall: new FakeWall({ jump: false }) }).run(START + HOUR, {
      signal: stop.signal,
    });
    stop.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    expect(clock.now()).toBe(START);
  });

  it('at pace manual ends when the clock is advanced that far', async () => {
    const { clock, fired } = clockWith(MINUTE);
    const wall = new FakeWall({ jump: false });
    const run = new Pacer(clock, { pace: 'manual', wall }).run(START + HOUR);
    await wall.asleep();
    await clock.advanceTo(START + HOUR);
    await run;
    expect(fired).toEqual([MINUTE]);
  });

  it('is refused while the clock is driven by another', async () => {
    const { clock } = clockWith();
    const options = { pace: 'manual', wall: new FakeWall({ jump: false }) } as const;
    const first = new Pacer(clock, options);
    first.start(fail);
    await expect(new Pacer(clock, options).run(START)).rejects.toThrow(/driven already/);
    await first.stop();
    await new Pacer(clock, { pace: 'max' }).run(START + 1);
    expect(clock.now()).toBe(START + 1);
  });
});

describe('start', () => {
  function started(pace: Pace, ...dues: number[]) {
    const { clock, fired } = clockWith(...dues);
    const wall = new FakeWall({ jump: false });
    const pacer = new Pacer(clock, { pace, wall });
    pacer.start(fail);
    const pass = async (ms: number): Promise<void> => {
      wall.pass(ms);
      await wall.asleep();
    };
    return { clock, fired, wall, pacer, pass };
  }

  it('paces the clock until stopped', async () => {
    const { clock, fired, pacer, wall, pass } = started(60, MINUTE, HOUR, 2 * HOUR);
    await pass(999);
    expect(fired).toEqual([]);
    await pass(1);
    expect(fired).toEqual([MINUTE]);
    await pass(59_000);
    expect(fired).toEqual([MINUTE, HOUR]);
    await pacer.stop();
    wall.pass(HOUR);
    expect(fired).toEqual([MINUTE, HOUR]);
    expect(clock.now()).toBe(START + HOUR);
    expect(pacer.present()).toBe(START + HOUR);
  });

  it('wakes for a timer that is set from outside before the next one', async () => {
    const { clock, fired, wall, pass } = started(1, HOUR);
    await pass(10_000);
    clock.after(5_000, () => fired.push(clock.now() - START), { name: 'outside' });
    await wall.asleep();
    await pass(5_000);
    // Without catching up first, the clock still stood at the start when the timer was set.
    expect(fired).toEqual([5_000]);
  });

  it('brings the clock to the present on request, so that outside work bears the right time', async () => {
    const { clock, fired, pacer, pass } = started(1, HOUR);
    await pass(10_000.7);
    expect(clock.now()).toBe(START);
    expect(pacer.present()).toBe(START + 10_000);
    await pacer.catchUp();
    expect(clock.now()).toBe(START + 10_000);
    clock.after(5_000, () => fired.push(clock.now() - START), { name: 'outside' });
    await pass(4_999.3);
    expect(fired).toEqual([15_000]);
  });

  it('lets those who catch up at the same time share one advance', async () => {
    const { clock, pacer, wall } = started(1);
    await wall.asleep();
    wall.pass(10);
    const first = pacer.catchUp();
    expect(pacer.catchUp()).toBe(first);
    wall.pass(1);
    expect(pacer.catchUp()).not.toBe(first);
    await first;
    expect(clock.now()).toBe(START + 10);
  });

  it.each<[string, (pacer: Pacer) => Promise<void> | void]>([
    ['the pace is changed', (pacer) => pacer.setPace('manual')],
    ['the driving ends', (pacer) => pacer.stop()],
  ])('catches up no further when %s', async (_, change) => {
    const { clock, pacer, wall } = started(1000);
    await wall.asleep();
    let ticks = 0;
    const tick = (): void => {
      ticks++;
      clock.after(1, tick, { name: 'tick' });
    };
    tick();
    wall.pass(1000);
    const both = [pacer.catchUp()];
    wall.pass(1000);
    both.push(pacer.catchUp());
    while (ticks < 10) await machineTimers().turn();
    await change(pacer);
    await Promise.all(both);
    expect(ticks).toBeLessThan(100);
  });

  it('lets work from outside in when an instant takes long', async () => {
    const { clock, pacer, wall } = started(1);
    await wall.asleep();
    const release = clock.hold('ten thousand pods');
    wall.pass(1000);
    let isIn = false;
    const first = pacer.catchUp().then(() => (isIn = true));
    wall.pass(249);
    await chain(100);
    expect(isIn).toBe(false);
    wall.pass(1);
    await first;
    // As long as the clock is held up, no other waits.
    await pacer.catchUp();
    expect(clock.now()).toBe(START);
    release();
    await wall.asleep();
    wall.pass(1);
    await pacer.catchUp();
    expect(clock.now()).toBe(START + 1251);
  });

  it('lets work from outside in while a call to the outside holds the clock', async () => {
    const { clock, pacer, wall } = started(1);
    await wall.asleep();
    const release = clock.hold('webhook');
    wall.pass(1000);
    const waiting = pacer.catchUp();
    const end = pacer.standStill();
    await waiting;
    wall.pass(1000);
    await pacer.catchUp();
    expect(clock.now()).toBe(START);
    end();
    end();
    release();
    await pacer.catchUp();
    expect(clock.now()).toBe(START + 2000);
  });

  it.each<Pace>(['manual', 'max', 1])(
    'at pace %s works outside work off at its instant',
    async (pace) => {
      const { clock, fired, pacer, wall } = started(pace);
      await wall.asleep();
      await pacer.catchUp();
      const release = clock.hold('request');
      clock.after(0, () => fired.push(clock.now() - START), { name: 'zero' });
      await chain(100);
      expect(fired).toEqual([]);
      release();
      await wall.asleep();
      expect(fired).toEqual([0]);
      expect(clock.now()).toBe(START);
    },
  );

  it('misses no timer set in the moment between its last advance and its sleep', async () => {
    for (let links = 0; links < 20; links++) {
      const { clock, fired, wall } = started('manual');
      await clock.settled();
      await chain(links);
      clock.after(0, () => fired.push(links), { name: 'zero' });
      await wall.asleep();
      expect(fired).toEqual([links]);
    }
  });

  it('at pace manual moves only when told', async () => {
    const { clock, fired, pacer, pass } = started('manual', MINUTE);
    await pass(10 * HOUR);
    expect(pacer.present()).toBe(START);
    expect(fired).toEqual([]);
    await clock.advanceBy(MINUTE);
    expect(fired).toEqual([MINUTE]);
    expect(pacer.present()).toBe(START + MINUTE);
  });

  it('at pace manual takes no amount of outside work for a loop', async () => {
    const clock = new VirtualClock({ start: START, loopLimit: 10 });
    const wall = new FakeWall({ jump: false });
    const pacer = new Pacer(clock, { pace: 'manual', wall });
    pacer.start(fail);
    await wall.asleep();
    for (let i = 0; i < 100; i++) {
      clock.hold('request')();
      await wall.asleep();
    }
    await pacer.stop();
    expect(clock.now()).toBe(START);
  });

  it('at pace max runs from timer to timer and rests when there is none', async () => {
    const { clock, fired, wall } = started('max', MINUTE, HOUR);
    await wall.asleep();
    expect(wall.sleeps).toEqual([Infinity]);
    expect(fired).toEqual([MINUTE, HOUR]);
    expect(clock.now()).toBe(START + HOUR);
    clock.after(HOUR, () => fired.push(clock.now() - START), { name: 'outside' });
    await wall.asleep();
    expect(fired).toEqual([MINUTE, HOUR, 2 * HOUR]);
  });

  it('at pace auto stands still until a program follows, and again when none does', async () => {
    const { clock, fired } = clockWith(MINUTE, HOUR, 2 * HOUR);
    const wall = new FakeWall({ jump: false });
    let isFollowed = false;
    clock.after(HOUR, () => (isFollowed = false), { name: 'the program ends' });
    const pacer = new Pacer(clock, { pace: 'auto', wall, isFollowed: () => isFollowed });
    pacer.start(fail);
    await wall.asleep();
    expect(fired).toEqual([]);
    await clock.advanceBy(1000); // as asked for by a client
    await wall.asleep();
    expect(clock.now()).toBe(START + 1000);
    isFollowed = true;
    pacer.wake();
    while (clock.now() < START + HOUR) await machineTimers().turn();
    await wall.asleep();
    expect(fired).toEqual([MINUTE, HOUR]);
    expect(clock.now()).toBe(START + HOUR);
    await pacer.stop();
  });

  it('continues from an advance that ran ahead of the pace', async () => {
    const { clock, fired, pacer, pass } = started(1, HOUR + 1_000);
    await pass(1_000);
    await clock.advanceTo(START + HOUR);
    expect(pacer.present()).toBe(START + HOUR);
    await pass(999);
    expect(fired).toEqual([]);
    await pass(1);
    expect(fired).toEqual([HOUR + 1_000]);
  });

  it('reports a failure, and leaves the clock stopped', async () => {
    const clock = new VirtualClock({ start: START });
    const wall = new FakeWall({ jump: false });
    const broken = (): void => {
      throw new Error('broken timer');
    };
    clock.after(5, broken, { name: 'broken' });
    clock.after(10, () => undefined, { name: 'whole' });
    const pacer = new Pacer(clock, { pace: 1, wall });
    const failure = new Promise((resolve) => pacer.start(resolve));
    wall.pass(100);
    expect(await failure).toEqual(new Error('broken timer'));
    expect(clock.now()).toBe(START + 5);
    expect(pacer.present()).toBe(START + 5);
    await pacer.stop();
  });

  it('is refused twice, and can follow a stop', async () => {
    const { pacer, wall } = started('manual');
    expect(() => pacer.start(fail)).toThrow(/started already/);
    await pacer.stop();
    await pacer.stop();
    pacer.start(fail);
    await wall.asleep();
    await pacer.stop();
  });

  it('can be stopped while the clock is held forever', async () => {
    const { pacer, clock, wall } = started(1);
    await wall.asleep();
    clock.hold('stuck');
    await pacer.stop();
    expect(clock.holders()).toEqual([{ name: 'stuck', count: 1 }]);
  });

  describe('with a change of pace', () => {
    it('continues from the present, losing and gaining nothing', async () => {
      const { clock, fired, pacer, pass } = started(1, HOUR);
      await pass(30 * MINUTE);
      pacer.setPace(60);
      expect(pacer.present()).toBe(START + 30 * MINUTE);
      await pass(29_999);
      expect(fired).toEqual([]);
      await pass(1);
      expect(fired).toEqual([HOUR]);
      expect(clock.now()).toBe(START + HOUR);
    });

    it('to manual freezes the clock at the present', async () => {
      const { clock, fired, pacer, wall, pass } = started(1, HOUR);
      await pass(30 * MINUTE);
      pacer.setPace('manual');
      await wall.asleep();
      expect(clock.now()).toBe(START + 30 * MINUTE);
      await pass(10 * HOUR);
      expect(clock.now()).toBe(START + 30 * MINUTE);
      pacer.setPace(1);
      await pass(30 * MINUTE);
      expect(fired).toEqual([HOUR]);
    });

    it('while the clock lags continues from where it is', async () => {
      const { clock, fired, pacer, wall } = started(1, MINUTE, 2 * MINUTE);
      await wall.asleep();
      const release = clock.hold('slow work');
      wall.pass(HOUR);
      pacer.setPace('manual');
      release();
      await wall.asleep();
      expect(fired).toEqual([MINUTE]);
      expect(clock.now()).toBe(START + MINUTE);
    });

    it('to max and back', async () => {
      const { clock, fired, pacer, wall, pass } = started(1, MINUTE);
      await pass(1_000);
      pacer.setPace('max');
      await wall.asleep();
      expect(fired).toEqual([MINUTE]);
      pacer.setPace(1);
      wall.pass(500);
      await pacer.catchUp();
      expect(clock.now()).toBe(START + MINUTE + 500);
    });
  });
});

it.each([0, -1, NaN, Infinity])('a pace of %s is refused', (pace) => {
  const clock = new VirtualClock({ start: START });
  expect(() => new Pacer(clock, { pace })).toThrow(RangeError);
  const pacer = new Pacer(clock, { pace: 'max' });
  expect(() => pacer.setPace(pace)).toThrow(RangeError);
  expect(pacer.pace).toBe('max');
});
