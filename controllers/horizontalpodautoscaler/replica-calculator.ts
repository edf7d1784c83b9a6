/**
 * How many replicas a metric asks for. Mirrors the replica calculator of v1.24, errors included.
 */
import { extended } from '#values';
import type { Pod } from '#types';
import { countReady, groupPods, type PodGroups } from './pods.ts';
import { requestsOf, type Source } from './requests.ts';
import type { Samples } from './samples.ts';
import type { Settings } from './settings.ts';

/** The inputs of all calculations of a reconcile. */
export interface Scene {
  /** The target's present desired size. */
  readonly currentReplicas: number;
  /** Those that the target selects. */
  readonly pods: readonly Pod[];
  /** Virtual ms. */
  readonly now: number;
  readonly settings: Settings;
}

/** A number of replicas, and the present use that it follows from. */
export interface Proposal {
  readonly replicas: number;
  /** In thousandths: the average of the pods that were measured, or the total. */
  readonly usage: number;
  readonly working: Working;
}

/** How a proposal came about. */
export interface Working {
  /** Use to target. */
  readonly ratio: number;
  /** How the pods count; absent for numbers of all pods together. */
  readonly counted?: Counted;
  /** With a use assumed for pods that have not shown theirs; absent where that was not asked. */
  readonly cautious?: { readonly values: Values; readonly ratio: number };
  readonly decision: Decision;
}

/** What was made of the ratio. */
export type Decision =
  /** Too near to 1: nothing changes. */
  | 'near'
  /** The assumed values contradict the change: nothing changes. */
  | 'doubtful'
  /** The factor for the pods that count, or the total divided by the target, rounded up. */
  | 'proportional';

export interface UtilizationProposal extends Proposal {
  /** Percent of what the pods request. */
  readonly utilization: number;
}

/** Use by name of the pod, in thousandths. */
export type Values = ReadonlyMap<string, number>;

/** Use compared with the target. */
interface Measured {
  readonly ratio: number;
  readonly usage: number;
}

const noPods = 'no pods returned by selector while calculating replica count';

function noMetrics({ profile }: Settings): string {
  return profile.enabled('MetricsOfTargetedPods')
    ? 'did not receive metrics for targeted pods (pods might be unready)'
    : 'did not receive metrics for any ready pods';
}

/** For a target in percent of requests. Throws an Error that says why there is no number. */
export function proposeByUtilization(
  scene: Scene,
  samples: Samples,
  source: Source,
  targetPercent: number,
): UtilizationProposal {
  const { resource } = source;
  const counted = count(scene, samples, resource);
  const { profile } = scene.settings;
  const requests = requestsOf(scene.pods, source, profile);
  const measure = (values: Values): Measured & { readonly utilization: number } => {
    const { utilization, usage } = utilizationOf(values, requests);
    return { ratio: utilization / targetPercent, usage, utilization };
  };
  const first = measure(counted.values);
  // A pod without a sample could use all it requests; at the very target it does not matter.
  const most = profile.enabled('MissingPodsUseTargets') ? Math.max(100, targetPercent) : 100;
  const assumed = (pod: string, ratio: number) =>
    ratio < 1 ? percentOf(requests.get(pod)!, most) : undefined;
  const { usage, utilization } = first;
  const settled = settle(scene, counted, first.ratio, measure, assumed);
  return extended(settled, { usage, utilization });
}

/**
 * For a target in thousandths per pod: of a resource, or of a custom metric (`resource` undefined),
 * for which readiness does not matter. Throws an Error that says why there is no number.
 */
export function proposeByAverage(
  scene: Scene,
  samples: Samples,
  resource: string | undefined,
  target: number,
): Proposal {
  const counted = count(scene, samples, resource);
  const measure = (values: Values): Measured => {
    const usage = Math.trunc(total(values) / values.size);
    return { ratio: usage / target, usage };
  };
  const { ratio, usage } = measure(counted.values);
  const even = scene.settings.profile.enabled('EvenRatiosAssumeNothing') ? undefined : 0;
  const assumed = (_: string, first: number) => (first < 1 ? target : even);
  return { ...settle(scene, counted, ratio, measure, assumed), usage };
}

/** For a target of all pods together; both in thousandths. */
export function proposeByTotal(scene: Scene, usage: number, target: number): Proposal {
  const { currentReplicas, pods, settings } = scene;
  const ratio = usage / target;
  const far: Working = { ratio, decision: 'proportional' };
  if (currentReplicas === 0) return { replicas: Math.ceil(ratio), usage, working: far };
  if (isNear(ratio, settings)) {
    return { replicas: currentReplicas, usage, working: { ratio, decision: 'near' } };
  }
  if (pods.length === 0) throw new Error(`unable to calculate ready pods: ${noPods}`);
  return { replicas: Math.ceil(ratio * countReady(pods)), usage, working: far };
}

