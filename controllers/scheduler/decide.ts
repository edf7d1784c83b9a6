/** The decision about one pod: the node that it goes to, or why there is none. */
import type { PodDisruptionBudget } from '#types';
import type { VolumeChoice } from './assumed-claims.ts';
import type { ClaimChoice } from './devices/claim-choice.ts';
import { DYNAMIC_RESOURCES } from './devices/devices.ts';
import { DeviceError } from './devices/error.ts';
import type { ClusterCache } from './cluster-cache.ts';
import { furtherFilters } from './filters.ts';
import {
  affinityConflict,
  filterFailed,
  noNodes,
  nodeNotFound,
  unavailable,
  unavailableAtOnce,
  withClearing,
  withPreemption,
} from './messages.ts';
import type { NodeInfo } from './node-info.ts';
import { withNominated } from './nominated.ts';
import type { Candidate } from './pod-info.ts';
import { preempt, type Clearing } from './preemption.ts';
import { scoresFor, totalScores } from './scores.ts';
import { chosenVolumes, claimProblem, VOLUME_BINDING } from './volumes.ts';
import type { SearchResult } from './openings.ts';
import type { Filter } from './plugin.ts';
import { firstRefusal, RefusalSum, type Refusal, type Refusals } from './refusals.ts';

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
      /** How many nodes were evaluated. */
      readonly examined: number;
      /** The volumes there for the claims of the pod; absent when they have them. */
      readonly volumes?: VolumeChoice;
      /** What its claims to devices get; absent without such claims. */
      readonly claims?: readonly ClaimChoice[];
    }
  | Failure;

export interface Failure {
  readonly kind: 'failure';
  /** Of the PodScheduled condition. */
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
  /** Names of the filters that rejected a node; empty when no filter ran. */
  readonly refusedBy: ReadonlySet<string>;
  /** The node that is to be cleared for the pod. */
  readonly clearing?: Clearing;
  /** Whether clearing its nominated node does not help. */
  readonly isNominationOver?: boolean;
}

const NO_FILTERS: ReadonlySet<string> = new Set();

/** Finds the best node for a pod, or one to clear. Changes nothing but what `chance` remembers. */
export function decide(
  candidate: Candidate,
  cluster: ClusterCache,
  chance: Chance,
  budgets: readonly PodDisruptionBudget[] = [],
): Decision {
  try {
    return decided(candidate, cluster, chance, budgets);
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return failure('SchedulerError', filterFailed(DYNAMIC_RESOURCES, error.message));
  }
}

