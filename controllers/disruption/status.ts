/** The status of a budget: how many of its pods are healthy, and how many of these may go. */
import { deepEqual, formatTime, omitFields, omitUnset, parseTime } from '#values';
import { isPodReady, setCondition, type Profile } from '#kinds';
import type { Condition, Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from '#types';
import type { Expected } from './expected.ts';

/** So long, in ms, an evicted pod may take until its deletion is seen; then it counts again. */
const DELETION_TIMEOUT_MS = 120_000;

/** What is left of the evictions that the API server has noted on the budget. */
export interface Disruptions {
  /** Pods that are about to be deleted, and since when. */
  readonly disruptedPods: Readonly<Record<string, string>>;
  /** Pods that should have been deleted long since. */
  readonly overdue: readonly Pod[];
  /** Virtual ms at which the next one of `disruptedPods` is overdue; undefined: there is none. */
  readonly nextDue: number | undefined;
}

/** Drops evictions of pods that are being deleted, are deleted, or took too long. */
export function disruptionsOf(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  now: number,
): Disruptions {
  const disruptedPods: Record<string, string> = {};
  const overdue: Pod[] = [];
  let nextDue: number | undefined;
  for (const pod of status.disruptedPods === undefined ? [] : pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const since = status.disruptedPods![name];
    if (since === undefined || deletionTimestamp !== undefined) continue;
    const due = parseTime(since) + DELETION_TIMEOUT_MS;
    if (due < now) {
      overdue.push(pod);
    } else {
      disruptedPods[name] = since;
      nextDue = Math.min(due, nextDue ?? due);
    }
  }
  return { disruptedPods, overdue, nextDue };
}

/** Pods that are ready and there to stay. */
export function countHealthy(
  pods: readonly Pod[],
  disruptedPods: Readonly<Record<string, string>>,
): number {
  let healthy = 0;
  for (const pod of pods) if (whyUnhealthy(pod, disruptedPods) === undefined) healthy += 1;
  return healthy;
}

/** Why a pod does not count as healthy, in words; undefined when it does. */
export function whyUnhealthy(
  pod: Pod,
  disruptedPods: Readonly<Record<string, string>>,
): string | undefined {
  const { name, deletionTimestamp } = pod.metadata;
  if (deletionTimestamp !== undefined) return 'it is being deleted';
  if (Object.hasOwn(disruptedPods, name)) return 'it has been evicted';
  return isPodReady(pod) ? undefined : 'it is not ready';
}

/**
 * The status to write, or the stored one itself when there is nothing to say. Until some release it
 * keeps no condition from the status before: the one there is counts from the latest change of any
 * number.
 *
 * @param now virtual ms
 */
export function nextStatus(
  { metadata, status: old }: PodDisruptionBudget,
  { expectedPods, desiredHealthy }: Pick<Expected, 'expectedPods' | 'desiredHealthy'>,
  currentHealthy: number,
  disruptedPods: Readonly<Record<string, string>>,
  { now, profile }: { readonly now: number; readonly profile: Profile },
): PodDisruptionBudgetStatus {
  const spare = expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
  const observedGeneration = metadata.generation ?? 0;
  const finding: Omit<Condition, 'lastTransitionTime'> =
    spare > 0
      ? { type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', message: '' }
      : { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', message: '' };
  const hasDisrupted = Object.keys(disruptedPods).length > 0;
  const numbers = {
    currentHealthy,
    desiredHealthy,
    expectedPods,
    disruptionsAllowed: spare,
    ...(hasDisrupted && { disruptedPods }),
    observedGeneration,
  };
  if (isFound(old, finding) && deepEqual(omitFields(old, ['conditions']), numbers)) return old;
  if (profile.enabled('BudgetsKeepConditions')) {
    return { ...numbers, conditions: setFinding(old, { ...finding, observedGeneration }, now) };
  }
  const lastTransitionTime = formatTime(now);
  return { ...numbers, conditions: [{ ...finding, observedGeneration, lastTransitionTime }] };
}

function isFound(
  { conditions = [] }: PodDisruptionBudgetStatus,
  { type, status, reason }: Pick<Condition, 'type' | 'status' | 'reason'>,
): boolean {
  const found = conditions.find((condition) => condition.type === type);
  return found?.status === status && found.reason === reason;
}

/** When the numbers cannot be computed: to be safe, nothing may be disrupted. */
export function failedStatus(
  old: PodDisruptionBudgetStatus,
  message: string,
  now: number,
): PodDisruptionBudgetStatus {
  const { observedGeneration } = old;
  const finding = omitUnset<Omit<Condition, 'lastTransitionTime'>>(
    {
      type: 'DisruptionAllowed',
      status: 'False',
      reason: 'SyncFailed',
      message,
      ...(observedGeneration !== undefined && { observedGeneration }),
    },
    ['observedGeneration'],
  );
  const next = { ...old, disruptionsAllowed: 0, conditions: setFinding(old, finding, now) };
  return deepEqual(old, next) ? old : next;
}

function setFinding(
  { conditions }: PodDisruptionBudgetStatus,
  finding: Omit<Condition, 'lastTransitionTime'>,
  now: number,
): readonly Condition[] {
  const time = formatTime(now);
  return setCondition(conditions, { ...finding, lastTransitionTime: time }, time);
}
