/** What speaks for and against each node, as terms of an account. */
import type { Term } from '#runtime';
import type { ClusterCache } from './cluster-cache.ts';
import { refusalOf } from './decide.ts';
import { furtherFilters } from './filters.ts';
import { noNodes } from './messages.ts';
import type { NodeInfo } from './node-info.ts';
import { plainly } from './plain-reasons.ts';
import type { Candidate } from './pod-info.ts';
import type { Refusal } from './refusals.ts';
import { pointsOf, singleScores } from './scores.ts';
import { claimProblem } from './volumes.ts';

/** A node with what the filters have against it. */
interface Judged {
  readonly node: NodeInfo;
  readonly refusal: Refusal | undefined;
}

/** A node that the pod fits on. */
export interface Rated {
  readonly name: string;
  readonly total: number;
  /** `NodeResourcesFit 75 + TaintToleration 100 x 3`. */
  readonly parts: string;
}

function judged(candidate: Candidate, cluster: ClusterCache): readonly Judged[] {
  const further = furtherFilters(candidate, cluster);
  return cluster.nodes.map((node) => ({
    node,
    refusal: refusalOf(candidate, node, further, cluster),
  }));
}

/** What is in the way before any node is looked at. */
export function problemTerms(candidate: Candidate, cluster: ClusterCache): readonly Term[] {
  const problem =
    cluster.nodes.length === 0
      ? noNodes
      : candidate.nodeNames?.length === 0
        ? 'terms of its affinity name different nodes'
        : claimProblem(candidate, cluster);
  if (problem === undefined) return [];
  return [{ subject: `Pod ${candidate.key}`, counts: false, because: problem }];
}

/** Each node that a filter rejects, or what is in the way of all; a node that admits the pod counts. */
export function filterTerms(candidate: Candidate, cluster: ClusterCache): readonly Term[] {
  const problem = problemTerms(candidate, cluster);
  if (problem.length > 0) return problem;
  return judged(candidate, cluster).map(({ node, refusal }) =>
    refusal === undefined
      ? { subject: subjectOf(node), counts: true, because: 'all filters admit the pod' }
      : refusedTerm(candidate, { node, refusal }, cluster),
  );
}

/** The nodes that the pod fits on, the best first; and a term for each that rejects it. */
export function ratings(
  candidate: Candidate,
  cluster: ClusterCache,
): { readonly rated: readonly Rated[]; readonly refused: readonly Term[] } {
  const all = judged(candidate, cluster);
  const fitting = all.filter(({ refusal }) => refusal === undefined).map(({ node }) => node);
  return {
    rated: rate(candidate, fitting, cluster),
    refused: all.flatMap(({ node, refusal }) =>
      refusal === undefined ? [] : [refusedTerm(candidate, { node, refusal }, cluster)],
    ),
  };
}

function rate(
  candidate: Candidate,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
): readonly Rated[] {
  const scores = singleScores(candidate, nodes, cluster).flatMap((score) => {
    const points = pointsOf(score, candidate, nodes);
    return points === undefined ? [] : [{ ...score, points }];
  });
  return nodes
    .map(({ node }, at) => ({
      name: node.metadata.name,
      total: scores.reduce((sum, { points, weight }) => sum + points[at]! * weight, 0),
      parts: scores
        .map(({ name, points, weight }) =>
          weight === 1 ? `${name} ${points[at]}` : `${name} ${points[at]} x ${weight}`,
        )
        .join(' + '),
    }))
    .sort((a, b) => b.total - a.total);
}

function refusedTerm(
  candidate: Candidate,
  { node, refusal }: { readonly node: NodeInfo; readonly refusal: Refusal },
  cluster: ClusterCache,
): Term {
  const because = `${refusal.filter.name}: ${plainly(refusal, candidate, node, cluster)}`;
  return { subject: subjectOf(node), counts: false, because };
}

function subjectOf({ node }: NodeInfo): string {
  return `Node ${node.metadata.name}`;
}
