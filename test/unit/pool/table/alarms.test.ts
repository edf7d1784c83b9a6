import { expect, test } from 'vitest';
import { VirtualClock } from '#clock';
import { turn } from '#machine';
import { Alarms } from '../../../../src/pool/table/alarms.ts';

/** Sets alarms for one instant. @returns the numbers of those that have rung */
function setting(clock: VirtualClock, count: number): number[] {
  const alarms = new Alarms(clock, 'alarms');
  const rung: number[] = [];
  for (let n = 0; n < count; n++) alarms.after(1000, () => rung.push(n));
  return rung;
}

test('all alarms of an instant ring before the next one, in the order they were set', async () => {
  const clock = new VirtualClock({ start: 0 });
  const rung = setting(clock, 1700);
  clock.after(1000, () => expect(rung).toHaveLength(1700), { name: 'test' });
  clock.after(1001, () => expect(rung).toHaveLength(1700), { name: 'test' });
  await clock.advanceBy(2000);
  expect(rung).toEqual(Array.from({ length: 1700 }, (_, n) => n));
});

test('the event loop turns while many ring', async () => {
  const clock = new VirtualClock({ start: 0 });
  const rung = setting(clock, 1700);
  const seen = new Set<number>();
  let isOver = false;
  const advance = clock.advanceBy(1000).then(() => (isOver = true));
  while (!isOver) {
    seen.add(rung.length);
    await turn();
  }
  await advance;
  expect([...seen]).toEqual(expect.arrayContaining([500, 525, 1675]));
});

test('an alarm can be cancelled while others of its instant ring', async () => {
  const clock = new VirtualClock({ start: 0 });
  const alarms = new Alarms(clock, 'alarms');
  const rung: number[] = [];
  const set = Array.from({ length: 600 }, (_, n) =>
    alarms.after(1000, () => {
      rung.push(n);
      if (n === 0) set[550]!.cancel();
    }),
  );
  await clock.advanceBy(1000);
  expect(rung).toHaveLength(599);
  expect(rung).not.toContain(550);
});

test.each([0, 600])('an error of alarm %i ends the advance', async (broken) => {
  const clock = new VirtualClock({ start: 0 });
  const alarms = new Alarms(clock, 'alarms');
  for (let n = 0; n < 700; n++) {
    alarms.after(1000, () => {
      if (n === broken) throw new Error(`alarm ${n} is broken`);
    });
  }
  await expect(clock.advanceBy(2000)).rejects.toThrow(`alarm ${broken} is broken`);
});

test('a clock that gives up while many ring says so', async () => {
  const clock = new VirtualClock({ start: 0, loopLimit: 550 });
  const alarms = new Alarms(clock, 'alarms');
  for (let n = 0; n < 700; n++) alarms.after(1000, () => clock.hold('work')());
  await expect(clock.advanceBy(2000)).rejects.toThrow('did not settle');
});
