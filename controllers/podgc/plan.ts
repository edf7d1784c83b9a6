/** Which pods no other component will delete, so that the collector has to. */
import { getCondition, withDisruption, type Profile } from '#kinds';
import type { Node, Pod } from '#types';

/** More finished pods than this are not kept. */
export const TERMINATED_KEPT = 12_500;

/** Pods that have finished: like v1.24, every phase counts that is none of the unfinished ones. */
export function isFinished({ status: { phase } }: Pod): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Terminating, but on no node whose kubelet could end it. */
export function isTerminatingUnbound({ metadata, spec }: Pod): boolean {
  return metadata.deletionTimestamp != null && !spec.nodeName;
}

/** Terminating, on a node whose kubelet might end it. */
export function isTerminatingBound({ metadata, spec }: Pod): boolean {
  return metadata.deletionTimestamp != null && Boolean(spec.nodeName);
}

/** Whether the node is said to be off, and is not ready. */
export function isOutOfService({ spec, status }: Node): boolean {
  const isTainted = spec.taints?.some(({ key }) => key === 'node.kubernetes.io/out-of-service');
  return isTainted === true && getCondition(status.conditions, 'Ready')?.status !== 'True';
}

/** Of the finished pods those that are too many: the oldest, by name among equals; in later releases, evicted ones first. */
export function tooMany(
  finished: ReadonlyMap<string, Pod>,
  profile: Profile,
  limit = TERMINATED_KEPT,
): readonly Pod[] {
  const excess = finished.size - limit;
  if (excess <= 0) return [];
  const order = profile.enabled('EvictedPodsCollectedFirst') ? evictedFirst : byAge;
  return [...finished.values()].sort(order).slice(0, excess);
}

function evictedFirst(a: Pod, b: Pod): number {
  const isEvicted = ({ status }: Pod): number => (status.reason === 'Evicted' ? 1 : 0);
  return isEvicted(b) - isEvicted(a) || byAge(a, b);
}

const noNode = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };

/** The status with which a pod that has not ended is deleted: it is not known how it went. */
export function lostStatus(
  pod: Pod,
  isOrphan: boolean,
  now: string,
  profile: Profile,
): Pod['status'] {
  const { status } = pod;
  if (isFinished(pod) || !profile.enabled('PodDisruptionConditions')) return status;
  const ended = isOrphan ? withDisruption(pod, noNode, now, profile) : status;
  const { generation } = pod.metadata;
  return {
    ...ended,
    ...(profile.enabled('PodObservedGenerationTracking') && { observedGeneration: generation }),
    phase: 'Failed',
  };
}

function byAge({ metadata: a }: Pod, { metadata: b }: Pod): number {
  // RFC 3339 in UTC with whole seconds compares as text.
  if (a.creationTimestamp !== b.creationTimestamp) {
    return a.creationTimestamp < b.creationTimestamp ? -1 : 1;
  }
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
