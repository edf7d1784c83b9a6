/** Filters: each says why a pod cannot be on a node. */
import type { ClusterCache } from './cluster-cache.ts';
import { DeviceError } from './devices/error.ts';
import { affinityFilter } from './inter-pod-affinity.ts';
import { nodeFilters } from './node-filters.ts';
import type { NodeState } from './node-info.ts';
import type { Candidate } from './pod-info.ts';
import { spreadFilter } from './topology-spread.ts';
import type { Filter } from './plugin.ts';
import { firstRefusal } from './refusals.ts';
import { volumeFilter } from './volumes.ts';

/** All that this pod has to pass, with what they need to know of other pods as these are now. */
export function filtersFor(candidate: Candidate, cluster: ClusterCache): readonly Filter[] {
  return [...nodeFilters, ...furtherFilters(candidate, cluster)];
}

/** Those of them that depend on more than the node. */
export function furtherFilters(candidate: Candidate, cluster: ClusterCache): readonly Filter[] {
  return [
    volumeFilter(candidate, cluster),
    spreadFilter(candidate, cluster),
    affinityFilter(candidate, cluster),
    cluster.devices?.filter(candidate),
  ].filter((filter) => filter !== undefined);
}

/** Do all filters admit the pod to the node, as the cluster is now? */
export function passesFilters(
  candidate: Candidate,
  node: NodeState,
  cluster: ClusterCache,
): boolean {
  try {
    return firstRefusal(candidate, node, filtersFor(candidate, cluster)) === undefined;
  } catch (error) {
    // What is broken shows when the pod is tried.
    if (error instanceof DeviceError) return true;
    throw error;
  }
}
