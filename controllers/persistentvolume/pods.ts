/** The pods that use claims. */
import { isPodTerminal, keyOf, type PersistentVolumeClaim, type Pod } from '#kinds';
import type { Lister } from '#runtime';

/** The index of pods by the keys of the claims that they use. */
export const BY_CLAIM = 'claims of volumes';

/** The keys of the claims that a pod uses, those that are made for it included. */
export function claimsOf({ metadata, spec }: Pod): readonly string[] {
  let keys: string[] | undefined;
  for (const { name, persistentVolumeClaim, ephemeral } of spec.volumes ?? []) {
    const claim = ephemeral == null ? persistentVolumeClaim?.claimName : `${metadata.name}-${name}`;
    if (claim !== undefined) (keys ??= []).push(`${metadata.namespace!}/${claim}`);
  }
  return keys ?? none;
}

const none: readonly string[] = [];

/** The names of the pods that use the claim and have no node yet. */
export function podsWaitingFor(claim: PersistentVolumeClaim, pods: Lister<Pod>): readonly string[] {
  return pods
    .byIndex(BY_CLAIM, keyOf(claim))
    .filter((pod) => !pod.spec.nodeName && !isPodTerminal(pod))
    .map(({ metadata }) => metadata.name);
}
