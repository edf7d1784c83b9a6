/** Scores: each rates the nodes that a pod fits on from 0 to 100; the weighted sum decides. */
import type { ClusterCache } from './cluster-cache.ts';
import { imageScore } from './image-locality.ts';
import { affinityScore } from './inter-pod-affinity.ts';
import type { NodeInfo, NodeState } from './node-info.ts';
import { nodeScores } from './node-scores.ts';
import type { Candidate } from './pod-info.ts';
import { spreadScore } from './topology-spread.ts';
import type { Score } from './plugin.ts';

const MAX = 100;

/** All that distinguish the nodes that this pod fits on. */
export function scoresFor(
  candidate: Candidate,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
): readonly Score[] {
  const ofNodes = cluster.verdicts.of(candidate).scoresOf(nodes);
  return [...ofNodes, ...furtherScores(candidate, nodes, cluster)];
}

/** The same, with each that depends on the node alone by itself. */
export function singleScores(
  candidate: Candidate,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
): readonly Score[] {
  return [...nodeScores, ...furtherScores(candidate, nodes, cluster)];
}

/** Those that depend on more than the node. */
function furtherScores(
  candidate: Candidate,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
): readonly Score[] {
  return [
    imageScore(candidate, cluster),
    affinityScore(candidate, cluster),
    spreadScore(candidate, nodes, cluster),
  ].filter((score) => score !== undefined);
}

/** The sums for the nodes, in their order. */
export function totalScores(
  candidate: Candidate,
  nodes: readonly NodeState[],
  plugins: readonly Score[] = nodeScores,
): readonly number[] {
  const totals = new Array<number>(nodes.length).fill(0);
  for (const score of plugins) {
    const points = pointsOf(score, candidate, nodes);
    if (points === undefined) continue;
    for (let i = 0; i < totals.length; i++) totals[i]! += points[i]! * score.weight;
  }
  return totals;
}

/** What a score gives each of the nodes, 0 to 100 for most; undefined where it makes no difference. */
export function pointsOf(
  score: Score,
  candidate: Candidate,
  nodes: readonly NodeState[],
): readonly number[] | undefined {
  if (score.concerns?.(candidate) === false) return undefined;
  const ratings = nodes.map((node, at) => score.rate(candidate, node, at));
  return rescale(ratings, score.scale);
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
