/** What programs do, and how long an advance waits for them. */
import { describe, expect, it } from 'vitest';
import { machineTimers } from '#clock';
import { Outside, WaitingGate } from '#lockstep';
import { FakeWall } from '../clock/fake-wall.ts';

const caller = { key: 'a', name: 'someone' };
const patience = { quiet: 20, cap: 2000 };

function rig(jump = true) {
  const wall = new FakeWall({ jump });
  let revision = 0;
  let followed = 0;
  const { turn } = machineTimers();
  const outside = new Outside({
    ...{ wall, timers: { turn }, revision: () => revision },
    onFollowed: () => void followed++,
  });
  const write = (): number => ++revision;
  const wait = (without?: string) =>
    outside.dealtWith(patience, new AbortController().signal, without);
  return { wall, outside, write, wait, followed: () => followed };
}

describe('time is free', () => {
  it('while no program watches, and after what was sent is dealt with', async () => {
    const { outside, write, wait } = rig();
    expect([outside.isFree(), outside.isFollowed]).toEqual([true, false]);
    const watch = outside.watching(caller, 'pods');
    expect([outside.isFree(), outside.isFollowed]).toEqual([true, true]);
    const revision = write();
    expect(outside.isFree()).toBe(false);
    await wait();
    expect(outside.isFree()).toBe(true);
    watch.written(revision);
    expect(outside.isFree()).toBe(false);
    expect(outside.isFree(caller.key)).toBe(true);
    watch.close(false);
    expect([outside.isFree(), outside.isFollowed]).toEqual([true, false]);
  });

  it('for a watch that is busy only once it is idle, or closed', () => {
    const { outside } = rig();
    const [one, two] = [outside.watching(caller, 'pods'), outside.watching(caller, 'nodes')];
    one.busy();
    two.busy();
    expect(outside.isFree()).toBe(false);
    one.idle();
    expect(outside.isFree()).toBe(false);
    two.close(false);
    expect(outside.isFree()).toBe(true);
  });

  it('again each time that the first program begins to watch', () => {
    const { outside, followed } = rig();
    const first = outside.watching(caller, 'pods');
    outside.watching(caller, 'nodes').close(false);
    expect(followed()).toBe(1);
    first.close(false);
    outside.watching({ key: 'b', name: 'other' }, 'pods');
    expect(followed()).toBe(2);
  });
});

describe('a barrier', () => {
  it('never falls back, and counts the watches that it is about', () => {
    const { outside } = rig();
    const watch = outside.watching(caller, 'pods');
    outside.watching(caller, 'nodes');
    const at = (revision: number) => outside.barrier(caller, new Map([['pods', revision]]));
    expect(at(5)).toBe(1);
    expect(at(3)).toBe(1);
    watch.written(5);
    expect(outside.isFree()).toBe(true);
    watch.written(6);
    expect(outside.isFree()).toBe(false);
    watch.written(2);
    expect(outside.isFree()).toBe(false);
    expect(at(6)).toBe(1);
    expect(outside.isFree()).toBe(true);
    expect(
      outside.barrier(
        caller,
        new Map([
          ['pods', 6],
          ['nodes', 6],
          ['jobs', 1],
        ]),
      ),
    ).toBe(2);
  });

  it('is for at most 100 resources of a program', () => {
    const { outside } = rig();
    const all = new Map(Array.from({ length: 100 }, (_, i) => [`r${i}`, 1]));
    expect(outside.barrier(caller, all)).toBe(0);
    expect(outside.barrier(caller, all)).toBe(0);
    expect(() => outside.barrier(caller, new Map([['more', 1]]))).toThrow(
      'at most 100 resources can have a barrier',
    );
    expect(() => outside.barrier({ key: 'b', name: 'b' }, new Map([['more', 1]]))).not.toThrow();
  });
});

describe('requests', () => {
  it('that write stir a program without a barrier; those that read do not', () => {
    const { outside } = rig();
    outside.watching(caller, 'pods');
    outside.asking(caller, true)();
    expect(outside.isFree()).toBe(true);
    outside.asking(caller, false)();
    expect(outside.isFree()).toBe(false);
  });

  it('of a program with a barrier are waited for until they are answered', () => {
    const { outside } = rig();
    outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    const answered = [outside.asking(caller, false), outside.asking(caller, true)];
    expect(outside.isFree()).toBe(false);
    answered[0]!();
    expect(outside.isFree()).toBe(false);
    answered[1]!();
    expect(outside.isFree()).toBe(true);
  });

  it('of others are of no interest', () => {
    const { outside } = rig();
    outside.watching(caller, 'pods');
    outside.asking({ key: 'b', name: 'other' }, false);
    expect(outside.isFree()).toBe(true);
  });

  it('that read prolong the quiet time', async () => {
    const { outside, wall, wait } = rig(false);
    outside.watching(caller, 'pods').written(1);
    wall.pass(15);
    outside.asking(caller, true)();
    const waited = wait();
    await wall.asleep();
    expect(wall.sleeps).toEqual([20]);
    wall.pass(20);
    expect([...(await waited).waited]).toEqual(['someone']);
  });
});

describe('a wait', () => {
  it('names those that it is given up for, and does not wait for that again', async () => {
    const { outside, wall, wait } = rig(false);
    const watch = outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    watch.written(1);
    const waited = wait();
    await wall.asleep();
    wall.pass(2000);
    expect(await waited).toEqual({ waited: new Set(['someone']), gaveUp: [caller] });
    expect(outside.isFree()).toBe(true);
    watch.written(2);
    expect(outside.isFree()).toBe(false);
  });

  it('leaves out a program, and ends with its signal', async () => {
    const { outside, wait } = rig(false);
    outside.watching(caller, 'pods').busy();
    const none = { waited: new Set(), gaveUp: [] };
    expect(await wait(caller.key)).toEqual(none);
    const signal = AbortSignal.abort();
    expect(await outside.dealtWith(patience, signal)).toEqual(none);
  });

  it('counts a program once at an instant, however often it waits there', async () => {
    const { outside, wall, write } = rig();
    const watch = outside.watching(caller, 'pods');
    const standStill = () => () => undefined;
    const gate = new WaitingGate({ outside, wall, patience, standStill });
    const { signal } = new AbortController();
    for (const at of [1000, 1000, 1000, 2000]) {
      watch.written(write());
      await gate.before(at, signal);
    }
    expect(gate.waits).toEqual({
      ...{ instants: 2, ms: 80, gaveUp: 0 },
      clients: [{ client: 'someone', instants: 2, gaveUp: 0 }],
    });
    expect(gate.before(3000, signal)).toBeUndefined();
  });
});
