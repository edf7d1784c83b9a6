/** The status of pods, as controllers need it. */
import { getCondition } from '../../object/conditions.ts';
import { parseTime } from '#values';
import type { Pod, PodCondition } from '#types';

export function getPodCondition(pod: Pod, type: string): PodCondition | undefined {
  return getCondition(pod.status?.conditions, type);
}

export function isPodReady(pod: Pod): boolean {
  return getPodCondition(pod, 'Ready')?.status === 'True';
}

/**
 * Whether it has been ready for longer than `minReadySeconds` at `now` (virtual ms). Exactly that
 * long is not enough.
 */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  const ready = getPodCondition(pod, 'Ready');
  if (ready?.status !== 'True') return false;
  if (minReadySeconds === 0) return true;
  if (!ready.lastTransitionTime) return false;
  return parseTime(ready.lastTransitionTime) + minReadySeconds * 1000 < now;
}

/**
 * Returns the ms until the next of some pods that are ready becomes available, of which no event tells; undefined
 * where all are, or none is ready. Exactly `minReadySeconds` are not enough: it takes a millisecond more.
 */
export function untilNextAvailable(
  pods: readonly Pod[],
  minReadySeconds: number,
  now: number,
): number | undefined {
  if (minReadySeconds <= 0) return undefined;
  let least: number | undefined;
  for (const pod of pods) {
    const ready = getPodCondition(pod, 'Ready');
    if (ready?.status !== 'True' || !ready.lastTransitionTime) continue;
    const ms = parseTime(ready.lastTransitionTime) + minReadySeconds * 1000 + 1 - now;
    if (ms > 0 && (least === undefined || ms < least)) least = ms;
  }
  return least;
}

/** Succeeded or Failed: its containers will not run again. */
export function isPodTerminal(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Neither finished nor being deleted. */
export function isPodActive(pod: Pod): boolean {
  return whyInactive(pod) === undefined;
}

/** Why a pod is not active, as text; undefined when it is. */
export function whyInactive(pod: Pod): string | undefined {
  if (isPodTerminal(pod)) return 'it has finished';
  return pod.metadata.deletionTimestamp == null ? undefined : 'it is being deleted';
}

/** For conditions without probes: the API prints null, which the types leave out. */
export const neverProbed = { lastProbeTime: null } as object;
