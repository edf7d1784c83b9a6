/** The cluster as the scheduler would have seen it at one revision. */
import { node as nodeKind, pod as podKind } from '#kinds';
import type { Pod } from '#types';
import { pastInformers, type PastView } from '#runtime';
import { devicesIn } from './devices/devices.ts';
import { ClusterCache } from './cluster-cache.ts';
import { awaitsNode, isOnNode } from './handlers.ts';
import { candidateOf } from './pod-info.ts';
import { surroundingsIn } from './surroundings.ts';

/**
 * All that is written by then. Bindings that were decided and not yet written are not in it; they are
 * written in the order of the decisions, so that a later revision has them.
 * @param last uids of the pods that came to their nodes after all others of their sort
 */
export function clusterAt(past: PastView, last: readonly string[] = []): ClusterCache {
  const informers = pastInformers(past);
  const cluster = new ClusterCache(
    surroundingsIn(informers),
    past.profile,
    devicesIn(informers, past.profile),
  );
  for (const node of past.list(nodeKind)) cluster.setNode(node);
  const pods = past.list(podKind);
  for (const pod of pods.toSorted((a, b) => orderIn(last, a) - orderIn(last, b))) {
    const { nominatedNodeName } = pod.status;
    if (isOnNode(pod)) cluster.addPod(pod);
    else if (nominatedNodeName && awaitsNode(pod)) {
      cluster.nominations.set(candidateOf(pod), nominatedNodeName);
    }
  }
  return cluster;
}

function orderIn(last: readonly string[], { metadata }: Pod): number {
  return last.indexOf(metadata.uid);
}
