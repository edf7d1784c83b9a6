/** Places: nodes that share the value of a label. */
import type { ClusterCache } from './cluster-cache.ts';
import type { NodeCounts } from './tallies.ts';

/** How many of something are in each place, by the place's value of the label. */
export type PlaceCounts = Map<string, number>;

/** Adds what is on nodes to the places that these are in, `factor` times; other nodes do not count. */
export function addByPlace(
  places: PlaceCounts,
  counts: NodeCounts,
  topologyKey: string,
  cluster: ClusterCache,
  factor = 1,
): void {
  for (const [nodeName, count] of counts) {
    const value = cluster.node(nodeName)?.node.metadata.labels?.[topologyKey];
    if (value !== undefined) places.set(value, (places.get(value) ?? 0) + factor * count);
  }
}
