/** The pods that use claims. */
import { isPodTerminal } from '#kinds';
import type { PersistentVolumeClaim, Pod } from '#types';
import { podsUsing, type Lister } from '#runtime';

/** The names of the pods that use the claim and have no node yet. */
export function podsWaitingFor(claim: PersistentVolumeClaim, pods: Lister<Pod>): readonly string[] {
  return namesOfWaiting(podsUsing(pods, claim));
}

/** The names of those pods that have no node yet. */
export function namesOfWaiting(pods: readonly Pod[]): readonly string[] {
  return pods
    .filter((pod) => !pod.spec.nodeName && !isPodTerminal(pod))
    .map(({ metadata }) => metadata.name);
}
