import type { resourceV1 } from '#types';

/** A claim of a pod that goes to a node. */
export interface ClaimChoice {
  readonly claim: resourceV1.ResourceClaim;
  /** Absent where it has its devices already. */
  readonly allocation?: resourceV1.AllocationResult;
}