/**
 * For a total that is shared by all pods there are; both in thousandths. Without any pod the use
 * per pod is reported as 0 (v1.24 reports the outcome of a division by zero).
 */
export function proposeByShare(
  statusReplicas: number,
  usage: number,
  target: number,
  settings: Settings,
): Proposal {
  const ratio = usage / (target * statusReplicas);
  // No use of no pods has a ratio that is not a number, which is not far from 1 either.
  const isFar = !isNear(ratio, settings) && !Number.isNaN(ratio);
  return {
    replicas: isFar ? Math.ceil(usage / target) : statusReplicas,
    usage: statusReplicas === 0 ? 0 : Math.ceil(usage / statusReplicas),
    working: { ratio, decision: isFar ? 'proportional' : 'near' },
  };
}

export interface Counted extends PodGroups {
  /** Samples that count: not those of pods that are ignored or unready. */
  readonly values: Values;
}

function count(scene: Scene, samples: Samples, resource: string | undefined): Counted {
  const { pods, now, settings } = scene;
  if (pods.length === 0) throw new Error(noPods);
  const groups = groupPods(pods, samples, resource, now, settings);
  const values = new Map<string, number>();
  samples.forEach(({ value }, pod) => values.set(pod, value));
  for (const pod of groups.ignored) values.delete(pod);
  for (const pod of groups.unready) values.delete(pod);
  if (values.size === 0) throw new Error(noMetrics(settings));
  return extended(groups, { values });
}

/**
 * From the ratio of the pods that were measured to a number of replicas: where pods are missing,
 * or unready while more are wanted, they are given a use that speaks against the change, and if
 * that turns the decision round, nothing changes.
 */
function settle(
  { currentReplicas, settings }: Scene,
  counted: Counted,
  ratio: number,
  measure: (values: Values) => Measured,
  assumedBelow: (pod: string, ratio: number) => number | undefined,
): Pick<Proposal, 'replicas' | 'working'> {
  const { values, ready, unready, missing } = counted;
  const countsUnready = unready.length > 0 && ratio > 1;
  if (!countsUnready && missing.length === 0) {
    const near = isNear(ratio, settings);
    const working: Working = { ratio, counted, decision: near ? 'near' : 'proportional' };
    return { replicas: near ? currentReplicas : Math.ceil(ratio * ready), working };
  }
  const enlarged = new Map(values);
  for (const pod of missing) {
    const assumed = ratio > 1 ? 0 : assumedBelow(pod, ratio);
    if (assumed !== undefined) enlarged.set(pod, assumed);
  }
  if (countsUnready) for (const pod of unready) enlarged.set(pod, 0);
  const next = measure(enlarged).ratio;
  const turnsRound = (ratio < 1 && next > 1) || (ratio > 1 && next < 1);
  const settled = (replicas: number, decision: Decision) => ({
    replicas,
    working: { ratio, counted, cautious: { values: enlarged, ratio: next }, decision },
  });
  if (isNear(next, settings)) return settled(currentReplicas, 'near');
  if (turnsRound) return settled(currentReplicas, 'doubtful');
  const replicas = Math.ceil(next * enlarged.size);
  const contradicts =
    (next < 1 && replicas > currentReplicas) || (next > 1 && replicas < currentReplicas);
  return contradicts ? settled(currentReplicas, 'doubtful') : settled(replicas, 'proportional');
}

/** The bounds themselves are near, or fall to either side with the rounding of the difference. */
function isNear(ratio: number, { tolerances: { down, up }, profile }: Settings): boolean {
  if (profile.enabled('ToleranceBoundsIncluded')) return 1 - down <= ratio && ratio <= 1 + up;
  return Math.abs(1 - ratio) <= up;
}

function percentOf(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(percent)) / 100n);
}

function total(values: Values): number {
  let sum = 0;
  for (const value of values.values()) sum += value;
  return sum;
}

/** Of the pods that request something: the percentage of it that they use, and the average use. */
function utilizationOf(
  values: Values,
  requests: ReadonlyMap<string, number>,
): { readonly utilization: number; readonly usage: number } {
  let used = 0;
  let requested = 0;
  let pods = 0;
  for (const [pod, value] of values) {
    const request = requests.get(pod);
    if (request === undefined) continue;
    used += value;
    requested += request;
    pods += 1;
  }
  if (requested === 0) throw new Error('no metrics returned matched known pods');
  // Memory in thousandths of bytes, times a hundred, can leave the range of exact numbers.
  const utilization = Number((BigInt(used) * 100n) / BigInt(requested));
  return { utilization, usage: Math.trunc(used / pods) };
}
