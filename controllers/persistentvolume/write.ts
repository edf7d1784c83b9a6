/** The writes of the binder. */
import {
  bindCompletedAnnotation,
  boundByControllerAnnotation,
  boundTo,
  persistentVolume,
  persistentVolumeClaim,
} from '#kinds';
import { omitFields } from '#values';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import type { Client } from '#runtime';
import type { BinderCaches } from './binder-caches.ts';
import { claimStatus, volumeStatus } from './status.ts';

/**
 * Binds both sides and writes both statuses: each step only where something changes, so that a
 * binding that was interrupted is completed.
 */
export async function bind(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
  caches: BinderCaches,
  client: Client,
): Promise<void> {
  const bound = await writeVolume(boundTo(volume, claim), volume, caches, client);
  const named = await writeVolumePhase(bound, 'Bound', caches, client);
  const completed = await writeClaim(boundClaim(claim, named), claim, caches, client);
  await writeClaimStatus(completed, 'Bound', named, caches, client);
}

function boundClaim(
  claim: PersistentVolumeClaim,
  { metadata: { name } }: PersistentVolume,
): PersistentVolumeClaim {
  const { metadata, spec } = claim;
  const annotations = { ...metadata.annotations };
  const isNamed = spec.volumeName === name;
  if (isNamed && annotations[bindCompletedAnnotation] !== undefined) return claim;
  if (!isNamed) annotations[boundByControllerAnnotation] ??= 'yes';
  annotations[bindCompletedAnnotation] ??= 'yes';
  return {
    ...claim,
    metadata: { ...metadata, annotations },
    spec: isNamed ? spec : { ...spec, volumeName: name },
  };
}

/** Takes a binding back. What a user reserved stays reserved, without the uid. */
export async function unbind(
  volume: PersistentVolume,
  caches: BinderCaches,
  client: Client,
): Promise<void> {
  const { metadata, spec } = volume;
  const { [boundByControllerAnnotation]: mark, ...annotations } = metadata.annotations ?? {};
  const free =
    mark === undefined
      ? { ...volume, spec: { ...spec, claimRef: omitFields(spec.claimRef!, ['uid']) } }
      : {
          ...volume,
          metadata: { ...metadata, annotations },
          spec: omitFields(spec, ['claimRef']),
        };
  const written = await writeVolume(free, volume, caches, client);
  await writeVolumePhase(written, 'Available', caches, client);
}

async function writeVolume(
  next: PersistentVolume,
  old: PersistentVolume,
  { volumes }: BinderCaches,
  client: Client,
): Promise<PersistentVolume> {
  return next === old ? old : volumes.note(await client.update(persistentVolume, next));
}

export async function writeClaim(
  next: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  { claims }: BinderCaches,
  client: Client,
): Promise<PersistentVolumeClaim> {
  return next === old ? old : claims.note(await client.update(persistentVolumeClaim, next));
}

export async function writeVolumePhase(
  volume: PersistentVolume,
  phase: NonNullable<PersistentVolume['status']['phase']>,
  { volumes }: BinderCaches,
  client: Client,
  message?: string,
): Promise<PersistentVolume> {
  const status = volumeStatus(volume, phase, message);
  if (status === volume.status) return volume;
  const next = { ...volume, status };
  return volumes.note(await client.update(persistentVolume, next, { subresource: 'status' }));
}

export async function writeClaimStatus(
  claim: PersistentVolumeClaim,
  phase: NonNullable<PersistentVolumeClaim['status']['phase']>,
  volume: PersistentVolume | undefined,
  { claims }: BinderCaches,
  client: Client,
): Promise<PersistentVolumeClaim> {
  const status = claimStatus(claim, phase, volume);
  if (status === claim.status) return claim;
  const next = { ...claim, status };
  return claims.note(await client.update(persistentVolumeClaim, next, { subresource: 'status' }));
}
