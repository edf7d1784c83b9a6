/** Even distribution over places. Mirrors the PodTopologySpread plugin of v1.24. */
import { naturalLog } from '#clock';
import {
  findUntoleratedTaint,
  matchesRequiredNodes,
  schedulingEffects,
  withLabelKeys,
} from '#kinds';
import { selectorOf } from '#values';
import type { Node, Pod, TopologySpreadConstraint } from '#types';
import type { ClusterCache } from './cluster-cache.ts';
import type { NodeInfo } from './node-info.ts';
import type { Candidate } from './pod-info.ts';
import { spreadQuery, type PodQuery } from './pod-query.ts';
import type { NodeCounts } from './tallies.ts';
import type { PlaceCounts } from './topology.ts';
import type { Filter, Score } from './plugin.ts';

export const POD_TOPOLOGY_SPREAD = 'PodTopologySpread';

const uneven = "node(s) didn't match pod topology spread constraints";
const unlabelled = `${uneven} (missing required label)`;

const HOSTNAME = 'kubernetes.io/hostname';

interface Constraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  /** The pods that are to be spread. */
  readonly query: PodQuery;
  /** With fewer places, none of them counts as having a pod. */
  readonly minDomains?: number | undefined;
  readonly policies?: Policies;
}

type Policies = Pick<TopologySpreadConstraint, 'nodeAffinityPolicy' | 'nodeTaintsPolicy'>;

/** What pods of services and controllers are spread by when they do not say it themselves. */
const usual: readonly Omit<Constraint, 'query'>[] = [
  { topologyKey: HOSTNAME, maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 5 },
];

/** Undefined for a pod that demands no spreading. */
export function spreadFilter({ pod }: Candidate, cluster: ClusterCache): Filter | undefined {
  const constraints = constraintsOf(pod, 'DoNotSchedule');
  if (constraints.length === 0) return undefined;
  const judged = constraints.map((constraint) => {
    const counts = cluster.pods.countsOf(constraint.query);
    const places = new Map<string, number>();
    for (const { node } of cluster.nodes) {
      if (!hasAllPlaces(node, constraints) || !isCounted(node, pod, constraint)) continue;
      addTo(places, node.metadata.labels![constraint.topologyKey]!, counts, node);
    }
    const { minDomains = 0 } = constraint;
    const least = places.size < minDomains ? 0 : Math.min(...places.values());
    const own = constraint.query.matches(pod) ? 1 : 0;
    return { ...constraint, places, most: least + constraint.maxSkew - own };
  });
  return {
    name: POD_TOPOLOGY_SPREAD,
    unresolvable: [unlabelled],
    reasons(_, { node }) {
      for (const { topologyKey, places, most } of judged) {
        const place = node.metadata.labels?.[topologyKey];
        if (place === undefined) return [unlabelled];
        if ((places.get(place) ?? 0) > most) return [uneven];
      }
      return undefined;
    },
  };
}

/** Undefined for a pod that is like no others. `nodes`: those that it fits on. */
export function spreadScore(
  { pod }: Candidate,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
): Score | undefined {
  const isOwn = (pod.spec.topologySpreadConstraints ?? []).length > 0;
  const constraints = isOwn ? constraintsOf(pod, 'ScheduleAnyway') : usualOf(pod, cluster);
  if (constraints.length === 0) return undefined;
  // With the default constraints nodes without a zone are still distinguished by their names.
  const isRated = (node: Node): boolean => !isOwn || hasAllPlaces(node, constraints);
  const rated = isOwn ? nodes.filter(({ node }) => isRated(node)) : nodes;
  const parts = constraints
    .map((constraint) => partOf(constraint, pod, rated, isRated, cluster))
    .filter((part) => part !== undefined);
  return {
    name: POD_TOPOLOGY_SPREAD,
    weight: 2,
    scale: fewestIsBest,
    rate(_, { node }) {
      if (!isRated(node)) return UNRATED;
      let sum = 0;
      for (const { topologyKey, counts, isByNode, weight, allowed } of parts) {
        const place = node.metadata.labels?.[topologyKey];
        if (place === undefined) continue;
        sum += (counts.get(isByNode ? node.metadata.name : place) ?? 0) * weight + allowed;
      }
      return Math.round(sum);
    },
  };
}

