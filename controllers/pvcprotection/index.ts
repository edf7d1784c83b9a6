/**
 * The protection of claims that are in use: a claim that is deleted stays until no pod uses it.
 * A pod that has finished still uses its claims, as in v1.24: only its removal ends that.
 */
import {
  claimProtection,
  isNotFound,
  keyOf,
  persistentVolumeClaim as claimKind,
  pod as podKind,
  type PersistentVolumeClaim,
  type Pod,
} from '#kinds';
import type { Client, ControllerDefinition, Lister, WorkQueue } from '#runtime';

const BY_CLAIM = 'persistent volume claim';

export const pvcProtection: ControllerDefinition = {
  name: 'pvcprotection',
  actor: 'pvc-protection-controller',
  start(context) {
    const claims = context.informer(claimKind);
    const pods = context.informer(podKind);
    pods.addIndex(BY_CLAIM, claimsOf);
    const queue: WorkQueue = context.queue({
      workers: 1,
      async reconcile(key, { client }) {
        const claim = claims.lister.getByKey(key);
        if (claim === undefined || !hasToChange(claim) || isInUse(claim, pods.lister)) return;
        await toggleProtection(claim, client);
      },
    });
    claims.addHandlers({
      added: (claim, cause) => queue.add(keyOf(claim), cause),
      updated: (claim, _, cause) => queue.add(keyOf(claim), cause),
    });
    pods.addHandlers({
      deleted(pod, cause) {
        for (const key of claimsOf(pod)) queue.add(key, cause);
      },
    });
  },
};

/** Protected is what exists; what is being deleted is so no longer, once it is not in use. */
function hasToChange({ metadata }: PersistentVolumeClaim): boolean {
  const isProtected = metadata.finalizers?.includes(claimProtection) ?? false;
  return isProtected === (metadata.deletionTimestamp != null);
}

/** A pod without a node does not count: no kubelet would start it with a claim that goes away. */
function isInUse(claim: PersistentVolumeClaim, pods: Lister<Pod>): boolean {
  if (claim.metadata.deletionTimestamp == null) return false;
  return pods.byIndex(BY_CLAIM, keyOf(claim)).some(({ spec }) => !!spec.nodeName);
}

async function toggleProtection(claim: PersistentVolumeClaim, client: Client): Promise<void> {
  const present = claim.metadata.finalizers ?? [];
  const finalizers = present.includes(claimProtection)
    ? present.filter((finalizer) => finalizer !== claimProtection)
    : [...present, claimProtection];
  try {
    await client.update(claimKind, { ...claim, metadata: { ...claim.metadata, finalizers } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** The keys of the claims that a pod's volumes name. Most pods have none. */
function claimsOf({ metadata, spec }: Pod): readonly string[] {
  let keys: string[] | undefined;
  for (const { persistentVolumeClaim } of spec.volumes ?? []) {
    if (persistentVolumeClaim == null) continue;
    const key = `${metadata.namespace}/${persistentVolumeClaim.claimName}`;
    if (keys?.includes(key) !== true) (keys ??= []).push(key);
  }
  return keys ?? none;
}

const none: readonly string[] = [];
