import { expect, test } from 'vitest';
import { turn } from '#machine';
import { LongInstants } from '../../../src/client/long-instants.ts';

/** Makes calls at an instant, each as soon as it may. @returns the numbers of those made so far */
function calls(instants: LongInstants, count: number): number[] {
  const made: number[] = [];
  for (let n = 1; n <= count; n++) {
    const paused = instants.pass();
    if (paused === undefined) made.push(n);
    else void paused.then(() => made.push(n));
  }
  return made;
}

test('the calls of a short instant are made at once, in each instant', () => {
  let now = 0;
  const instants = new LongInstants({ now: () => now });
  for (; now < 3; now++) expect(calls(instants, 1000)).toHaveLength(1000);
});

test('a long instant makes fifty calls between two turns of the event loop, in their order', async () => {
  const instants = new LongInstants({ now: () => 0 });
  const made = calls(instants, 1200);
  // The 1050th waits, and all that come after it wait behind it.
  const seen = [made.length];
  while (made.length < 1200) {
    await turn();
    seen.push(made.length);
  }
  expect(seen).toEqual([1049, 1099, 1149, 1199, 1200]);
  expect(made).toEqual(Array.from({ length: 1200 }, (_, n) => n + 1));
});

test('calls that come while others wait queue behind them', async () => {
  const instants = new LongInstants({ now: () => 0 });
  const made = calls(instants, 1060);
  expect(made).toHaveLength(1049);
  let isMade = false;
  const late = instants.pass()!.then(() => (isMade = true));
  expect(isMade).toBe(false);
  await late;
  expect(made).toHaveLength(1060);
  // None waits any more: the next one is made at once, until the next pause is due.
  expect(instants.pass()).toBeUndefined();
});
