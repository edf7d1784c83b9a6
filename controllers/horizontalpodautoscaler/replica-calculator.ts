/** How many replicas a metric asks for. Mirrors the replica calculator of v1.24, errors included. */
import type { Pod } from '#kinds';
import { countReady, groupPods, requestsOf, type PodGroups } from './pods.ts';
import type { Samples } from './samples.ts';
import type { Settings } from './settings.ts';

/** What all calculations of a pass start from. */
export interface Scene {
  /** As the target wants just now. */
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
}

export interface UtilizationProposal extends Proposal {
  /** Percent of what the pods request. */
  readonly utilization: number;
}

/** Use by name of the pod, in thousandths. */
type Values = ReadonlyMap<string, number>;

/** Use compared with the target. */
interface Measured {
  readonly ratio: number;
  readonly usage: number;
}

const noPods = 'no pods returned by selector while calculating replica count';

/** For a target in percent of requests. Throws an Error that says why there is no number. */
export function proposeByUtilization(
  scene: Scene,
  samples: Samples,
  source: { readonly resource: string; readonly container?: string },
  targetPercent: number,
): UtilizationProposal {
  const { resource, container } = source;
  const counted = count(scene, samples, resource);
  const requests = requestsOf(scene.pods, resource, container);
  const measure = (values: Values): Measured & { readonly utilization: number } => {
    const { utilization, usage } = utilizationOf(values, requests);
    return { ratio: utilization / targetPercent, usage, utilization };
  };
  const first = measure(counted.values);
  // A pod without a sample could use all it requests; at the very target it does not matter.
  const assumed = (pod: string, ratio: number) => (ratio < 1 ? requests.get(pod) : undefined);
  const replicas = settle(scene, counted, first.ratio, measure, assumed);
  return { replicas, usage: first.usage, utilization: first.utilization };
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
  const assumed = (_: string, first: number) => (first < 1 ? target : 0);
  return { replicas: settle(scene, counted, ratio, measure, assumed), usage };
}

/** For a target of all pods together; both in thousandths. */
export function proposeByTotal(scene: Scene, usage: number, target: number): Proposal {
  const { currentReplicas, pods, settings } = scene;
  const ratio = usage / target;
  if (currentReplicas === 0) return { replicas: Math.ceil(ratio), usage };
  if (isNear(ratio, settings)) return { replicas: currentReplicas, usage };
  if (pods.length === 0) throw new Error(`unable to calculate ready pods: ${noPods}`);
  return { replicas: Math.ceil(ratio * countReady(pods)), usage };
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
  const isFar = Math.abs(1 - ratio) > settings.tolerance;
  return {
    replicas: isFar ? Math.ceil(usage / target) : statusReplicas,
    usage: statusReplicas === 0 ? 0 : Math.ceil(usage / statusReplicas),
  };
}

interface Counted extends PodGroups {
  /** Samples that count: not those of pods that are ignored or unready. */
  readonly values: Values;
}

function count(scene: Scene, samples: Samples, resource: string | undefined): Counted {
  const { pods, now, settings } = scene;
  if (pods.length === 0) throw new Error(noPods);
  const groups = groupPods(pods, samples, resource, now, settings);
  const values = new Map<string, number>();
  for (const [pod, { value }] of samples) values.set(pod, value);
  for (const pod of groups.ignored) values.delete(pod);
  for (const pod of groups.unready) values.delete(pod);
  if (values.size === 0) throw new Error('did not receive metrics for any ready pods');
  return { ...groups, values };
}

/**
 * From the ratio of the pods that were measured to a number of replicas: where pods are missing,
 * or unready while more are wanted, they are given a use that speaks against the change, and if
 * that turns the decision round, nothing changes.
 */
function settle(
  { currentReplicas, settings }: Scene,
  { values, ready, unready, missing }: Counted,
  ratio: number,
  measure: (values: Values) => Measured,
  assumedBelow: (pod: string, ratio: number) => number | undefined,
): number {
  const countsUnready = unready.length > 0 && ratio > 1;
  if (!countsUnready && missing.length === 0) {
    return isNear(ratio, settings) ? currentReplicas : Math.ceil(ratio * ready);
  }
  const enlarged = new Map(values);
  for (const pod of missing) {
    const assumed = ratio > 1 ? 0 : assumedBelow(pod, ratio);
    if (assumed !== undefined) enlarged.set(pod, assumed);
  }
  if (countsUnready) for (const pod of unready) enlarged.set(pod, 0);
  const next = measure(enlarged).ratio;
  const turnsRound = (ratio < 1 && next > 1) || (ratio > 1 && next < 1);
  if (isNear(next, settings) || turnsRound) return currentReplicas;
  const replicas = Math.ceil(next * enlarged.size);
  const contradicts =
    (next < 1 && replicas > currentReplicas) || (next > 1 && replicas < currentReplicas);
  return contradicts ? currentReplicas : replicas;
}

function isNear(ratio: number, { tolerance }: Settings): boolean {
  return Math.abs(1 - ratio) <= tolerance;
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
