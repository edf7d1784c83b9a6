/**
 * Which pods go first when there are too many: those whose loss costs least. Mirrors
 * ActivePodsWithRanks of v1.24 with the feature gates that are on by default.
 */
import { binaryExponent } from '#clock';
import { getPodCondition, isPodActive, parseTime, stableSorted, type Pod } from '#kinds';

const COST_ANNOTATION = 'controller.kubernetes.io/pod-deletion-cost';

/** Pods of these phases go before all others, in this order; unknown phases count as Pending. */
const PHASES: readonly string[] = ['Pending', 'Unknown', 'Running'];

/** What pods are compared by, read once for each pod instead of for each comparison. */
interface Ranked {
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
  const crowds = countByNode(related);
  const ranked = pods.map((pod) => rank(pod, crowds));
  const sorted = stableSorted(ranked, (a, b) => compare(a, b, now));
  return sorted.slice(0, count).map(({ pod }) => pod);
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

function compare(a: Ranked, b: Ranked, now: number): number {
  if (a.bound !== b.bound) return a.bound ? 1 : -1;
  if (a.phase !== b.phase) return a.phase - b.phase;
  if (a.ready !== b.ready) return a.ready ? 1 : -1;
  if (a.cost !== b.cost) return a.cost - b.cost;
  if (a.neighbours !== b.neighbours) return b.neighbours - a.neighbours;
  if (a.readySince !== b.readySince) return compareTimes(a, b, a.readySince, b.readySince, now);
  if (a.restarts !== b.restarts) return b.restarts - a.restarts;
  const [madeA, madeB] = [a.pod.metadata.creationTimestamp, b.pod.metadata.creationTimestamp];
  return madeA === madeB ? 0 : compareTimes(a, b, madeA, madeB, now);
}

/**
 * The later time goes first, but only if it is later by an order of magnitude: pods of about the
 * same age go in the order of their uids, which is as good as chance.
 */
function compareTimes(a: Ranked, b: Ranked, timeA: string, timeB: string, now: number): number {
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
