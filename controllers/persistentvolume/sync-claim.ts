/** One reconcile of a claim. Mirrors syncClaim of v1.24. */
import {
  betaProvisionerAnnotation,
  bindCompletedAnnotation,
  boundByControllerAnnotation,
  classOfClaim,
  isReservedFor,
  matchingVolume,
  misfitOf,
  noProvisioner,
  provisionerAnnotation,
  selectedNodeAnnotation,
} from '#kinds';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import type { ReconcileTools } from '#runtime';
import * as messages from './messages.ts';
import { podsWaitingFor } from './pods.ts';
import type { BinderCaches } from './binder-caches.ts';
import { claimPhase } from './status.ts';
import { bind, writeClaim, writeClaimStatus } from './write.ts';

export async function syncClaim(
  claim: PersistentVolumeClaim,
  caches: BinderCaches,
  tools: ReconcileTools,
): Promise<void> {
  const { volumeName } = claim.spec;
  const volume = volumeName ? caches.volumes.getByKey(volumeName) : undefined;
  if (has(claim, bindCompletedAnnotation)) await keepBound(claim, volume, caches, tools);
  else if (volumeName) await bindNamed(claim, volume, caches, tools);
  else await findVolume(claim, caches, tools);
}

/** A claim that was bound before: its volume may be gone, or another claim's. */
async function keepBound(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
  caches: BinderCaches,
  { client, events }: ReconcileTools,
): Promise<void> {
  if (volume !== undefined && claimPhase(claim, volume) === 'Bound') {
    await bind(volume, claim, caches, client);
    return;
  }
  if (claim.status.phase === 'Lost') return;
  const lost = await writeClaimStatus(claim, 'Lost', undefined, caches, client);
  const [reason, message] = messages.lost(claim, volume);
  events.event(lost, 'Warning', reason, message);
}

/** A claim that names its volume. */
async function bindNamed(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
  caches: BinderCaches,
  { client, events }: ReconcileTools,
): Promise<void> {
  if (volume !== undefined) {
    const isFree = volume.spec.claimRef == null;
    const misfit = isFree ? misfitOf(volume, claim) : undefined;
    if (misfit !== undefined) {
      const message = messages.misfit(volume, misfit);
      events.event(claim, 'Warning', 'VolumeMismatch', message);
    } else if (isFree || isReservedFor(volume, claim)) {
      await bind(volume, claim, caches, client);
      return;
    } else {
      events.event(claim, 'Warning', 'FailedBinding', messages.taken(volume));
      if (has(claim, boundByControllerAnnotation))
        throw new Error(messages.misbound(claim, volume));
    }
  }
  await writeClaimStatus(claim, 'Pending', undefined, caches, client);
}

/** A claim that takes any volume that fits, or a new one. */
async function findVolume(
  claim: PersistentVolumeClaim,
  caches: BinderCaches,
  tools: ReconcileTools,
): Promise<void> {
  const { client, events } = tools;
  const className = classOfClaim(claim);
  const found = className === '' ? undefined : caches.classes.getByKey(className);
  const waits = found?.volumeBindingMode === 'WaitForFirstConsumer';
  const volume = matchingVolume(claim, caches.volumes.list(), { waits });
  if (volume !== undefined) {
    await bind(volume, claim, caches, client);
    return;
  }
  if (waits && !has(claim, selectedNodeAnnotation)) {
    const [reason, message] = messages.waiting(podsWaitingFor(claim, caches.pods));
    events.event(claim, 'Normal', reason, message);
  } else if (className !== '') {
    await askForVolume(claim, className, found?.provisioner, caches, tools);
    return;
  } else {
    events.event(claim, 'Normal', 'FailedBinding', messages.noVolumes);
  }
  await writeClaimStatus(claim, 'Pending', undefined, caches, client);
}

/** Names the program that is to make a volume; it does the rest. */
async function askForVolume(
  claim: PersistentVolumeClaim,
  className: string,
  provisioner: string | undefined,
  caches: BinderCaches,
  { client, events }: ReconcileTools,
): Promise<void> {
  if (provisioner === undefined || provisioner === noProvisioner) {
    const message =
      provisioner === undefined ? messages.unknownClass(className) : messages.noPlugin(provisioner);
    events.event(claim, 'Warning', 'ProvisioningFailed', message);
    return;
  }
  const annotatedClaim = await writeClaim(
    withProvisioner(claim, provisioner),
    claim,
    caches,
    client,
  );
  events.event(
    annotatedClaim,
    'Normal',
    'ExternalProvisioning',
    messages.waitingForVolume(provisioner),
  );
}

function withProvisioner(claim: PersistentVolumeClaim, provisioner: string): PersistentVolumeClaim {
  if (claim.metadata.annotations?.[provisionerAnnotation] === provisioner) return claim;
  const { metadata } = claim;
  const annotations = {
    ...metadata.annotations,
    [betaProvisionerAnnotation]: provisioner,
    [provisionerAnnotation]: provisioner,
  };
  return { ...claim, metadata: { ...metadata, annotations } };
}

function has({ metadata }: PersistentVolumeClaim, annotation: string): boolean {
  return metadata.annotations?.[annotation] !== undefined;
}
