/** The decision about one pod: the node that it goes to, or why there is none. */
import { filters } from './filters.ts';
import {
  affinityConflict,
  noNodes,
  nodeNotFound,
  preemptionText,
  unavailable,
} from './messages.ts';
import type { NodeState } from './node-info.ts';
import type { Candidate } from './pod-info.ts';
import { totalScores } from './scores.ts';

/** The cluster as a decision sees it. */
export interface Cluster<N extends NodeState> {
  readonly nodes: readonly N[];
  /** Undefined for a node that does not exist. */
  node(name: string): N | undefined;
}

export interface Chance {
  /** Where in the list of nodes the search begins. */
  readonly startAt: number;
  /** Breaks a tie: one of the numbers from 0 to below `count`. */
  pick(count: number): number;
}

export type Decision =
  | {
      readonly kind: 'bind';
      readonly nodeName: string;
      /** How many nodes were looked at. */
      readonly examined: number;
    }
  | Failure;

export interface Failure {
  readonly kind: 'failure';
  /** Of the PodScheduled condition. */
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
  /** Names of the filters that refused a node; empty when no filter was asked. */
  readonly refusedBy: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Finds the best node for a pod. Pure, but for the tie that `chance` breaks. */
export function decide<N extends NodeState>(
  candidate: Candidate,
  cluster: Cluster<N>,
  chance: Chance,
): Decision {
  if (cluster.nodes.length === 0) return failure('Unschedulable', noNodes);
  const { nodeNames } = candidate;
  if (nodeNames === undefined) {
    const wanted = enoughNodes(cluster.nodes.length);
    return choose(candidate, cluster, search(candidate, cluster.nodes, wanted, chance), chance);
  }
  if (nodeNames.length === 0) return conflict(candidate, cluster.nodes.length);
  const named: N[] = [];
  for (const name of nodeNames) {
    const node = cluster.node(name);
    if (node === undefined) return failure('SchedulerError', nodeNotFound(name));
    named.push(node);
  }
  const found = search(candidate, named, named.length, { ...chance, startAt: 0 });
  return choose(candidate, cluster, { ...found, examined: 0 }, chance);
}

/**
 * How many fitting nodes are enough, as v1.24 adapts it: all of up to 100, then a share that falls
 * from 50% to 5% as clusters grow, but never fewer than 100.
 */
export function enoughNodes(count: number): number {
  if (count < 100) return count;
  const percent = Math.max(5, 50 - Math.trunc(count / 125));
  return Math.max(100, Math.trunc((count * percent) / 100));
}

interface Search<N> {
  readonly fitting: readonly N[];
  readonly examined: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly refusedBy: ReadonlySet<string>;
  /** Nodes where removing pods would not help. */
  readonly unresolvable: number;
}

/** Asks all filters about node after node, until enough fit. */
function search<N extends NodeState>(
  candidate: Candidate,
  nodes: readonly N[],
  wanted: number,
  { startAt }: Chance,
): Search<N> {
  const fitting: N[] = [];
  const reasons = new Map<string, number>();
  const refusedBy = new Set<string>();
  let unresolvable = 0;
  let examined = 0;
  while (examined < nodes.length && fitting.length < wanted) {
    const node = nodes[(startAt + examined) % nodes.length]!;
    examined++;
    let fits = true;
    let helpless = false;
    for (const filter of filters) {
      const against = filter.reasons(candidate, node);
      if (against === undefined) continue;
      fits = false;
      helpless ||= filter.unresolvable;
      refusedBy.add(filter.name);
      for (const reason of against) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    if (fits) fitting.push(node);
    if (helpless) unresolvable++;
  }
  return { fitting, examined, reasons, refusedBy, unresolvable };
}

function choose<N extends NodeState>(
  candidate: Candidate,
  { nodes }: Cluster<N>,
  { fitting, examined, reasons, refusedBy, unresolvable }: Search<N>,
  chance: Chance,
): Decision {
  if (fitting.length === 0) {
    const preemption = preemptionText(candidate, nodes.length, unresolvable);
    const message = `${unavailable(nodes.length, reasons)} ${preemption}`;
    return failure('Unschedulable', message, refusedBy);
  }
  const best = fitting.length === 1 ? fitting[0]! : bestOf(candidate, fitting, chance);
  return { kind: 'bind', nodeName: best.node.metadata.name, examined };
}

function bestOf<N extends NodeState>(
  candidate: Candidate,
  nodes: readonly N[],
  { pick }: Chance,
): N {
  const totals = totalScores(candidate, nodes);
  let best: number[] = [];
  for (let i = 0; i < totals.length; i++) {
    const lead = best.length === 0 ? 1 : totals[i]! - totals[best[0]!]!;
    if (lead > 0) best = [i];
    else if (lead === 0) best.push(i);
  }
  return nodes[best[best.length === 1 ? 0 : pick(best.length)]!]!;
}

/** Affinity that no node can satisfy, whatever its name. */
function conflict(candidate: Candidate, nodeCount: number): Failure {
  const reasons = new Map([[affinityConflict, nodeCount]]);
  const preemption = preemptionText(candidate, nodeCount, nodeCount);
  return failure('Unschedulable', `${unavailable(nodeCount, reasons)} ${preemption}`);
}

function failure(
  reason: Failure['reason'],
  message: string,
  refusedBy: ReadonlySet<string> = NOBODY,
): Failure {
  return { kind: 'failure', reason, message, refusedBy };
}
