import { expect, it } from 'vitest';
import { machineWall } from '#clock';

it('wakes after the time asked for', async () => {
  const before = machineWall.now();
  await machineWall.sleep(2, new AbortController().signal);
  expect(machineWall.now() - before).toBeGreaterThan(0.9);
});

it.each([Infinity, 1e12])('wakes when told, and not before, from %s ms of sleep', async (ms) => {
  const stop = new AbortController();
  let awake = false;
  const sleep = machineWall.sleep(ms, stop.signal).then(() => (awake = true));
  await machineWall.sleep(3, new AbortController().signal);
  expect(awake).toBe(false);
  stop.abort();
  await sleep;
  await machineWall.sleep(ms, stop.signal);
});
