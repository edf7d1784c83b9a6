/** Pods whose volumes cannot be mounted. */
import { expect, it } from 'vitest';
import { rigWithPod, type PoolRig } from './rig.ts';

const why = 'MountVolume.SetUp failed for volume "certs" : secret "certs" not found';

/** How often the reason has been reported. */
async function failures(rig: PoolRig): Promise<number> {
  const events = await rig.events();
  const found = events.filter(({ reason }) => reason === 'FailedMount');
  expect(found.every(({ message, type }) => message === why && type === 'Warning')).toBe(true);
  return found.reduce((sum, { count = 1 }) => sum + count, 0);
}

it('wait, tried less and less often, and start once they can be', async () => {
  const rig = await rigWithPod({ 'sim/unmounted': why });
  const seen: (readonly [number, number])[] = [];
  let at = 0;
  for (const second of [0, 1, 2, 4, 8, 130, 251, 252]) {
    await rig.run(second - at);
    at = second;
    expect(await rig.glance()).toBe('Pending unready ContainerCreating');
    seen.push([second, await failures(rig)]);
  }
  expect(seen).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [4, 4],
    [8, 5],
    [130, 9],
    [251, 10],
    [252, 10],
  ]);
  await rig.annotatePod({ 'sim/unmounted': null });
  await rig.run(1);
  expect(await rig.glance()).toBe('Running ready');
  expect(rig.errors).toEqual([]);
});

it('have never run, where something else was taken for their containers', async () => {
  const rig = await rigWithPod({});
  await rig.run(5);
  expect(await rig.glance()).toBe('Running ready');
  await rig.annotatePod({ 'sim/unmounted': why });
  await rig.run(0);
  expect(await rig.glance()).toBe('Pending unready ContainerCreating');
  expect(await failures(rig)).toBe(1);
  await rig.annotatePod({ 'sim/unmounted': null });
  await rig.run(1);
  expect(await rig.glance()).toBe('Running ready');
  expect((await rig.pod()).status.containerStatuses![0]).toMatchObject({
    restartCount: 0,
    lastState: {},
  });
});
