/** Pods whose containers cannot be configured. */
import { expect, it } from 'vitest';
import { rigWithPod, type PoolRig } from './rig.ts';

const why = 'secret "certs" not found';
const held = { 'sim/unconfigured': why };

/** How often the reason has been reported. */
async function failures(rig: PoolRig): Promise<number> {
  const events = await rig.events();
  const found = events.filter(({ reason }) => reason === 'Failed');
  for (const { message, type, involvedObject } of found) {
    expect([type, message]).toEqual(['Warning', `Error: ${why}`]);
    expect(involvedObject.fieldPath).toBe('spec.containers{main}');
  }
  return found.reduce((sum, { count = 1 }) => sum + count, 0);
}

it('wait in their sandbox, tried every ten seconds, and start once they can be', async () => {
  const rig = await rigWithPod(held);
  await rig.run(1);
  expect(await rig.glance()).toBe('Pending unready CreateContainerConfigError');
  const { status } = await rig.pod();
  expect(status.podIP).toBeDefined();
  expect(status.containerStatuses![0]!.state).toEqual({
    waiting: { reason: 'CreateContainerConfigError', message: why },
  });
  expect(await failures(rig)).toBe(1);
  await rig.run(10);
  expect(await failures(rig)).toBe(2);
  await rig.run(20);
  expect(await failures(rig)).toBe(4);
  await rig.annotatePod({ 'sim/unconfigured': null });
  await rig.run(0);
  expect(await rig.glance()).toBe('Running ready');
  await rig.run(60);
  expect(await failures(rig)).toBe(4);
  expect(rig.errors).toEqual([]);
});

it('have never run, where something else was taken for their containers', async () => {
  const rig = await rigWithPod({});
  await rig.run(5);
  await rig.annotatePod(held);
  await rig.run(0);
  expect(await rig.glance()).toBe('Pending unready CreateContainerConfigError');
  await rig.annotatePod({ 'sim/unconfigured': null });
  await rig.run(1);
  expect(await rig.glance()).toBe('Running ready');
  const [container] = (await rig.pod()).status.containerStatuses!;
  expect([container!.restartCount, container!.lastState]).toEqual([0, {}]);
});

it('keep how they ended before, and their number of restarts, in a pod that runs', async () => {
  const rig = await rigWithPod({ 'sim/crash-seconds': '5', 'sim/crash-times': '1' });
  await rig.run(4);
  await rig.annotatePod({ ...held, 'sim/ready': 'true' });
  await rig.run(1);
  const container = async () => (await rig.pod()).status.containerStatuses![0]!;
  expect(await rig.glance()).toBe('Pending unready CreateContainerConfigError');
  await rig.annotatePod({ 'sim/unconfigured': null });
  await rig.run(8);
  expect((await container()).restartCount).toBe(1);
  await rig.annotatePod(held);
  await rig.run(1);
  expect(await rig.glance()).toBe('Running unready CreateContainerConfigError');
  expect((await container()).restartCount).toBe(0);
  expect((await container()).lastState!.terminated!.exitCode).toBe(1);
  await rig.annotatePod({ 'sim/unconfigured': null });
  await rig.run(1);
  expect((await container()).restartCount).toBe(1);
});
