/** Volumes that grow with their claims. */
import { parseQuantity } from '#values';
import {
  persistentVolume,
  persistentVolumeClaim,
  provisionedByAnnotation,
  sizeOfClaim,
} from '#kinds';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import type { ReconcileTools } from '#runtime';

/** Whether the claim asks for more than it has, of a volume that was made for it. */
export function isToGrow(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
): boolean {
  if (claim.status.phase !== 'Bound' || claim.metadata.deletionTimestamp != null) return false;
  if (volume?.metadata.annotations?.[provisionedByAnnotation] === undefined) return false;
  const size = claim.status.capacity?.['storage'];
  return size !== undefined && parseQuantity(size).cmp(sizeOfClaim(claim)) < 0;
}

/** The volume first, then what the claim shows. */
export async function grow(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  { client, events }: ReconcileTools,
): Promise<void> {
  const { name } = volume.metadata;
  events.event(claim, 'Normal', 'Resizing', `External resizer is resizing volume ${name}`);
  const storage = claim.spec.resources!.requests!['storage']!;
  const capacity = { ...volume.spec.capacity, storage };
  const present = parseQuantity(volume.spec.capacity?.['storage'] ?? '0');
  if (present.cmp(parseQuantity(storage)) < 0) {
    await client.update(persistentVolume, { ...volume, spec: { ...volume.spec, capacity } });
  }
  const status = { ...claim.status, capacity };
  await client.update(persistentVolumeClaim, { ...claim, status }, { subresource: 'status' });
  events.event(claim, 'Normal', 'VolumeResizeSuccessful', 'Resize volume succeeded');
}
