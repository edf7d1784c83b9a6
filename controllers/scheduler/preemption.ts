/**
 * Making room for a pod that fits nowhere, by removing pods that matter less. Mirrors the
 * DefaultPreemption plugin of v1.24: which nodes could be cleared, at whose cost, and which of
 * these costs least.
 */
import { selectorOf } from '#values';
import type { Pod, PodDisruptionBudget } from '#types';
import type { ClusterCache } from './cluster-cache.ts';
import { filtersFor } from './filters.ts';
import {
  alreadyPreempting,
  neverPreempts,
  noVictims,
  notPreempted,
  preemptionNotHelpful,
  unavailable,
} from './messages.ts';
import type { NodeInfo } from './node-info.ts';
import { withNominated } from './nominated.ts';
import { moreImportantFirst, startedAt, type PlacedPod } from './placed-pod.ts';
import type { Candidate } from './pod-info.ts';
import { firstRefusal } from './refusals.ts';

/** What a preemption goes by, beside the cluster. */
export interface Attempt {
  readonly candidate: Candidate;
  /** Nodes that removing pods does not help with. */
  readonly unresolvable: ReadonlySet<string>;
  readonly budgets: readonly PodDisruptionBudget[];
  /** Where in the list of nodes the search begins: one of the numbers below `count`. */
  startAt(count: number): number;
}

/** A node that would be cleared. */
export interface Clearing {
  readonly nodeName: string;
  /** At least one. */
  readonly victims: readonly PlacedPod[];
  /** How many of these a budget would have stay. */
  readonly violations: number;
}

export type Preemption =
  | { readonly clearing: Clearing }
  /** Appended to the failure; `keepsNomination`: a node is being cleared already. */
  | { readonly text: string; readonly keepsNomination: boolean };

/** At least this many clearings are compared, if there are. */
const COMPARED_LEAST = 100;
/** The same in percent of the nodes. */
const COMPARED_PERCENT = 10;

/** Leaves the cluster as it is; what it tries on it is undone. */
export function preempt(attempt: Attempt, cluster: ClusterCache): Preemption {
  const { candidate, unresolvable } = attempt;
  const refusal = whyNotEligible(attempt, cluster);
  if (refusal !== undefined) return { text: notPreempted(refusal), keepsNomination: true };
  const reasons = new Map<string, number>();
  if (unresolvable.size > 0) reasons.set(preemptionNotHelpful, unresolvable.size);
  const { nodes } = cluster;
  if (cluster.pods.hasAnyBelow(candidate.priority)) {
    const helpful = nodes.filter(({ node }) => !unresolvable.has(node.metadata.name));
    const found = clearings(attempt, helpful, cluster, reasons);
    if (found.length > 0) return { clearing: cheapest(found) };
  } else if (nodes.length > unresolvable.size) {
    reasons.set(noVictims, nodes.length - unresolvable.size);
  }
  const text = notPreempted(unavailable(nodes.length, reasons, cluster.release));
  return { text, keepsNomination: false };
}

/** What clearing each node would take, where removing pods helps at all: all that are compared. */
export function clearingsOf(
  attempt: Attempt,
  cluster: ClusterCache,
): readonly { readonly nodeName: string; readonly found: Clearing | readonly string[] }[] {
  return cluster.nodes
    .filter(({ node }) => !attempt.unresolvable.has(node.metadata.name))
    .map((info) => ({
      nodeName: info.node.metadata.name,
      found: clear(attempt, info, cluster),
    }));
}

export function whyNotEligible(
  { candidate, unresolvable }: Attempt,
  { pods, nominations }: ClusterCache,
): string | undefined {
  const { pod, priority } = candidate;
  if (pod.spec.preemptionPolicy === 'Never') return neverPreempts;
  const nominated = nominations.nodeOf(pod.metadata.uid);
  if (nominated === undefined || unresolvable.has(nominated)) return undefined;
  for (const other of pods.on(nominated)) {
    const isLeaving = other.pod.metadata.deletionTimestamp != null;
    if (isLeaving && other.priority < priority) return alreadyPreempting;
  }
  return undefined;
}

/** Those that hurt no budget first. `reasons` takes why other nodes cannot be cleared. */
function clearings(
  attempt: Attempt,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
  reasons: Map<string, number>,
): readonly Clearing[] {
  if (nodes.length === 0) return [];
  const desired = Math.max(COMPARED_LEAST, Math.trunc((nodes.length * COMPARED_PERCENT) / 100));
  const startAt = attempt.startAt(nodes.length);
  const harmless: Clearing[] = [];
  const harmful: Clearing[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const info = nodes[(startAt + i) % nodes.length]!;
    const found = clear(attempt, info, cluster);
    if (!('victims' in found)) {
      for (const reason of found) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      continue;
    }
    (found.violations === 0 ? harmless : harmful).push(found);
    if (harmless.length > 0 && harmless.length + harmful.length >= desired) break;
  }
  return [...harmless, ...harmful];
}

