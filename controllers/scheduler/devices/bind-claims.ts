/** Writing devices into the claims of a pod, and reserving these for it, before the pod is bound. */
import { resourceClaim, type Profile } from '#kinds';
import { formatTime, keyOf } from '#values';
import type { Pod, resourceV1 } from '#types';
import {
  deviceFinalizer,
  isReservedFor,
  messageOf,
  reservedFor,
  retryOnConflict,
  type Client,
} from '#runtime';
import type { ClaimChoice } from './claim-choice.ts';

type ResourceClaim = resourceV1.ResourceClaim;

/** When it is written, and with what. */
export interface ClaimWriter {
  readonly client: Client;
  readonly profile: Profile;
  readonly now: number;
}

/** Writes a claim that a pod gets. @throws {Error} that says what keeps the claim from being the pod's */
export async function bindClaim(
  pod: Pod,
  { claim, allocation }: ClaimChoice,
  { client, profile, now }: ClaimWriter,
): Promise<ResourceClaim> {
  if (allocation === undefined && isReservedFor(claim, pod)) return claim;
  const held =
    allocation === undefined || hasFinalizer(claim)
      ? claim
      : await attempt(`add finalizer to claim ${keyOf(claim)}`, () =>
          retryOnConflict(client, resourceClaim, claim, (latest) => withFinalizer(checked(latest))),
        );
  const dated: resourceV1.AllocationResult | undefined = allocation && {
    ...allocation,
    ...(profile.enabled('DRADeviceBindingConditions') && { allocationTimestamp: formatTime(now) }),
  };
  const what = allocation === undefined ? 'reservation' : 'allocation and reservation';
  return attempt(`add ${what} to claim ${keyOf(claim)}`, () =>
    retryOnConflict(
      client,
      resourceClaim,
      held,
      (latest) => {
        const { status } = checked(latest);
        if (dated !== undefined && status.allocation != null) {
          throw new Error(`claim ${keyOf(claim)} got allocated elsewhere in the meantime`);
        }
        const input = dated ? { ...latest, status: { ...status, allocation: dated } } : latest;
        return reservedFor(input, pod);
      },
      { subresource: 'status' },
    ),
  );
}

async function attempt(
  what: string,
  write: () => Promise<ResourceClaim | undefined>,
): Promise<ResourceClaim> {
  let written: ResourceClaim | undefined;
  try {
    written = await write();
  } catch (error) {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  }
  if (written === undefined) throw new Error(`${what}: it is gone`);
  return written;
}

function checked(claim: ResourceClaim): ResourceClaim {
  if (claim.metadata.deletionTimestamp == null) return claim;
  throw new Error(`claim ${keyOf(claim)} got deleted in the meantime`);
}

function hasFinalizer({ metadata }: ResourceClaim): boolean {
  return metadata.finalizers?.includes(deviceFinalizer) === true;
}

function withFinalizer(claim: ResourceClaim): ResourceClaim {
  if (hasFinalizer(claim)) return claim;
  const { metadata } = claim;
  const finalizers = [...(metadata.finalizers ?? []), deviceFinalizer];
  return { ...claim, metadata: { ...metadata, finalizers } };
}
