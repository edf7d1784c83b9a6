/** Counting pods that are to come to a node before they are there. */
import type { ClusterCache } from './cluster-cache.ts';
import type { NodeInfo } from './node-info.ts';
import type { PlacedPod } from './placed-pod.ts';
import type { Candidate } from './pod-info.ts';

/**
 * Asks something as if the pods that are nominated to the node were there: those that matter no less
 * than the candidate. Undefined when there are none; then the question need not be asked twice.
 */
export function withNominated<T>(
  candidate: Candidate,
  { node }: NodeInfo,
  cluster: ClusterCache,
  ask: () => T,
): T | undefined {
  if (cluster.nominations.isEmpty) return undefined;
  const nodeName = node.metadata.name;
  const guests: PlacedPod[] = [];
  for (const { pod, priority, load, terms } of cluster.nominations.on(nodeName)) {
    if (priority < candidate.priority || pod.metadata.uid === candidate.pod.metadata.uid) continue;
    guests.push({ pod, nodeName, priority, load, terms, assumed: true });
  }
  if (guests.length === 0) return undefined;
  for (const guest of guests) cluster.attach(guest);
  try {
    return ask();
  } finally {
    for (const guest of guests) cluster.detach(guest);
  }
}
