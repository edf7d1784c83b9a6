/** Gives the devices of a claim back once no pod uses it, and deletes it with the pod that it was made for. */
import { controllerOf, isNotFound, omitFields } from '#values';
import { isPodTerminal, pod as podKind, resourceClaim } from '#kinds';
import type { Pod, resourceV1 } from '#types';
import { withoutDeviceFinalizer, type Client, type Lister } from '#runtime';

type ResourceClaim = resourceV1.ResourceClaim;
type Consumer = NonNullable<ResourceClaim['status']['reservedFor']>[number];

export interface ClaimTools {
  readonly pods: Lister<Pod>;
  readonly client: Client;
  /** Whether a pod of this uid was seen to be deleted. */
  isGone(uid: string): boolean;
}

/** Brings a claim in line with the pods that use it. @throws {Error} for one that uses the claim and is not a pod; what writes threw */
export async function syncClaim(claim: ResourceClaim, tools: ClaimTools): Promise<void> {
  const { client } = tools;
  const before = claim.status.reservedFor ?? [];
  const valid: Consumer[] = [];
  for (const consumer of before) {
    if (await stillUses(consumer, claim, tools)) valid.push(consumer);
  }
  if (valid.length < before.length) {
    const left = valid.length > 0 ? { ...claim.status, reservedFor: valid } : freed(claim);
    const updated = await client.update(resourceClaim, { ...claim, status: left }, ofStatus);
    if (updated.status.allocation == null) await letGo(updated, client);
  } else if (claim.metadata.deletionTimestamp != null && valid.length === 0) {
    const isFree = claim.status.allocation == null || withoutDeviceFinalizer(claim) === claim;
    const free = isFree
      ? claim
      : await client.update(resourceClaim, { ...claim, status: freed(claim) }, ofStatus);
    await letGo(free, client);
  }
  if (valid.length === 0) await deleteUnused(claim, tools);
}

const ofStatus = { subresource: 'status' } as const;

/** Returns the status without users, and without devices where the scheduler has given these. */
function freed(claim: ResourceClaim): ResourceClaim['status'] {
  const status = omitFields(claim.status, ['reservedFor']);
  return withoutDeviceFinalizer(claim) === claim ? status : omitFields(status, ['allocation']);
}

async function letGo(claim: ResourceClaim, client: Client): Promise<void> {
  const next = withoutDeviceFinalizer(claim);
  if (next !== claim) await client.update(resourceClaim, next);
}

async function stillUses(
  { apiGroup = '', resource, name, uid }: Consumer,
  { metadata: { namespace } }: ResourceClaim,
  { pods, client, isGone }: ClaimTools,
): Promise<boolean> {
  if (apiGroup !== '' || resource !== 'pods') {
    throw new Error(`unsupported ReservedFor entry: ${resource} ${name}`);
  }
  if (isGone(uid)) return false;
  const known = pods.get(namespace, name) ?? (await podNow(client, namespace!, name));
  return known?.metadata.uid === uid && !isDone(known);
}

/** Reads a pod that the cache does not have yet. */
async function podNow(client: Client, namespace: string, name: string): Promise<Pod | undefined> {
  try {
    return await client.get(podKind, { namespace, name });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Returns whether none of its containers runs, or will. */
function isDone(pod: Pod): boolean {
  const { metadata, spec } = pod;
  return isPodTerminal(pod) || (metadata.deletionTimestamp != null && !spec.nodeName);
}

/** Deletes a claim that was made for a pod that will not run; the garbage collector would wait for the pod. */
async function deleteUnused(claim: ResourceClaim, { pods, client }: ClaimTools): Promise<void> {
  const { namespace, name, deletionTimestamp } = claim.metadata;
  const owner = controllerOf(claim);
  if (owner?.kind !== 'Pod' || deletionTimestamp != null) return;
  const pod = pods.get(namespace, owner.name);
  if (pod === undefined || (pod.metadata.uid === owner.uid && !isDone(pod))) return;
  await client.delete(resourceClaim, { namespace: namespace!, name });
}
