/** The condition of pods that something else than their kubelet is about to end. */
import { setCondition } from '../../object/conditions.ts';
import type { Profile } from '../../profile/profile.ts';
import { neverProbed } from './pod-status.ts';
import type { Pod, PodCondition } from '#types';

/** Why a pod is ended. */
export interface Disruption {
  readonly reason: string;
  readonly message: string;
}

/**
 * Returns the pod's status with the condition; the same one where the release has no such condition.
 *
 * @param now as the API writes times
 */
export function withDisruption(
  { metadata, status }: Pod,
  { reason, message }: Disruption,
  now: string,
  profile: Profile,
): Pod['status'] {
  if (!profile.enabled('PodDisruptionConditions')) return status;
  const condition: PodCondition = {
    type: 'DisruptionTarget',
    ...(profile.enabled('PodObservedGenerationTracking') && {
      observedGeneration: metadata.generation,
    }),
    status: 'True',
    ...neverProbed,
    lastTransitionTime: now,
    reason,
    message,
  };
  return { ...status, conditions: setCondition(status.conditions, condition, now) };
}
