/** One reconcile of a volume. Mirrors syncVolume of v1.24. */
import { hasSameMode, persistentVolumeClaim, provisionedByAnnotation } from '#kinds';
import { isNotFound } from '#values';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import type { Client, ReconcileTools, WorkQueue } from '#runtime';
import * as messages from './messages.ts';
import { reclaim } from './reclaim.ts';
import type { BinderCaches } from './binder-caches.ts';
import { volumePhase } from './status.ts';
import { unbind, writeVolumePhase } from './write.ts';

/** @param claims the queue of claims: one that a volume waits for is looked at again */
export async function syncVolume(
  volume: PersistentVolume,
  caches: BinderCaches,
  tools: ReconcileTools,
  claims: WorkQueue,
): Promise<void> {
  const { client, events } = tools;
  const claim = await claimOf(volume, caches, client);
  const phase = volumePhase(volume, claim);
  if (phase === 'Available') {
    await writeVolumePhase(volume, phase, caches, client);
  } else if (claim === undefined) {
    await release(volume, caches, tools);
  } else if (!claim.spec.volumeName) {
    if (hasSameMode(volume, claim)) {
      const { namespace, name } = claim.metadata;
      for (const cause of tools.causes.first) claims.add(`${namespace!}/${name}`, cause);
      return;
    }
    const { ofVolume, ofClaim } = messages.otherMode(volume, claim);
    events.event(volume, 'Warning', 'VolumeMismatch', ofVolume);
    events.event(claim, 'Warning', 'VolumeMismatch', ofClaim);
  } else if (phase === 'Bound') {
    await writeVolumePhase(volume, phase, caches, client);
  } else if (isDisposable(volume)) {
    await release(volume, caches, tools);
  } else {
    // The claim was bound to another volume.
    await unbind(volume, caches, client);
  }
}

/** The claim that the volume is bound to: read again where the cache may be late. */
async function claimOf(
  { spec: { claimRef }, status }: PersistentVolume,
  { claims }: BinderCaches,
  client: Client,
): Promise<PersistentVolumeClaim | undefined> {
  if (!claimRef?.uid) return undefined;
  const [namespace, name] = [claimRef.namespace ?? '', claimRef.name ?? ''];
  const cached = claims.getByKey(`${namespace}/${name}`);
  if (cached?.metadata.uid === claimRef.uid) return cached;
  if (cached === undefined && (status.phase === 'Released' || status.phase === 'Failed')) {
    return undefined;
  }
  try {
    const live = await client.get(persistentVolumeClaim, { namespace, name });
    return live.metadata.uid === claimRef.uid ? live : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Made for a claim that has another volume by now. */
function isDisposable({ metadata, spec }: PersistentVolume): boolean {
  const isMade = metadata.annotations?.[provisionedByAnnotation] !== undefined;
  return isMade && spec.persistentVolumeReclaimPolicy === 'Delete';
}

async function release(
  volume: PersistentVolume,
  caches: BinderCaches,
  tools: ReconcileTools,
): Promise<void> {
  const { phase } = volume.status;
  const released =
    phase === 'Released' || phase === 'Failed'
      ? volume
      : await writeVolumePhase(volume, 'Released', caches, tools.client);
  await reclaim(released, caches, tools);
}
