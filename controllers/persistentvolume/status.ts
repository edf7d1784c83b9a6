/** The statuses of claims and volumes: pure functions. */
import { bindCompletedAnnotation } from '#kinds';
import { deepEqual, omitFields, parseQuantity } from '#values';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimStatus,
  PersistentVolumeStatus,
} from '#types';

type ClaimPhase = PersistentVolumeClaimStatus['phase'];
type VolumePhase = PersistentVolumeStatus['phase'];

/** @param volume the one that the claim names, if it exists */
export function claimPhase(
  { metadata, spec }: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
): NonNullable<ClaimPhase> {
  if (metadata.annotations?.[bindCompletedAnnotation] === undefined) return 'Pending';
  if (!spec.volumeName || volume === undefined) return 'Lost';
  const { claimRef } = volume.spec;
  return claimRef == null || claimRef.uid === metadata.uid ? 'Bound' : 'Lost';
}

/**
 * The status of a claim in this phase; the same object when nothing changes. A claim that is bound
 * keeps its capacity: a file system may have another size than its volume.
 */
export function claimStatus(
  { status }: PersistentVolumeClaim,
  phase: NonNullable<ClaimPhase>,
  volume: PersistentVolume | undefined,
): PersistentVolumeClaimStatus {
  const { accessModes, capacity, ...rest } = status;
  if (phase !== 'Bound' || volume === undefined) {
    const isDone = status.phase === phase && accessModes === undefined && capacity === undefined;
    return isDone ? status : { ...rest, phase };
  }
  const modes = volume.spec.accessModes;
  const size = status.phase === phase ? capacity : capacityOf(status, volume);
  const next = {
    ...rest,
    phase,
    ...(modes !== undefined && { accessModes: modes }),
    ...(size !== undefined && { capacity: size }),
  };
  return deepEqual(next, status) ? status : next;
}

function capacityOf(
  { capacity }: PersistentVolumeClaimStatus,
  { spec }: PersistentVolume,
): PersistentVolumeClaimStatus['capacity'] {
  const [present, offered] = [capacity?.['storage'], spec.capacity?.['storage']];
  const isSame =
    present !== undefined &&
    offered !== undefined &&
    parseQuantity(present).cmp(parseQuantity(offered)) === 0;
  return isSame ? capacity : spec.capacity;
}

/** @param claim the one that the volume names, if it exists */
export function volumePhase(
  { metadata, spec, status }: PersistentVolume,
  claim: PersistentVolumeClaim | undefined,
): NonNullable<VolumePhase> {
  const { claimRef } = spec;
  if (!claimRef?.uid) return 'Available';
  const volumeName =
    claim?.metadata.uid === claimRef.uid ? (claim.spec.volumeName ?? '') : undefined;
  if (volumeName === '' || volumeName === metadata.name) return 'Bound';
  return status.phase === 'Failed' ? 'Failed' : 'Released';
}

/** The status of a volume in this phase; the same object when it is in it. */
export function volumeStatus(
  { status }: PersistentVolume,
  phase: NonNullable<VolumePhase>,
  message = '',
): PersistentVolumeStatus {
  if (status.phase === phase) return status;
  const next = { ...omitFields(status, ['message']), phase };
  return message === '' ? next : { ...next, message };
}
