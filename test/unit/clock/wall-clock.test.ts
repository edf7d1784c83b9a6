import { describe, expect, it } from 'vitest';
import { WallClock, type Clock } from '#clock';
import { FakeWall } from './fake-wall.ts';

const START = 1_795_204_800_000;
const named = { name: 'test' };

/** A clock that runs, what its timers have done so far, and the end of it. */
function running() {
  const wall = new FakeWall({ jump: false });
  const clock = new WallClock({ start: START, wall });
  const stop = new AbortController();
  const fired: string[] = [];
  const set = (delayMs: number, what: string) =>
    clock.after(delayMs, () => fired.push(`${what} at ${clock.now() - START}`), named);
  const ended = clock.run(stop.signal);
  return { wall, clock, fired, set, ended, stop: () => stop.abort() };
}

describe('a clock that goes with the wall', () => {
  it('shows its time, whatever is held', () => {
    const { wall, clock } = running();
    (clock as Clock).hold('somebody');
    wall.pass(1234.5);
    expect(clock.now()).toBe(START + 1234);
  });

  it('fires timers in their order, not before they are due, and late rather than never', async () => {
    const { wall, fired, set } = running();
    set(200, 'late');
    set(100, 'first');
    set(100, 'second');
    set(150, 'cancelled').cancel();
    await wall.asleep();
    wall.pass(99);
    await wall.asleep();
    expect(fired).toEqual([]);
    wall.pass(51);
    await wall.asleep();
    expect(fired).toEqual(['first at 150', 'second at 150']);
    wall.pass(1000);
    await wall.asleep();
    expect(fired.at(-1)).toBe('late at 1150');
  });

  it('wakes for timers that come before the one it waits for, and for those without delay', async () => {
    const { wall, clock, fired, set } = running();
    set(1000, 'last');
    await wall.asleep();
    clock.after(10, () => void set(0, 'at once'), named);
    await wall.asleep();
    wall.pass(10);
    await wall.asleep();
    expect(fired).toEqual(['at once at 10']);
  });

  it('ends when a timer stops it', async () => {
    const { wall, clock, ended, stop } = running();
    clock.after(10, stop, named);
    await wall.asleep();
    wall.pass(10);
    await expect(ended).resolves.toBeUndefined();
  });

  it('leaves room for others between timers that are always due', async () => {
    const { wall, clock } = running();
    let count = 0;
    const again = (): void => {
      count++;
      wall.pass(1);
      clock.after(0, again, named);
    };
    clock.after(0, again, named);
    await wall.asleep();
    expect(count).toBe(1);
    wall.pass(0);
    await wall.asleep();
    expect(count).toBe(2);
  });

  it('ends when it is stopped, and with what a timer throws', async () => {
    const idle = running();
    await idle.wall.asleep();
    idle.stop();
    await expect(idle.ended).resolves.toBeUndefined();
    const failing = running();
    failing.clock.after(0, () => expect.unreachable('told so'), named);
    await expect(failing.ended).rejects.toThrow('told so');
  });
});
