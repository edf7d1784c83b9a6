/** The status of a ReplicaSet, computed from the pods that a reconcile saw. */
import {
  extended,
  controllerOf,
  deepEqual,
  formatTime,
  omitUnset,
  selectLabels,
  type Selector,
} from '#values';
import { getCondition, isPodAvailable, isPodReady, isPodTerminal } from '#kinds';
import type { Pod, ReplicaSetCondition, ReplicaSetStatus } from '#types';
import { desiredReplicas, type Replicated } from './flavour.ts';

/**
 * The failure when pods were created or deleted: also the evidence of the write that reports it.
 */
export interface Failure {
  readonly failed: string;
}

/** How many of a set's active pods there are, and of these have all labels of its template, and so on. */
export type PodCounts = Required<
  Pick<
    ReplicaSetStatus,
    'replicas' | 'fullyLabeledReplicas' | 'readyReplicas' | 'availableReplicas'
  >
> &
  /** Absent where pods that are on their way out are not counted. */
  Pick<ReplicaSetStatus, 'terminatingReplicas'>;

/**
 * The status to write, or the stored one itself when there is nothing to say.
 *
 * @param counts of the pods that the object owned when the reconcile began
 * @param now virtual time, ms
 */
export function nextStatus(
  object: Replicated,
  counts: PodCounts,
  failure: Failure | undefined,
  now: number,
): ReplicaSetStatus {
  const { metadata, status: old } = object;
  const conditions = nextConditions(object, counts.replicas, failure, now);
  const next = omitUnset<ReplicaSetStatus>(
    extended(counts, {
      observedGeneration: metadata.generation ?? 0,
      ...(conditions.length > 0 && { conditions }),
    }),
    ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
  );
  return deepEqual(old, next) ? old : next;
}

/** Counts active pods at a virtual time, ms. */
export function countPods(
  { spec: { template, minReadySeconds = 0 } }: Replicated,
  pods: readonly Pod[],
  now: number,
): PodCounts {
  const labels = selectLabels(template?.metadata?.labels);
  let fullyLabeledReplicas = 0;
  let readyReplicas = 0;
  let availableReplicas = 0;
  for (const pod of pods) {
    if (labels.matches(pod.metadata.labels)) fullyLabeledReplicas += 1;
    if (!isPodReady(pod)) continue;
    readyReplicas += 1;
    if (isPodAvailable(pod, minReadySeconds, now)) availableReplicas += 1;
  }
  return { replicas: pods.length, fullyLabeledReplicas, readyReplicas, availableReplicas };
}

/** Whether a pod is being deleted, and has not finished. */
export function isLeaving(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp != null && !isPodTerminal(pod);
}

/** The pods of a set that are on their way out. */
export function leavingPods(
  { metadata: { uid } }: Replicated,
  pods: readonly Pod[],
  selector: Selector,
): readonly Pod[] {
  return pods.filter(
    (pod) =>
      isLeaving(pod) && controllerOf(pod)?.uid === uid && selector.matches(pod.metadata.labels),
  );
}

/** A failure is reported once, with the first error, and cleared with the first success. */
function nextConditions(
  object: Replicated,
  podCount: number,
  failure: Failure | undefined,
  now: number,
): readonly ReplicaSetCondition[] {
  const { conditions = [] } = object.status;
  const reported = getCondition(conditions, 'ReplicaFailure');
  if ((failure === undefined) === (reported === undefined)) return conditions;
  if (failure === undefined) return conditions.filter((each) => each !== reported);
  const condition: ReplicaSetCondition = {
    type: 'ReplicaFailure',
    status: 'True',
    reason: podCount < desiredReplicas(object) ? 'FailedCreate' : 'FailedDelete',
    message: failure.failed,
    lastTransitionTime: formatTime(now),
  };
  return [...conditions, condition];
}