/** What one constraint adds to the rating of a node. */
interface ConstraintScore {
  readonly topologyKey: string;
  readonly counts: NodeCounts | PlaceCounts;
  /** Nodes with names of their own are counted as they are, else by place. */
  readonly isByNode: boolean;
  /** The more places there are, the more a pod counts. */
  readonly weight: number;
  readonly allowed: number;
}

/** Undefined where no node is in any place. */
function partOf(
  constraint: Constraint,
  pod: Pod,
  rated: readonly NodeInfo[],
  isRated: (node: Node) => boolean,
  cluster: ClusterCache,
): ConstraintScore | undefined {
  const { topologyKey, maxSkew } = constraint;
  const onNodes = cluster.pods.countsOf(constraint.query);
  const part = (
    counts: ConstraintScore['counts'],
    isByNode: boolean,
    size: number,
  ): ConstraintScore => ({
    topologyKey,
    counts,
    isByNode,
    weight: naturalLog(size + 2),
    allowed: maxSkew - 1,
  });
  if (topologyKey === HOSTNAME) return part(onNodes, true, rated.length);
  const places = placesOf(rated, topologyKey);
  if (places.size === 0) return undefined;
  for (const [nodeName, count] of onNodes) {
    const node = cluster.node(nodeName)?.node;
    const place = node?.metadata.labels?.[topologyKey];
    const before = place === undefined ? undefined : places.get(place);
    if (before === undefined || !isRated(node!)) continue;
    if (isCounted(node!, pod, constraint)) places.set(place!, before + count);
  }
  return part(places, false, places.size);
}

function constraintsOf(
  { metadata, spec }: Pod,
  action: TopologySpreadConstraint['whenUnsatisfiable'],
): readonly Constraint[] {
  return (spec.topologySpreadConstraints ?? [])
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
    .map(({ topologyKey, maxSkew, labelSelector, matchLabelKeys, minDomains, ...policies }) => {
      const { namespace, labels = {} } = metadata;
      // Later releases have added the keys to the selector already, which is the same.
      const selector = selectorOf(
        labelSelector && withLabelKeys(labelSelector, labels, matchLabelKeys, 'In'),
      );
      return {
        ...{ topologyKey, maxSkew, minDomains, policies },
        query: spreadQuery(namespace!, selector),
      };
    });
}

/** Returns whether the pods of a node count, and its place. */
function isCounted(node: Node, { spec }: Pod, { policies = {} }: Constraint): boolean {
  const { nodeAffinityPolicy, nodeTaintsPolicy } = policies;
  if (nodeAffinityPolicy !== 'Ignore' && !matchesRequiredNodes(spec, node)) return false;
  if (nodeTaintsPolicy !== 'Honor') return true;
  const { taints } = node.spec;
  return findUntoleratedTaint(taints, spec.tolerations, schedulingEffects) === undefined;
}

function usualOf(pod: Pod, { surroundings }: ClusterCache): readonly Constraint[] {
  const query = surroundings.siblingsOf(pod);
  return query === undefined ? [] : usual.map((each) => ({ ...each, query }));
}

function hasAllPlaces({ metadata }: Node, constraints: readonly Constraint[]): boolean {
  const labels = metadata.labels ?? {};
  return constraints.every(({ topologyKey }) => labels[topologyKey] !== undefined);
}

/** The places of nodes, each without pods. */
function placesOf(nodes: readonly NodeInfo[], topologyKey: string): PlaceCounts {
  const places: PlaceCounts = new Map();
  for (const { node } of nodes) {
    const place = node.metadata.labels?.[topologyKey];
    if (place !== undefined && !places.has(place)) places.set(place, 0);
  }
  return places;
}

function addTo(places: PlaceCounts, place: string, counts: NodeCounts, node: Node): void {
  places.set(place, (places.get(place) ?? 0) + onNode(counts, node));
}

function onNode(counts: NodeCounts, { metadata }: Node): number {
  return counts.get(metadata.name) ?? 0;
}

/** A node that the pod says nothing about comes last. */
const UNRATED = -1;

function fewestIsBest(ratings: readonly number[]): readonly number[] {
  let least = Infinity;
  let most = 0;
  for (const rating of ratings) {
    if (rating === UNRATED) continue;
    least = Math.min(least, rating);
    most = Math.max(most, rating);
  }
  return ratings.map((rating) => {
    if (rating === UNRATED) return 0;
    return most === 0 ? 100 : Math.trunc((100 * (most + least - rating)) / most);
  });
}
