import { expect, it } from 'vitest';
import { machineWall } from '#clock';

it('wakes after the time asked for', async () => {
  const before = machineWall.now();
  await machineWall.sleep(2, new AbortController().signal);
  expect(machineWall.now() - before).toBeGreaterThan(0.9);
});

it.each([Infinity, 1e12])('wakes when told, long before %s ms are over', async (ms) => {
  const stop = new AbortController();
  const sleep = machineWall.sleep(ms, stop.signal);
  queueMicrotask(() => stop.abort());
  await sleep;
  await machineWall.sleep(ms, stop.signal);
});
