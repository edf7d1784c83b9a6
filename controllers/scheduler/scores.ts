/** Scores: each rates the nodes that a pod fits on from 0 to 100; the weighted sum decides. */
import { matchesNodeSelectorTerm, tolerationsTolerateTaint } from '#kinds';
import type { ClusterCache } from './cluster-cache.ts';
import { imageScore } from './image-locality.ts';
import { affinityScore } from './inter-pod-affinity.ts';
import type { NodeInfo, NodeState } from './node-info.ts';
import type { Candidate } from './pod-info.ts';
import { spreadScore } from './topology-spread.ts';
import type { Score } from './plugin.ts';

const MAX = 100;

const taintToleration: Score = {
  name: 'TaintToleration',
  weight: 3,
  scale: 'least is best',
  rate({ pod }, { node }) {
    let untolerated = 0;
    for (const taint of node.spec.taints ?? []) {
      if (taint.effect !== 'PreferNoSchedule') continue;
      if (!tolerationsTolerateTaint(pod.spec.tolerations, taint)) untolerated++;
    }
    return untolerated;
  },
};

const nodeAffinity: Score = {
  name: 'NodeAffinity',
  weight: 2,
  scale: 'most is best',
  concerns: (candidate) => preferredTerms(candidate).length > 0,
  rate(candidate, { node }) {
    let sum = 0;
    for (const { weight, preference } of preferredTerms(candidate)) {
      if (matchesNodeSelectorTerm(preference, node)) sum += weight;
    }
    return sum;
  },
};

/** Mean over CPU and memory of what would still be free, in percent. */
const leastAllocated: Score = {
  name: 'NodeResourcesFit',
  weight: 1,
  rate({ load }, { allocatable, scored }) {
    const cpu = freePercent(allocatable['cpu'], scored.cpu + load.scored.cpu);
    const memory = freePercent(allocatable['memory'], scored.memory + load.scored.memory);
    if (cpu === undefined || memory === undefined) return cpu ?? memory ?? 0;
    return Math.trunc((cpu + memory) / 2);
  },
};

/** How evenly CPU and memory would be taken. */
const balancedAllocation: Score = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  rate({ load: { requests } }, { allocatable, requested }) {
    const fraction = (resource: string): number => {
      const taken = (requested[resource] ?? 0) + (requests[resource] ?? 0);
      const available = allocatable[resource] ?? 0;
      return available === 0 ? 1 : Math.min(taken / available, 1);
    };
    const deviation = Math.abs(fraction('cpu') - fraction('memory')) / 2;
    return Math.trunc((1 - deviation) * MAX);
  },
};

/** Those that depend on the node alone. */
export const scores: readonly Score[] = [
  balancedAllocation,
  leastAllocated,
  nodeAffinity,
  taintToleration,
];

/** All that distinguish the nodes that this pod fits on. */
export function scoresFor(
  candidate: Candidate,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
): readonly Score[] {
  const further = [
    imageScore(candidate, cluster),
    affinityScore(candidate, cluster),
    spreadScore(candidate, nodes, cluster),
  ];
  return [...scores, ...further.filter((score) => score !== undefined)];
}

/** The sums for the nodes, in their order. */
export function totalScores(
  candidate: Candidate,
  nodes: readonly NodeState[],
  plugins: readonly Score[] = scores,
): readonly number[] {
  const totals = new Array<number>(nodes.length).fill(0);
  for (const score of plugins) {
    if (score.concerns?.(candidate) === false) continue;
    const ratings = nodes.map((node) => score.rate(candidate, node));
    const scaled = rescale(ratings, score.scale);
    for (let i = 0; i < totals.length; i++) totals[i]! += scaled[i]! * score.weight;
  }
  return totals;
}

function rescale(ratings: readonly number[], scale: Score['scale']): readonly number[] {
  if (scale === undefined) return ratings;
  if (typeof scale === 'function') return scale(ratings);
  let most = 0;
  for (const rating of ratings) if (rating > most) most = rating;
  const reversed = scale === 'least is best';
  return ratings.map((rating) => {
    const share = most === 0 ? 0 : Math.trunc((MAX * rating) / most);
    return reversed ? MAX - share : share;
  });
}

function freePercent(capacity: number | undefined, used: number): number | undefined {
  if (!capacity) return undefined;
  return used > capacity ? 0 : Math.trunc(((capacity - used) * MAX) / capacity);
}

function preferredTerms({ pod }: Candidate) {
  return pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
}
