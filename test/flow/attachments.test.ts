/** Volumes of drivers on their way to nodes, in a whole control plane. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  csiDriver,
  event,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  volumeAttachment,
} from '#kinds';
import { isNotFound } from '#values';
import type { VolumeAttachment } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
const failures: unknown[] = [];
beforeEach(async () => {
  simulation = await simulate(2, {
    onReconcileError: (actor, key, error) => failures.push([actor, key, error]),
  });
});
afterEach(() => {
  simulation.stop();
  expect(failures.splice(0)).toEqual([]);
});

const driver = 'disks.example.com';
const name = `kubernetes.io/csi/${driver}^handle`;
const namespace = 'default';

/** A volume, and a claim that is bound to it. */
async function addVolume(): Promise<void> {
  const storage = '1Gi';
  const accessModes = ['ReadWriteOnce'];
  const spec = {
    ...{ storageClassName: 'none', accessModes },
    capacity: { storage },
    csi: { driver, volumeHandle: 'handle' },
  };
  await simulation.client.create(persistentVolume, { metadata: { name: 'disk' }, spec } as never);
  const wanted = { storageClassName: 'none', accessModes, resources: { requests: { storage } } };
  const metadata = { name: 'data', namespace };
  await simulation.client.create(persistentVolumeClaim, { metadata, spec: wanted } as never);
  await simulation.run(1);
}

