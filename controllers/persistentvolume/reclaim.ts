/** What happens to a volume whose claim is gone. */
import { isNotFound } from '#values';
import { persistentVolume, provisionedByAnnotation } from '#kinds';
import type { PersistentVolume, PersistentVolumeSpec } from '#types';
import type { ReconcileTools } from '#runtime';
import * as messages from './messages.ts';
import type { BinderCaches } from './binder-caches.ts';
import { unbind, writeVolumePhase } from './write.ts';

export async function reclaim(
  volume: PersistentVolume,
  caches: BinderCaches,
  tools: ReconcileTools,
): Promise<void> {
  switch (volume.spec.persistentVolumeReclaimPolicy as string) {
    case 'Retain':
      return;
    case 'Recycle':
      return recycle(volume, caches, tools);
    case 'Delete':
      return remove(volume, caches, tools);
    default:
      return fail(volume, 'VolumeUnknownReclaimPolicy', messages.unknownPolicy, caches, tools);
  }
}

/** Only these can be emptied. Nothing is on simulated volumes, so that is done at once. */
async function recycle(
  volume: PersistentVolume,
  caches: BinderCaches,
  tools: ReconcileTools,
): Promise<void> {
  if (volume.spec.hostPath == null && volume.spec.nfs == null) {
    return fail(volume, 'VolumeFailedRecycle', messages.noRecycler, caches, tools);
  }
  tools.events.event(volume, 'Normal', 'VolumeRecycled', messages.recycled);
  await unbind(volume, caches, tools.client);
}

/** The volumes of clouds: v1.24 can delete what is behind them. */
const deletable = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cinder',
  'gcePersistentDisk',
  'glusterfs',
  'portworxVolume',
  'rbd',
  'vsphereVolume',
] as const satisfies readonly (keyof PersistentVolumeSpec)[];

async function remove(
  volume: PersistentVolume,
  caches: BinderCaches,
  tools: ReconcileTools,
): Promise<void> {
  const { metadata, spec } = volume;
  // Who made it deletes it.
  if (metadata.annotations?.[provisionedByAnnotation]) return;
  if (metadata.deletionTimestamp != null) return;
  const path = spec.hostPath?.path;
  if (path !== undefined && !path.startsWith('/tmp/')) {
    return fail(volume, 'VolumeFailedDelete', messages.unsafePath(path), caches, tools);
  }
  if (path === undefined && !deletable.some((source) => spec[source] != null)) {
    return fail(volume, 'VolumeFailedDelete', messages.noDeleter(volume), caches, tools);
  }
  try {
    await tools.client.delete(persistentVolume, { name: metadata.name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function fail(
  volume: PersistentVolume,
  reason: string,
  message: string,
  caches: BinderCaches,
  { client, events }: ReconcileTools,
): Promise<void> {
  if (volume.status.phase === 'Failed') return;
  const failed = await writeVolumePhase(volume, 'Failed', caches, client, message);
  events.event(failed, 'Warning', reason, message);
}
