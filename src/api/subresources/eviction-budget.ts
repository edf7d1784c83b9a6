/** Which evictions need the consent of a disruption budget, and of which one: pure. */
import { isPodReady } from '#kinds';
import { selectorOf } from '#values';
import type { Pod, PodDisruptionBudget } from '#types';

/** Whether evicting this pod disrupts nothing that a budget could protect. */
export function ignoresBudgets({ metadata, status }: Pod): boolean {
  return status.phase === 'Pending' || isLost({ metadata, status });
}

/** Finished or being deleted: the pod will not run again. */
export function isLost({ metadata, status }: Pick<Pod, 'metadata' | 'status'>): boolean {
  return (
    status.phase === 'Succeeded' || status.phase === 'Failed' || metadata.deletionTimestamp != null
  );
}

export function protects({ spec }: PodDisruptionBudget, { metadata }: Pod): boolean {
  try {
    return selectorOf(spec.selector).matches(metadata.labels);
  } catch {
    return false;
  }
}

/** A pod that is not ready does not count as healthy, and the budget has enough healthy pods, or lets such pods go. */
export function isSpare(pod: Pod, { spec, status }: PodDisruptionBudget): boolean {
  if (isPodReady(pod)) return false;
  const { currentHealthy, desiredHealthy } = status;
  const isKept = currentHealthy >= desiredHealthy && desiredHealthy > 0;
  return isKept || spec.unhealthyPodEvictionPolicy === 'AlwaysAllow';
}
