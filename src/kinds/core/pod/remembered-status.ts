/** What a write of a pod's status leaves as it was. */
import { mapShared } from '#values';
import type { PodCondition, PodStatus } from '#types';
import type { Profile } from '../../profile/profile.ts';

/** The status with what older clients do not know of, and so leave out. */
export function withRemembered(status: PodStatus, old: PodStatus, profile: Profile): PodStatus {
  let result = status;
  if (!result.qosClass && old.qosClass && profile.enabled('PodQosClassFixed')) {
    result = { ...result, qosClass: old.qosClass };
  }
  if (hasClaims(old) && profile.enabled('ClaimStatusesKept')) result = withClaims(result, old);
  return profile.enabled('PodGeneration') ? withObserved(result, old) : result;
}

function hasClaims({ resourceClaimStatuses, extendedResourceClaimStatus }: PodStatus): boolean {
  return resourceClaimStatuses !== undefined || extendedResourceClaimStatus !== undefined;
}

/** What was made and mapped for devices of the pod. */
function withClaims(status: PodStatus, old: PodStatus): PodStatus {
  const { resourceClaimStatuses, extendedResourceClaimStatus: extended } = old;
  return {
    ...(resourceClaimStatuses !== undefined && { resourceClaimStatuses }),
    ...(extended !== undefined && { extendedResourceClaimStatus: extended }),
    ...status,
  };
}

/** The generations that the status and its conditions are about. */
function withObserved(status: PodStatus, old: PodStatus): PodStatus {
  const left = [...(old.conditions ?? [])];
  const conditions = mapShared(status.conditions ?? [], (condition): PodCondition => {
    const place = left.findIndex(({ type }) => type === condition.type);
    const [before] = place < 0 ? [] : left.splice(place, 1);
    const { observedGeneration } = before ?? {};
    return condition.observedGeneration || !observedGeneration
      ? condition
      : { ...condition, observedGeneration };
  });
  const observed = status.observedGeneration || old.observedGeneration;
  return {
    ...status,
    ...(status.conditions !== undefined && { conditions }),
    ...(observed && { observedGeneration: observed }),
  };
}
