/** The way of a volume: made for a claim, bound, attached, detached and deleted. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  storageClass,
  volumeAttachment,
} from '#kinds';
import { parseTime, type KubeObject } from '#values';
import type { PersistentVolume, VolumeAttachment } from '#types';
import { attachDetach } from '../../../../controllers/attachdetach/index.ts';
import { nodeLifecycle } from '../../../../controllers/nodelifecycle/index.ts';
import { persistentVolumeBinder } from '../../../../controllers/persistentvolume/index.ts';
import { pvcProtection } from '../../../../controllers/pvcprotection/index.ts';
import { pvProtection } from '../../../../controllers/pvprotection/index.ts';
import { scheduler } from '../../../../controllers/scheduler/index.ts';
import { volumeAttacher } from '../../../../controllers/volumeattacher/index.ts';
import { volumeProvisioner } from '../../../../controllers/volumeprovisioner/index.ts';
import { start } from '../../../support/api.ts';
import { startCluster, type Cluster } from '../cluster.ts';

const namespace = 'default';
const finalizer = 'external-attacher/disks-example-com';

let c: Cluster;
beforeEach(async () => {
  c = await startCluster([
    ...[scheduler, nodeLifecycle, persistentVolumeBinder, pvProtection, pvcProtection],
    ...[volumeProvisioner, attachDetach, volumeAttacher],
  ]);
  await c.addNode('n1');
  await c.run(1);
});

async function addClaim(name: string, mode: 'Immediate' | 'WaitForFirstConsumer'): Promise<void> {
  const provisioner = 'disks.example.com';
  const metadata = { name: mode.toLowerCase() };
  const made = { metadata, provisioner, volumeBindingMode: mode };
  await c.client.create(storageClass, made as never).catch(() => undefined);
  const spec = {
    ...{ storageClassName: metadata.name, accessModes: ['ReadWriteOnce'] },
    resources: { requests: { storage: '1Gi' } },
  };
  await c.client.create(persistentVolumeClaim, { metadata: { name, namespace }, spec } as never);
}

const using = (claimName: string) => ({
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
});
const listed = async <T extends KubeObject>(kind: never): Promise<readonly T[]> =>
  (await c.client.list<T>(kind)).items;
const volumes = (): Promise<readonly PersistentVolume[]> => listed(persistentVolume as never);
const attachments = (): Promise<readonly VolumeAttachment[]> => listed(volumeAttachment as never);

/** Returns when events had a reason, in seconds from the start, with what they say. */
async function announced(reason: string): Promise<readonly (readonly [number, string])[]> {
  const events = await c.events(reason);
  return events.map(({ firstTimestamp, message = '' }) => [
    (parseTime(firstTimestamp!) - start) / 1000,
    message,
  ]);
}

describe('a volume', () => {
  it('is made a while after its claim, once, and bound to it', async () => {
    await addClaim('data', 'Immediate');
    await c.run(10);
    const [made, ...others] = await volumes();
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      spec: { claimRef: { name: 'data', namespace }, csi: { driver: 'disks.example.com' } },
      status: { phase: 'Bound' },
    });
    const [provisioning, ...again] = await announced('Provisioning');
    expect(again).toEqual([]);
    expect(provisioning![1]).toBe(
      'External provisioner is provisioning volume for claim "default/data"',
    );
    const succeeded = await announced('ProvisioningSucceeded');
    expect(succeeded).toEqual([
      [expect.any(Number), `Successfully provisioned volume ${made!.metadata.name}`],
    ]);
    expect(succeeded[0]![0]).toBeGreaterThan(provisioning![0]);
    expect(c.errors).toEqual([]);
  });

  it('is not made for a claim that is gone by then', async () => {
    await addClaim('data', 'Immediate');
    await c.client.delete(persistentVolumeClaim, { name: 'data', namespace });
    await c.run(10);
    expect(await volumes()).toEqual([]);
  });

  it('that waits for a pod is made with its node, and the pod is bound behind it', async () => {
    await addClaim('data', 'WaitForFirstConsumer');
    await c.run(10);
    expect(await volumes()).toEqual([]);
    await c.addPod('web', using('data'));
    await c.run(10);
    expect((await volumes()).map(({ status }) => status.phase)).toEqual(['Bound']);
    const web = await c.pod('web');
    expect([web.spec.nodeName, web.status.phase]).toEqual(['n1', 'Running']);
    const [bound] = await c.events('Scheduled');
    const [provisioned] = await c.events('ProvisioningSucceeded');
    expect(bound!.message).toBe('Successfully assigned default/web to n1');
    const at = web.status.conditions!.find(({ type }) => type === 'PodScheduled')!;
    expect(at.lastTransitionTime! >= provisioned!.firstTimestamp!).toBe(true);
    expect(c.errors).toEqual([]);
  });

  it('is attached a second after it is wanted, and guarded as long as that lasts', async () => {
    await addClaim('data', 'Immediate');
    await c.run(10);
    await c.addPod('web', using('data'));
    await c.run();
    const [wanted] = await attachments();
    expect(wanted).toMatchObject({ status: { attached: false } });
    expect(wanted!.metadata.finalizers).toEqual([finalizer]);
    expect((await volumes())[0]!.metadata.finalizers).toContain(finalizer);
    await c.run(0.9);
    expect((await attachments())[0]!.status.attached).toBe(false);
    await c.run(0.2);
    expect((await attachments())[0]!.status.attached).toBe(true);
    const { status } = await c.client.get(node, { name: 'n1' });
    expect(status.volumesAttached).toHaveLength(1);
    expect(await announced('SuccessfulAttachVolume')).toHaveLength(1);
  });

  it('is detached, and deleted, once neither pod nor claim is left', async () => {
    await addClaim('data', 'Immediate');
    await c.run(10);
    await c.addPod('web', using('data'));
    await c.run(10);
    await c.client.delete(persistentVolumeClaim, { name: 'data', namespace });
    await c.run(10);
    expect(await volumes()).toHaveLength(1);
    expect(await attachments()).toHaveLength(1);
    await c.client.delete(pod, { name: 'web', namespace });
    await c.run(60);
    expect(await attachments()).toEqual([]);
    expect(await volumes()).toEqual([]);
    expect((await c.client.get(node, { name: 'n1' })).status.volumesAttached ?? []).toEqual([]);
    expect(c.errors).toEqual([]);
  });
});
