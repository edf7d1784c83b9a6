/** How far virtual time passes for a single step, and until a condition holds. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import type { Step } from '#scenario';
import { advanceUntil, playOneStep } from '../../../src/run/one-step.ts';

const noop = (): void => undefined;

function clockWith(...timers: readonly number[]): VirtualClock {
  const clock = new VirtualClock({ start: 0 });
  for (const at of timers) clock.after(at, noop, { name: 'timer' });
  return clock;
}

describe('advancing until a condition holds', () => {
  it.each<[string, readonly number[], number, (now: number) => boolean, boolean, number]>([
    ['at once', [5], 10, () => true, true, 0],
    ['at a timer', [5, 7, 9], 10, (now) => now >= 7, true, 7],
    ['at the deadline', [5], 10, (now) => now >= 10, true, 10],
    ['never', [5, 20], 10, () => false, false, 10],
    ['behind the deadline', [5, 11], 10, (now) => now >= 11, false, 10],
    ['without timers', [], 10, () => false, false, 10],
  ])('%s', async (_, timers, deadline, holds, result, end) => {
    const clock = clockWith(...timers);
    expect(await advanceUntil(clock, deadline, () => holds(clock.now()))).toBe(result);
    expect(clock.now()).toBe(end);
  });

  it('looks once what is due has been done', async () => {
    const clock = new VirtualClock({ start: 0 });
    let isDone = false;
    clock.after(0, () => (isDone = true), { name: 'due' });
    const looks: boolean[] = [];
    await advanceUntil(clock, 10, () => looks.push(isDone) > 0);
    expect(looks).toEqual([true]);
  });

  it('gives up when nothing could make it hold', async () => {
    const clock = clockWith(5);
    await expect(advanceUntil(clock, Infinity, () => false)).rejects.toThrow('no timer is set');
    expect(clock.now()).toBe(5);
  });
});

describe('a single step', () => {
  /** Plays a step that is done at a time, or when it is ended. */
  async function play(step: Partial<Step>, doneAt: number) {
    const clock = clockWith(1, 10, 20, 40);
    let ends = 0;
    const perform = () => {
      let finish: () => void = noop;
      const result = new Promise<undefined>((resolve) => (finish = () => resolve(undefined)));
      clock.after(doneAt, finish, { name: 'step' });
      const end = (): void => {
        ends++;
        finish();
      };
      return { result, end };
    };
    await playOneStep(clock, step as Step, perform);
    return { now: clock.now(), ends };
  }

  it.each<[string, Partial<Step>, number, number]>([
    ['takes the time that it needs', { isCheck: false }, 30, 30],
    ['takes none when it needs none', { isCheck: false }, 0, 0],
    ['waits for a check no longer than it may', { isCheck: true, withinMs: 15 }, 30, 15],
    ['waits for a check until it has held so long', { isCheck: true, forMs: 15 }, 30, 15],
    ['ends with its check', { isCheck: true, withinMs: 30, forMs: 5 }, 20, 20],
    ['lets no time pass for a check of this moment', { isCheck: true }, 30, 0],
  ])('%s', async (_, step, doneAt, now) => {
    expect(await play(step, doneAt)).toEqual({ now, ends: 1 });
  });
});
