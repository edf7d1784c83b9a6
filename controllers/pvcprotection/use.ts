/** The condition of bound claims that says whether pods use them (gate PersistentVolumeClaimUnusedSinceTime). Pure. */
import { getCondition, isPodTerminal, setCondition } from '#kinds';
import type { PersistentVolumeClaim, PersistentVolumeClaimStatus, Pod } from '#types';

const TYPE = 'Unused';

const unused = {
  status: 'True',
  reason: 'NoPodsUsingPVC',
  message: 'No pods are currently referencing this PVC',
} as const;

const used = {
  status: 'False',
  reason: 'PodUsingPVC',
  message: 'A pod is currently referencing this PVC',
} as const;

/**
 * Returns the status with the condition; the same one where it has that already, or the claim is not bound or is deleted.
 *
 * @param pods that name the claim
 * @param now as the API writes times
 */
export function withUse(
  { metadata, status }: PersistentVolumeClaim,
  pods: readonly Pod[],
  now: string,
): PersistentVolumeClaimStatus {
  if (metadata.deletionTimestamp != null || status.phase !== 'Bound') return status;
  const { conditions } = status;
  const use = pods.some((pod) => !isOver(pod)) ? used : unused;
  if (getCondition(conditions, TYPE)?.status === use.status) return status;
  return { ...status, conditions: setCondition(conditions, { type: TYPE, ...use }, now) };
}

/** Returns whether a pod has ended, or is being deleted and no container of it runs. */
function isOver(pod: Pod): boolean {
  if (isPodTerminal(pod)) return true;
  if (pod.metadata.deletionTimestamp == null) return false;
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status;
  return [...initContainerStatuses, ...containerStatuses].every(
    ({ state }) => state?.terminated != null || state?.waiting != null,
  );
}
