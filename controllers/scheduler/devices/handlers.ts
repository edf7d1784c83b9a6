/** What changes of claims and devices mean for the pods that wait. */
import { deepEqual, keyOf, type Cause, type KubeObject } from '#values';
import type { resourceV1 } from '#types';
import { deviceClaimKeysOf, type Handlers } from '#runtime';
import type { Observed } from '../handlers.ts';
import { candidateOf } from '../pod-info.ts';
import type { QueuedPod } from '../scheduling-queue.ts';
import { DYNAMIC_RESOURCES } from './devices.ts';

type ResourceClaim = resourceV1.ResourceClaim;

/**
 * Returns the handlers of claims: one that is there lets pods be tried, one that changes may be what they wait for, and one that
 * is free again may help all.
 */
export function claimHandlers({ cluster, waiting }: Observed): Handlers<ResourceClaim> {
  const changed = (claim: ResourceClaim, old: ResourceClaim | undefined, cause: Cause): void => {
    cluster.devices?.noteSeen(claim);
    for (const pod of cluster.devices?.letGo() ?? []) waiting.add(candidateOf(pod), cause);
    const isFree = old?.status.allocation != null && claim.status.allocation == null;
    if (old !== undefined && deepEqual(old.status, claim.status)) return;
    waiting.retryIf(
      (each) =>
        concerns(each) && (isFree || deviceClaimKeysOf(each.candidate.pod).includes(keyOf(claim))),
      cause,
    );
  };
  return {
    added: (claim, cause) => changed(claim, undefined, cause),
    updated: changed,
    deleted: (claim) => cluster.devices?.noteSeen(claim, true),
  };
}

/** Returns the handlers of classes and slices: one that came, or changed, may be what pods wait for. */
export function deviceHandlers<T extends KubeObject>({ waiting }: Observed): Handlers<T> {
  return {
    added: (_, cause) => waiting.retryIf(concerns, cause),
    updated: (_, __, cause) => waiting.retryIf(concerns, cause),
  };
}

/** Returns whether claims to devices may be why the pod waits. */
function concerns({ candidate, refusedBy }: QueuedPod): boolean {
  if (refusedBy.has(DYNAMIC_RESOURCES)) return true;
  return refusedBy.size === 0 && (candidate.pod.spec.resourceClaims ?? []).length > 0;
}
