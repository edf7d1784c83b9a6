/** A clock for one run of a controller: what of it is left when the run ends. */
import { expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { ScopedClock } from '../../../src/runtime/scoped-clock.ts';

function make() {
  const clock = new VirtualClock({ start: 1000 });
  const fired: string[] = [];
  const scoped = new ScopedClock(clock);
  const set = (name: string, ms: number) => scoped.after(ms, () => fired.push(name), { name });
  return { clock, scoped, fired, set };
}

it('has the time, the timers and the holds of the clock', async () => {
  const { clock, scoped, fired, set } = make();
  expect(scoped.now()).toBe(1000);
  expect(set('a', 5).due).toBe(1005);
  set('b', 6).cancel();
  const release = scoped.hold('work');
  expect(clock.holders()).toEqual([{ name: 'work', count: 1 }]);
  release();
  expect(clock.holders()).toEqual([]);
  await clock.advanceBy(10);
  expect(fired).toEqual(['a']);
});

it('forgets its timers and gives back its holds when it closes', async () => {
  const { clock, scoped, fired, set } = make();
  set('a', 5);
  scoped.hold('work');
  scoped.close();
  expect(clock.nextDue()).toBeUndefined();
  expect(clock.holders()).toEqual([]);
  await clock.advanceBy(10);
  expect(fired).toEqual([]);
});

it('sets no timer and takes no hold once it is closed', () => {
  const { clock, scoped, set } = make();
  scoped.close();
  const timer = set('a', 5);
  expect([timer.due, set('b', -5).due]).toEqual([1005, 1000]);
  timer.cancel();
  scoped.hold('work')();
  expect(clock.nextDue()).toBeUndefined();
  scoped.hold('work');
  expect(clock.holders()).toEqual([]);
});
