/**
 * Which pods go first when there are too many: those whose loss costs least. Mirrors
 * ActivePodsWithRanks of v1.24 with the feature gates that are on by default.
 */
import { binaryExponent } from '#clock';
import { getPodCondition, isPodActive } from '#kinds';
import { parseTime, stableSorted } from '#values';
import type { Pod } from '#types';

const COST_ANNOTATION = 'controller.kubernetes.io/pod-deletion-cost';

/** Pods of these phases go before all others, in this order; unknown phases count as Pending. */
const PHASES: readonly string[] = ['Pending', 'Unknown', 'Running'];

/** What pods are compared by, read once for each pod instead of for each comparison. */
export interface Ranked {
  readonly pod: Pod;
  readonly bound: boolean;
  readonly phase: number;
  readonly ready: boolean;
  readonly cost: number;
  /** Active pods of the same owner on its node. */
  readonly neighbours: number;
  /** As stored; empty when it is not ready or does not say. */
  readonly readySince: string;
  readonly restarts: number;
}

/**
 * The pods to delete, `count` of them, the first to go first.
 *
 * @param related pods by which it is counted how crowded a node is: those of all ReplicaSets that
 *   share a Deployment with the pods
 * @param now virtual time, ms
 */
export function podsToDelete(
  pods: readonly Pod[],
  related: readonly Pod[],
  count: number,
  now: number,
): readonly Pod[] {
  if (count >= pods.length) return pods;
  return sortedForDeletion(pods, related, now)
    .slice(0, count)
    .map(({ pod }) => pod);
}

/** All of them, the first to go first. */
export function sortedForDeletion(
  pods: readonly Pod[],
  related: readonly Pod[],
  now: number,
): readonly Ranked[] {
  const crowds = countByNode(related);
  const ranked = pods.map((pod) => rank(pod, crowds));
  return stableSorted(ranked, (a, b) => compare(a, b, now));
}

function countByNode(pods: readonly Pod[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pod of pods) {
    if (!isPodActive(pod)) continue;
    const node = pod.spec.nodeName ?? '';
    counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  return counts;
}

function rank(pod: Pod, crowds: ReadonlyMap<string, number>): Ranked {
  const readiness = getPodCondition(pod, 'Ready');
  const ready = readiness?.status === 'True';
  return {
    pod,
    bound: Boolean(pod.spec.nodeName),
    phase: Math.max(0, PHASES.indexOf(pod.status.phase ?? '')),
    ready,
    cost: deletionCost(pod),
    neighbours: crowds.get(pod.spec.nodeName ?? '') ?? 0,
    readySince: ready ? (readiness.lastTransitionTime ?? '') : '',
    restarts: mostRestarts(pod),
  };
}

/** A whole number of 32 bits in plain digits; anything else counts as 0. */
function deletionCost({ metadata }: Pod): number {
  const text = metadata.annotations?.[COST_ANNOTATION] ?? '';
  if (!/^(0|-\d+|[1-9]\d*)$/.test(text)) return 0;
  const cost = Number(text);
  return cost === (cost | 0) ? cost : 0;
}

function mostRestarts({ status }: Pod): number {
  let most = 0;
  for (const { restartCount } of status.containerStatuses ?? []) {
    most = Math.max(most, restartCount);
  }
  return most;
}

interface Rule {
  /** Which pods go first by it. */
  readonly first: string;
  compare(a: Ranked, b: Ranked, now: number): number;
}

/** In their order: the first that tells two pods apart decides. */
const rules: readonly Rule[] = [
  { first: 'pods without a node', compare: (a, b) => Number(a.bound) - Number(b.bound) },
  { first: 'Pending pods, then Unknown ones', compare: (a, b) => a.phase - b.phase },
  { first: 'pods that are not ready', compare: (a, b) => Number(a.ready) - Number(b.ready) },
  { first: 'pods with the lower pod-deletion-cost', compare: (a, b) => a.cost - b.cost },
  {
    first: 'pods on nodes with more pods of the same owner',
    compare: (a, b) => b.neighbours - a.neighbours,
  },
  {
    first: 'pods that became ready later (by chance at about the same age)',
    compare: (a, b, now) => laterFirst(a, b, [a.readySince, b.readySince], now),
  },
  { first: 'pods with more restarts', compare: (a, b) => b.restarts - a.restarts },
  {
    first: 'newer pods (by chance at about the same age)',
    compare: (a, b, now) => laterFirst(a, b, [createdAt(a), createdAt(b)], now),
  },
];

function compare(a: Ranked, b: Ranked, now: number): number {
  for (const rule of rules) {
    const difference = rule.compare(a, b, now);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Which pods go first by the rule that tells these two apart; undefined for equals. */
export function firstToGo(a: Ranked, b: Ranked, now: number): string | undefined {
  return rules.find((rule) => rule.compare(a, b, now) !== 0)?.first;
}

function createdAt({ pod }: Ranked): string {
  return pod.metadata.creationTimestamp;
}

/**
 * The later time goes first, but only if it is later by an order of magnitude: pods of about the
 * same age go in the order of their uids, which is as good as chance.
 */
function laterFirst(
  a: Ranked,
  b: Ranked,
  [timeA, timeB]: readonly [string, string],
  now: number,
): number {
  if (timeA === timeB) return 0;
  if (timeA === '' || timeB === '') return timeA === '' ? -1 : 1;
  const difference = magnitude(timeA, now) - magnitude(timeB, now);
  if (difference !== 0) return difference;
  return a.pod.metadata.uid < b.pod.metadata.uid ? -1 : 1;
}

/** How many binary digits the age has in nanoseconds. */
function magnitude(time: string, now: number): number {
  const age = now - parseTime(time);
  return age > 0 ? binaryExponent(age * 1e6) : -1;
}
