/** The volumes of pods that must be attached to their node. */
import type { Millis } from '#clock';
import { attachableName, claimKeysOf, isAttached } from '#kinds';
import type { CSIDriver, PersistentVolume, PersistentVolumeClaim, Pod } from '#types';
import type { Lister } from '#runtime';
import type { PodRecord } from './pod-record.ts';

export interface StorageCaches {
  readonly claims: Pick<Lister<PersistentVolumeClaim>, 'getByKey'>;
  readonly volumes: Pick<Lister<PersistentVolume>, 'getByKey'>;
  readonly drivers: Pick<Lister<CSIDriver>, 'getByKey'>;
}

const none: readonly string[] = [];

/** Their names in the status of nodes, as far as the claims of the pod are bound. */
export function attachableVolumes(pod: Pod, caches: StorageCaches): readonly string[] {
  const keys = claimKeysOf(pod);
  if (keys.length === 0) return none;
  return keys.flatMap((key) => {
    const claim = caches.claims.getByKey(key);
    const volume = caches.volumes.getByKey(claim?.spec.volumeName ?? '');
    if (volume === undefined) return [];
    const driver = caches.drivers.getByKey(volume.spec.csi?.driver ?? '');
    return attachableName(volume, driver) ?? [];
  });
}

/** When the last of the volumes of a pod was attached to its node; Infinity while one is not. */
export function attachedAt(record: PodRecord, volumes: readonly string[], now: Millis): Millis {
  if (volumes.length === 0) return 0;
  if (volumes.every((name) => isAttached(record.agent.node, name))) {
    return (record.attachedAt ??= now);
  }
  record.attachedAt = undefined;
  return Infinity;
}

/** Between tries to mount volumes: doubled each time. */
const FIRST_MOUNT_DELAY_MS: Millis = 500;
const MOST_MOUNT_DELAY_MS: Millis = 122_000;

/** Returns how long a kubelet waits before it tries to mount volumes again, ms; at once the first time. */
export function mountDelay(failures: number): Millis {
  if (failures === 0) return 0;
  return Math.min(FIRST_MOUNT_DELAY_MS * 2 ** (failures - 1), MOST_MOUNT_DELAY_MS);
}