/** Returns the decision. @throws {DeviceError} for claims to devices that are broken */
function decided(
  candidate: Candidate,
  cluster: ClusterCache,
  chance: Chance,
  budgets: readonly PodDisruptionBudget[],
): Decision {
  const { nodes } = cluster;
  if (nodes.length === 0) return failure('Unschedulable', noNodes);
  const { nodeNames } = candidate;
  if (nodeNames?.length === 0)
    return refusedAtOnce(candidate, cluster, affinityConflict, NO_FILTERS);
  const named: NodeInfo[] = [];
  for (const name of nodeNames ?? []) {
    const node = cluster.node(name);
    if (node === undefined) return failure('SchedulerError', nodeNotFound(name));
    named.push(node);
  }
  const problem = claimProblem(candidate, cluster);
  if (problem !== undefined) {
    return refusedAtOnce(candidate, cluster, problem, new Set([VOLUME_BINDING]));
  }
  const missing = cluster.devices?.problem(candidate.pod);
  if (missing !== undefined) {
    return refusedAtOnce(candidate, cluster, missing, new Set([DYNAMIC_RESOURCES]));
  }
  const filters = furtherFilters(candidate, cluster);
  const nominated = nominatedNode(candidate, cluster);
  if (nominated !== undefined) {
    const alone = search(candidate, [nominated], 1, filters, cluster, 0);
    if (alone.fitting.length > 0) return bindTo(candidate, nominated, cluster, 0);
  }
  const found =
    nodeNames === undefined
      ? search(candidate, nodes, enoughNodes(nodes.length), filters, cluster, chance.startAt)
      : search(candidate, named, named.length, filters, cluster, 0);
  const { fitting, refusals } = found;
  if (fitting.length === 0) {
    return unschedulable(candidate, cluster, { refusals, chance, budgets });
  }
  const best = fitting.length === 1 ? fitting[0]! : bestOf(candidate, fitting, cluster, chance);
  return bindTo(candidate, best, cluster, nodeNames === undefined ? found.examined : 0);
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

interface Search extends SearchResult {
  /** What the nodes that do not fit have against the pod. */
  readonly refusals: Refusals;
}

/**
 * Looks for nodes that all filters admit the pod to, until enough are found.
 * @param further the filters that depend on more than the node
 */
function search(
  candidate: Candidate,
  nodes: readonly NodeInfo[],
  desired: number,
  further: readonly Filter[],
  cluster: ClusterCache,
  startAt: number,
): Search {
  const hasNominations = !cluster.nominations.isEmpty;
  const judge = cluster.verdicts.of(candidate);
  if (nodes === cluster.nodes && further.length === 0 && !hasNominations) {
    const { openings } = judge;
    openings.catchUp(nodes, cluster.changed);
    const { fitting, examined } = openings.find(startAt, desired);
    return { fitting, examined, refusals: openings.refusals };
  }
  const fitting: NodeInfo[] = [];
  const refusals = new RefusalSum();
  let examined = 0;
  while (examined < nodes.length && fitting.length < desired) {
    const node = nodes[(startAt + examined) % nodes.length]!;
    examined++;
    const refusal = refusalOf(candidate, node, further, cluster);
    if (refusal === undefined) fitting.push(node);
    else refusals.add(node.node, refusal);
  }
  return { fitting, examined, refusals };
}

/**
 * What the first filter has against a node: with the pods there that are yet to come, then without
 * them.
 * @param further the filters that depend on more than the node, of {@link furtherFilters}
 */
export function refusalOf(
  candidate: Candidate,
  node: NodeInfo,
  further: readonly Filter[],
  cluster: ClusterCache,
): Refusal | undefined {
  const judge = cluster.verdicts.of(candidate);
  const ask = (filters: readonly Filter[]): Refusal | undefined =>
    judge.refusal(node) ?? firstRefusal(candidate, node, filters);
  const withGuests = withNominated(candidate, node, cluster, () =>
    ask(furtherFilters(candidate, cluster)),
  );
  return withGuests ?? ask(further);
}

/** The node that was cleared for the pod, if it is still there. */
function nominatedNode({ pod }: Candidate, cluster: ClusterCache): NodeInfo | undefined {
  const name = cluster.nominations.nodeOf(pod.metadata.uid);
  return name === undefined ? undefined : cluster.node(name);
}

function bindTo(
  candidate: Candidate,
  { node }: NodeInfo,
  cluster: ClusterCache,
  examined: number,
): Decision {
  const volumes = chosenVolumes(candidate, node, cluster);
  const claims = cluster.devices?.choose(candidate.pod, node);
  return {
    ...{ kind: 'bind', nodeName: node.metadata.name, examined },
    ...(volumes && { volumes }),
    ...(claims && { claims }),
  };
}

function bestOf(
  candidate: Candidate,
  nodes: readonly NodeInfo[],
  cluster: ClusterCache,
  { pick }: Chance,
): NodeInfo {
  const totals = totalScores(candidate, nodes, scoresFor(candidate, nodes, cluster));
  let best: number[] = [];
  for (let i = 0; i < totals.length; i++) {
    const lead = best.length === 0 ? 1 : totals[i]! - totals[best[0]!]!;
    if (lead > 0) best = [i];
    else if (lead === 0) best.push(i);
  }
  return nodes[best[best.length === 1 ? 0 : pick(best.length)]!]!;
}

interface Refused {
  readonly refusals: Refusals;
  readonly chance: Pick<Chance, 'pick'>;
  readonly budgets: readonly PodDisruptionBudget[];
}

/**
 * It fits nowhere: perhaps others can make room.
 * @param reason the message, for a reason that is known before nodes are looked at
 */
function unschedulable(
  candidate: Candidate,
  cluster: ClusterCache,
  { refusals, chance, budgets }: Refused,
  reason?: string,
): Failure {
  const hasSearched = reason === undefined;
  const message = reason ?? unavailable(cluster.nodes.length, refusals.reasons, cluster.release);
  const { refusedBy, unresolvable } = refusals;
  const startAt = (count: number): number => chance.pick(count);
  const preemption = preempt({ candidate, unresolvable, budgets, startAt }, cluster);
  if ('clearing' in preemption) {
    const { clearing } = preemption;
    const text = withClearing(message, clearing, cluster.release);
    return { ...failure('Unschedulable', text, refusedBy), clearing };
  }
  const { text, keepsNomination } = preemption;
  const isNominationOver = !keepsNomination;
  return {
    ...failure(
      'Unschedulable',
      withPreemption(message, text, cluster.release, hasSearched && hasClaims(candidate)),
      refusedBy,
    ),
    isNominationOver,
  };
}

function hasClaims({ pod }: Candidate): boolean {
  return (pod.spec.resourceClaims ?? []).length > 0;
}

/** What no node can satisfy, whichever it is. */
function refusedAtOnce(
  candidate: Candidate,
  cluster: ClusterCache,
  reason: string,
  refusedBy: ReadonlySet<string>,
): Failure {
  const { nodes, release } = cluster;
  const refusals = {
    reasons: new Map([[reason, nodes.length]]),
    refusedBy,
    unresolvable: new Set(nodes.map(({ node }) => node.metadata.name)),
  };
  const refused: Refused = { refusals, chance: { pick: () => 0 }, budgets: [] };
  return unschedulable(
    candidate,
    cluster,
    refused,
    unavailableAtOnce(nodes.length, reason, release),
  );
}

function failure(
  reason: Failure['reason'],
  message: string,
  refusedBy: ReadonlySet<string> = NO_FILTERS,
): Failure {
  return { kind: 'failure', reason, message, refusedBy };
}
