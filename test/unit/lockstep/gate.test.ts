import { describe, expect, it } from 'vitest';
import { machineTimers, VirtualClock } from '#clock';
import { Outside, WaitingGate } from '#lockstep';
import { FakeWall } from '../clock/fake-wall.ts';

const caller = { key: 'a', name: 'someone' };

function rig(isPatient = true, askedBy?: string) {
  const wall = new FakeWall({ jump: isPatient });
  let revision = 0;
  const { turn } = machineTimers();
  const outside = new Outside({ wall, timers: { turn }, revision: () => revision });
  let standing = 0;
  const gate = new WaitingGate({
    ...{ outside, wall, patience: { quiet: 20, cap: 2000 } },
    askedBy,
    standStill: () => {
      standing++;
      return () => void standing--;
    },
  });
  const clock = new VirtualClock({ start: 0 });
  return { wall, outside, gate, clock, write: () => ++revision, standing: () => standing };
}

describe('an advance that waits', () => {
  it('asks no program when no program watches', async () => {
    const { gate, clock, wall, write } = rig();
    clock.after(1000, write, { name: 'write' });
    await clock.advanceTo(5000, { gate });
    expect(wall.sleeps).toEqual([]);
    expect(gate.waits).toMatchObject({ instants: 0, clients: [] });
  });

  it('stays at an instant until the program told then is quiet', async () => {
    const { gate, clock, wall, outside, write } = rig();
    const watch = outside.watching(caller, 'pods');
    for (const at of [1000, 2000]) {
      clock.after(at, () => watch.written(write()), { name: 'write' });
    }
    await clock.advanceTo(5000, { gate });
    expect(wall.sleeps).toEqual([20, 20]);
    const client = { client: 'someone', instants: 2, gaveUp: 0 };
    expect(gate.waits).toEqual({ instants: 2, ms: 40, gaveUp: 0, clients: [client] });
  });

  it('stays until its barrier has caught up, however long that takes', async () => {
    const { gate, clock, wall, outside, write, standing } = rig(false);
    const watch = outside.watching(caller, 'pods');
    expect(outside.barrier(caller, new Map([['pods', 0]]))).toBe(1);
    clock.after(1000, () => watch.written(write()), { name: 'write' });
    const advance = clock.advanceTo(5000, { gate });
    await wall.asleep();
    expect(clock.now()).toBe(1000);
    expect(standing()).toBe(1);
    wall.pass(1999);
    expect(clock.now()).toBe(1000);
    // What the program sets off then happens at this instant.
    const seen: number[] = [];
    clock.after(0, () => seen.push(clock.now()), { name: 'reaction' });
    outside.barrier(caller, new Map([['pods', 1]]));
    await advance;
    expect(seen).toEqual([1000]);
    expect(standing()).toBe(0);
    expect(gate.waits).toMatchObject({ instants: 1, gaveUp: 0 });
  });

  it('gives up at the cap, once for what has been sent', async () => {
    const { gate, clock, wall, outside, write } = rig(false);
    const watch = outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    clock.after(1000, () => watch.written(write()), { name: 'write' });
    clock.after(2000, () => undefined, { name: 'later' });
    const advance = clock.advanceTo(5000, { gate });
    await wall.asleep();
    wall.pass(2000);
    await advance;
    expect(gate.waits.clients).toEqual([{ client: 'someone', instants: 1, gaveUp: 1 }]);
  });

  it('gives each instant the whole of the cap', async () => {
    const { gate, clock, wall, outside, write } = rig(false);
    const watch = outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    for (const at of [1000, 2000]) {
      clock.after(at, () => watch.written(write()), { name: 'write' });
    }
    const advance = clock.advanceTo(5000, { gate });
    for (const revision of [1, 2]) {
      await wall.asleep();
      wall.pass(1500);
      outside.barrier(caller, new Map([['pods', revision]]));
    }
    await advance;
    expect(wall.sleeps).toEqual([2000, 2000]);
    expect(gate.waits).toMatchObject({ instants: 2, ms: 3000, gaveUp: 0 });
  });

  it('ends its wait with the watch, and with the advance', async () => {
    const { gate, clock, wall, outside, write } = rig(false);
    const watch = outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    watch.written(write());
    const stop = new AbortController();
    const stopped = clock.advanceTo(5000, { gate, signal: stop.signal });
    await wall.asleep();
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    const advance = clock.advanceTo(5000, { gate });
    await wall.asleep();
    watch.close(false);
    await advance;
    expect(clock.now()).toBe(5000);
  });

  it('waits for a program whose watch the server has ended to watch again', async () => {
    const { gate, clock, wall, outside, write } = rig(false);
    const watch = outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    watch.close(true);
    clock.after(1000, () => void write(), { name: 'write' });
    const advance = clock.advanceTo(5000, { gate });
    await wall.asleep();
    expect(clock.now()).toBe(0);
    outside.watching(caller, 'pods').written(0);
    await advance;
    expect(gate.waits).toMatchObject({ gaveUp: 0 });
    expect(outside.isFollowed).toBe(true);
  });

  it('forgets a program that does not watch again', async () => {
    const { gate, clock, wall, outside } = rig(false);
    const watch = outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    watch.close(true);
    const advance = clock.advanceTo(5000, { gate });
    await wall.asleep();
    wall.pass(2000);
    await advance;
    expect(outside.isFollowed).toBe(false);
  });

  it('gives up once for a program that waits for the advance itself', async () => {
    const { gate, clock, wall, outside, write } = rig(false, caller.key);
    const watch = outside.watching(caller, 'pods');
    outside.barrier(caller, new Map([['pods', 0]]));
    for (const at of [1000, 2000, 3000]) {
      clock.after(at, () => watch.written(write()), { name: 'write' });
    }
    const advance = clock.advanceTo(5000, { gate });
    await wall.asleep();
    wall.pass(2000);
    await advance;
    expect(gate.waits).toMatchObject({ instants: 1, gaveUp: 1 });
    expect(gate.waits.hint).toContain('TOKEN~NAME');
  });
});

it('keeps the barriers of 1,000 programs that do not watch, and of all that do', async () => {
  const { gate, clock, wall, outside, write } = rig();
  const barrier = new Map([['pods', 0]]);
  const others = Array.from({ length: 1000 }, (_, key) => ({ key: String(key), name: 'other' }));
  const watch = outside.watching(caller, 'pods');
  for (const one of [caller, ...others]) outside.barrier(one, barrier);
  // Without a barrier, a program is waited for until it is quiet.
  const forgotten = outside.watching(others[0]!, 'pods');
  clock.after(1000, () => forgotten.written(write()), { name: 'write' });
  await clock.advanceTo(1500, { gate });
  expect(wall.sleeps).toEqual([20]);
  // With one, until it says that it is done, or for as long as the cap.
  clock.after(1000, () => watch.written(write()), { name: 'write' });
  await clock.advanceTo(3000, { gate });
  expect(wall.sleeps).toEqual([20, 2000]);
  // That one took the place of another.
  const kept = outside.watching(others[2]!, 'pods');
  clock.after(1000, () => kept.written(write()), { name: 'write' });
  await clock.advanceTo(5000, { gate });
  expect(wall.sleeps).toEqual([20, 2000, 2000]);
});
