/**
 * The protection of claims that are in use: a claim that is deleted stays until no pod uses it.
 * A pod that has finished still uses its claims, as in v1.24: only its removal ends that.
 */
import {
  claimKeysOf,
  claimProtection,
  persistentVolumeClaim as claimKind,
  pod as podKind,
} from '#kinds';
import { formatTime, keyOf, type Cause } from '#values';
import type { PersistentVolumeClaim, Pod } from '#types';
import {
  addClaimIndex,
  podsUsing,
  toggleFinalizer,
  type Client,
  type ControllerDefinition,
  type Lister,
  type WorkQueue,
} from '#runtime';
import { withUse } from './use.ts';

export const pvcProtection: ControllerDefinition = {
  name: 'pvcprotection',
  actor: 'pvc-protection-controller',
  start(context) {
    const claims = context.informer(claimKind);
    const pods = context.informer(podKind);
    addClaimIndex(pods);
    const { clock, features } = context;
    const tellsUse = features.enabled('PersistentVolumeClaimUnusedSinceTime');
    const queue: WorkQueue = context.queue({
      workers: 1,
      async reconcile(key, { client }) {
        const claim = claims.lister.getByKey(key);
        if (claim === undefined) return;
        if (tellsUse && (await reportUse(claim, pods.lister, clock.now(), client))) return;
        if (!hasToChange(claim) || isInUse(claim, pods.lister)) return;
        await toggleFinalizer(client, claimKind, claim, claimProtection);
      },
    });
    claims.addHandlers({
      added: (claim, cause) => queue.add(keyOf(claim), cause),
      updated: (claim, _, cause) => queue.add(keyOf(claim), cause),
    });
    const look = (pod: Pod, cause: Cause): void => {
      for (const key of claimKeysOf(pod)) queue.add(key, cause);
    };
    pods.addHandlers({
      ...(tellsUse && { added: look, updated: (pod, _, cause) => look(pod, cause) }),
      deleted: look,
    });
  },
};

/** Protected is what exists; what is being deleted is so no longer, once it is not in use. */
function hasToChange({ metadata }: PersistentVolumeClaim): boolean {
  const isProtected = metadata.finalizers?.includes(claimProtection) ?? false;
  return isProtected === (metadata.deletionTimestamp != null);
}

/** Writes whether pods use a claim; false where its status says it already. The write brings the claim here again. */
async function reportUse(
  claim: PersistentVolumeClaim,
  pods: Lister<Pod>,
  now: number,
  client: Client,
): Promise<boolean> {
  const status = withUse(claim, podsUsing(pods, claim), formatTime(now));
  if (status === claim.status) return false;
  await client.update(claimKind, { ...claim, status }, { subresource: 'status' });
  return true;
}

/** A pod without a node does not count: no kubelet would start it with a claim that goes away. */
function isInUse(claim: PersistentVolumeClaim, pods: Lister<Pod>): boolean {
  if (claim.metadata.deletionTimestamp == null) return false;
  return podsUsing(pods, claim).some(({ spec }) => !!spec.nodeName);
}