async function addPod(podName: string, nodeName: string, more: object = {}): Promise<void> {
  const spec = {
    nodeName,
    containers: [{ name: 'c', image: 'i:1' }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    ...more,
  };
  await simulation.client.create(pod, { metadata: { name: podName, namespace }, spec } as never);
}

const deletePod = (podName: string): Promise<unknown> =>
  simulation.client.delete(pod, { name: podName, namespace });

async function attachments(): Promise<readonly VolumeAttachment[]> {
  return (await simulation.client.list(volumeAttachment)).items;
}

/** Where the volume is attached, and where it is used. */
async function onNodes(): Promise<readonly [attached: string, used: string]> {
  const { items } = await simulation.client.list(node);
  const namesOf = (has: (status: (typeof items)[number]['status']) => boolean): string =>
    items
      .filter(({ status }) => has(status))
      .map(({ metadata }) => metadata.name)
      .join(' ');
  return [
    namesOf(({ volumesAttached = [] }) => volumesAttached.some((each) => each.name === name)),
    namesOf(({ volumesInUse = [] }) => volumesInUse.includes(name)),
  ];
}

const phaseOf = async (podName: string): Promise<string | undefined> =>
  (await simulation.get(pod, podName)).status.phase;

async function reported(): Promise<readonly string[]> {
  const { items } = await simulation.client.list(event);
  return items
    .filter(({ source }) => source?.component === 'attachdetach-controller')
    .map(({ type, reason, message, involvedObject }) =>
      [type, reason, involvedObject.name, message].join(' '),
    );
}

it('a pod starts when its volume is attached, and a volume leaves when it is not used', async () => {
  await addVolume();
  await addPod('p', 'node-1');
  await simulation.run(0.5);
  expect(await onNodes()).toEqual(['', 'node-1']);
  expect(await phaseOf('p')).toBe('Pending');
  expect(await attachments()).toMatchObject([
    {
      metadata: { finalizers: ['external-attacher/disks-example-com'] },
      spec: { attacher: driver, nodeName: 'node-1', source: { persistentVolumeName: 'disk' } },
      status: { attached: false },
    },
  ]);
  await simulation.run(2);
  expect(await onNodes()).toEqual(['node-1', 'node-1']);
  expect(await phaseOf('p')).toBe('Running');
  expect(await attachments()).toMatchObject([{ status: { attached: true } }]);
  expect(await reported()).toEqual([
    'Normal SuccessfulAttachVolume p AttachVolume.Attach succeeded for volume "disk" ',
  ]);
  await deletePod('p');
  await simulation.run(5);
  expect(await onNodes()).toEqual(['', '']);
  expect(await attachments()).toEqual([]);
  const { finalizers } = (await simulation.client.get(persistentVolume, { name: 'disk' })).metadata;
  expect(finalizers).toContain('external-attacher/disks-example-com');
});

it('a pod that has ended leaves its volume to the next', async () => {
  await addVolume();
  await addPod('p', 'node-1', { restartPolicy: 'Never' });
  await simulation.run(10);
  expect(await phaseOf('p')).toBe('Succeeded');
  await addPod('q', 'node-2');
  await simulation.run(5);
  expect(await onNodes()).toEqual(['node-2', 'node-2']);
  expect(await phaseOf('q')).toBe('Running');
});

it('a second node waits, and its pod hears once who has the volume', async () => {
  await addVolume();
  await addPod('p', 'node-1');
  await simulation.run(5);
  await addPod('q', 'node-2');
  await simulation.run(30);
  const refusal =
    'Warning FailedAttachVolume q Multi-Attach error for volume "disk" Volume is already used by pod(s) p';
  expect((await reported()).filter((text) => text.startsWith('Warning'))).toEqual([refusal]);
  expect(await phaseOf('q')).toBe('Pending');
  await deletePod('p');
  await simulation.run(5);
  expect(await phaseOf('q')).toBe('Running');
  expect(await onNodes()).toEqual(['node-2', 'node-2']);
});

it('two pods of a node share the volume', async () => {
  await addVolume();
  await addPod('p', 'node-1');
  await addPod('q', 'node-1');
  await simulation.run(5);
  expect([await phaseOf('p'), await phaseOf('q')]).toEqual(['Running', 'Running']);
  await deletePod('p');
  await simulation.run(5);
  expect(await onNodes()).toEqual(['node-1', 'node-1']);
  expect(await attachments()).toHaveLength(1);
});

it('a node that is gone loses its volumes', async () => {
  await addVolume();
  await addPod('p', 'node-1');
  await simulation.run(5);
  await simulation.client.delete(node, { name: 'node-1' });
  await simulation.run(5);
  expect(await attachments()).toEqual([]);
});

it('volumes of a driver that attaches none are used at once', async () => {
  const spec = { attachRequired: false };
  await simulation.client.create(csiDriver, { metadata: { name: driver }, spec } as never);
  await addVolume();
  await addPod('p', 'node-1');
  await simulation.run(1);
  expect(await phaseOf('p')).toBe('Running');
  expect(await attachments()).toEqual([]);
});

it('a volume that is deleted stays until it is detached', async () => {
  await addVolume();
  await addPod('p', 'node-1');
  await simulation.run(5);
  const exists = (): Promise<boolean> =>
    simulation.client.get(persistentVolume, { name: 'disk' }).then(
      () => true,
      (error: unknown) => {
        if (isNotFound(error)) return false;
        throw error;
      },
    );
  await simulation.client.delete(persistentVolumeClaim, { name: 'data', namespace });
  await simulation.client.delete(persistentVolume, { name: 'disk' });
  await simulation.run(5);
  expect(await exists()).toBe(true);
  await deletePod('p');
  await simulation.run(10);
  expect(await exists()).toBe(false);
});

it('attachments of others are left alone', async () => {
  await addVolume();
  const source = { persistentVolumeName: 'disk' };
  const spec = { attacher: driver, nodeName: 'node-1', source };
  const metadata = { name: 'own' };
  await simulation.client.create(volumeAttachment, { metadata, spec } as never);
  await simulation.run(30);
  expect(await attachments()).toMatchObject([{ metadata, status: { attached: true } }]);
});

it('controllers that are restarted continue where they were', async () => {
  await addVolume();
  await addPod('p', 'node-1');
  await simulation.run(5);
  const before = await reported();
  simulation.sim.killControllers();
  await simulation.sim.startControllers();
  await simulation.run(5);
  expect(await onNodes()).toEqual(['node-1', 'node-1']);
  expect(await reported()).toEqual(before);
});