/** The victims that clear a node; or the reasons why that does not help. */
function clear(
  { candidate, budgets }: Attempt,
  info: NodeInfo,
  cluster: ClusterCache,
): Clearing | readonly string[] {
  const nodeName = info.node.metadata.name;
  const lowerPriority = [...cluster.pods.on(nodeName)].filter(
    (p) => p.priority < candidate.priority,
  );
  if (lowerPriority.length === 0) return [noVictims];
  for (const each of lowerPriority) cluster.detach(each);
  const gone = new Set(lowerPriority);
  try {
    const still = reasonsAgainst(candidate, info, cluster);
    if (still !== undefined) return still;
    // Pods that need not be evicted stay; those that budgets protect are tried first.
    const { violating, others } = byBudgets(lowerPriority.sort(moreImportantFirst), budgets);
    const victims: PlacedPod[] = [];
    const reprieve = (each: PlacedPod): void => {
      cluster.attach(each);
      gone.delete(each);
      if (reasonsAgainst(candidate, info, cluster) === undefined) return;
      cluster.detach(each);
      gone.add(each);
      victims.push(each);
    };
    violating.forEach(reprieve);
    const violations = victims.length;
    others.forEach(reprieve);
    return victims.length === 0
      ? [`expected at least one victim pod on node ${JSON.stringify(nodeName)}`]
      : { nodeName, victims, violations };
  } finally {
    for (const each of gone) cluster.attach(each);
  }
}

/** What the first filter has against a node, pods that are nominated to it counted in. */
function reasonsAgainst(
  candidate: Candidate,
  info: NodeInfo,
  cluster: ClusterCache,
): readonly string[] | undefined {
  const ask = (): readonly string[] | undefined =>
    firstRefusal(candidate, info, filtersFor(candidate, cluster))?.reasons;
  return withNominated(candidate, info, cluster, ask) ?? ask();
}

/** Who would leave too few of those that a budget protects; each that goes uses one up. */
function byBudgets(
  victims: readonly PlacedPod[],
  budgets: readonly PodDisruptionBudget[],
): { readonly violating: readonly PlacedPod[]; readonly others: readonly PlacedPod[] } {
  const left = budgets.map((budget) => ({
    budget,
    selector: selectorOf(budget.spec.selector),
    allowed: budget.status.disruptionsAllowed,
  }));
  const violating: PlacedPod[] = [];
  const others: PlacedPod[] = [];
  for (const each of victims) {
    let isViolation = false;
    for (const budget of left) {
      if (!protects(budget, each.pod)) continue;
      budget.allowed -= 1;
      isViolation ||= budget.allowed < 0;
    }
    (isViolation ? violating : others).push(each);
  }
  return { violating, others };
}

/** A pod that is being evicted already has been counted. */
function protects(
  { budget, selector }: { budget: PodDisruptionBudget; selector: ReturnType<typeof selectorOf> },
  { metadata }: Pod,
): boolean {
  const { namespace, name, labels = {} } = metadata;
  if (budget.metadata.namespace !== namespace || Object.keys(labels).length === 0) return false;
  if (selector.isEmpty() || !selector.matches(labels)) return false;
  return budget.status.disruptedPods?.[name] === undefined;
}

/** What clearing a node costs: the lower, the better, the first difference decides. */
const costs: readonly ((clearing: Clearing) => number)[] = [
  ({ violations }) => violations,
  ({ victims }) => victims[0]!.priority,
  // Shifted, so that every victim counts, whatever its priority.
  ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0),
  ({ victims }) => victims.length,
];

export function cheapest(found: readonly Clearing[]): Clearing {
  let best = found;
  for (const cost of costs) {
    if (best.length === 1) return best[0]!;
    const least = Math.min(...best.map(cost));
    best = best.filter((clearing) => cost(clearing) === least);
  }
  return best.reduce((a, b) => (importantSince(b) > importantSince(a) ? b : a));
}

/**
 * Since when the longest running of the most important victims runs: the later, the less is lost.
 */
function importantSince({ victims }: Clearing): string {
  const highest = Math.max(...victims.map(({ priority }) => priority));
  const times = victims.filter(({ priority }) => priority === highest).map(startedAt);
  return times.reduce((a, b) => (b < a ? b : a));
}
