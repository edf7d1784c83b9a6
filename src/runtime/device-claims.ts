/** Claims to devices (resource.k8s.io) and the pods that use them, as the scheduler and the controller of claims read both. */
import { kindsOf } from '#catalog';
import { apiVersionOf, resourceClaim, type Profile } from '#kinds';
import { controllerOf, keyOf } from '#values';
import type { Pod, PodSpec, resourceV1 } from '#types';

type ResourceClaim = resourceV1.ResourceClaim;
export type PodResourceClaim = NonNullable<PodSpec['resourceClaims']>[number];

/** Keeps a claim as long as it has devices. */
export const deviceFinalizer = 'resource.kubernetes.io/delete-protection';

/** Returns whether claims to devices are allocated, and served in the version in which they are read. */
export function hasDeviceClaims(profile: Profile): boolean {
  if (!profile.enabled('DynamicResourceAllocation')) return false;
  const { kind } = resourceClaim;
  const apiVersion = apiVersionOf(resourceClaim);
  return kindsOf(profile).some((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
}

/** How a pod names one of its claims. */
export type ClaimName =
  | { readonly name: string; readonly isMade: boolean }
  /** None is needed. */
  | 'none'
  | { readonly problem: string };

/** Returns the name of a claim of a pod, which for one that is made from a template is known once it is. */
export function claimNameOf({ metadata, status }: Pod, claim: PodResourceClaim): ClaimName {
  const { resourceClaimName, resourceClaimTemplateName } = claim;
  if (resourceClaimName != null) return { name: resourceClaimName, isMade: false };
  const pod = `pod "${metadata.namespace}/${metadata.name}"`;
  if (resourceClaimTemplateName == null) {
    const shown = JSON.stringify(claim.name);
    return { problem: `${pod}, spec.resourceClaim ${shown}: none of the supported fields are set` };
  }
  const result = status.resourceClaimStatuses?.find(({ name }) => name === claim.name);
  if (result === undefined) return { problem: `${pod}: ResourceClaim not created yet` };
  return result.resourceClaimName == null
    ? 'none'
    : { name: result.resourceClaimName, isMade: true };
}

/** Returns the keys of the claims of a pod whose names are known. */
export function deviceClaimKeysOf(pod: Pod): readonly string[] {
  return (pod.spec.resourceClaims ?? []).flatMap((claim) => {
    const named = claimNameOf(pod, claim);
    return typeof named === 'object' && 'name' in named
      ? [`${pod.metadata.namespace}/${named.name}`]
      : [];
  });
}

/** Returns why a claim that is made for a pod is another's; undefined where it is the pod's. */
export function ownerProblem(claim: ResourceClaim, pod: Pod): string | undefined {
  if (controllerOf(claim)?.uid === pod.metadata.uid) return undefined;
  return `ResourceClaim ${keyOf(claim)} was not created for pod ${keyOf(pod)} (pod is not owner)`;
}

export function isReservedFor({ status }: ResourceClaim, { metadata }: Pod): boolean {
  return (status.reservedFor ?? []).some(({ uid }) => uid === metadata.uid);
}

/** Returns the claim with a pod among those that use it. */
export function reservedFor(claim: ResourceClaim, { metadata }: Pod): ResourceClaim {
  const { name, uid } = metadata;
  const reservedFor = [...(claim.status.reservedFor ?? []), { resource: 'pods', name, uid }];
  return { ...claim, status: { ...claim.status, reservedFor } };
}

/** Returns the claim without the finalizer of devices; itself where it has none. */
export function withoutDeviceFinalizer(claim: ResourceClaim): ResourceClaim {
  const { metadata } = claim;
  if (metadata.finalizers?.includes(deviceFinalizer) !== true) return claim;
  const finalizers = metadata.finalizers.filter((each) => each !== deviceFinalizer);
  return { ...claim, metadata: { ...metadata, finalizers } };
}
