/**
 * The status of a StatefulSet: counted over its pods, then updated with what a reconcile does to
 * them.
 */
import { deepEqual, omitUnset } from '#values';
import type { StatefulSetStatus } from '#types';
import type { Action, View } from './plan.ts';
import { isAvailable, isRunningAndReady, isTerminating, revisionOf } from './pods.ts';

/** The numbers of a status that are counted. */
export interface Counts {
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly currentReplicas: number;
  readonly updatedReplicas: number;
}

/** Counts pods. Terminating ones count as replicas, and of no revision. */
export function countPods({ set, pods, current, update, now }: View): Counts {
  let readyReplicas = 0;
  let availableReplicas = 0;
  let currentReplicas = 0;
  let updatedReplicas = 0;
  for (const pod of pods) {
    if (isRunningAndReady(pod)) readyReplicas += 1;
    if (isAvailable(pod, set, now)) availableReplicas += 1;
    if (isTerminating(pod)) continue;
    if (revisionOf(pod) === current.name) currentReplicas += 1;
    if (revisionOf(pod) === update.name) updatedReplicas += 1;
  }
  const replicas = pods.length;
  return { replicas, readyReplicas, availableReplicas, currentReplicas, updatedReplicas };
}

/** The counts after an action. A pod that is deleted stays a replica until it is gone. */
export function countAfter(counts: Counts, action: Action, { current, update }: View): Counts {
  if (action.type === 'update') return counts;
  const revision = revisionOf(action.pod);
  const by = action.type === 'create' ? 1 : -1;
  const isGone = action.type === 'delete' && action.failed === true;
  return {
    ...counts,
    replicas: counts.replicas + (action.type === 'create' || isGone ? by : 0),
    currentReplicas: counts.currentReplicas + (revision === current.name ? by : 0),
    updatedReplicas: counts.updatedReplicas + (revision === update.name ? by : 0),
  };
}

/**
 * The status to write, or the stored one itself when there is nothing to say. A rollout is over,
 * and the update revision the current one, when all pods are updated and ready.
 */
export function nextStatus(view: View, counts: Counts, collisionCount: number): StatefulSetStatus {
  const { set, current, update } = view;
  const { replicas, readyReplicas, updatedReplicas } = counts;
  const isRolled =
    set.spec.updateStrategy?.type === 'RollingUpdate' &&
    updatedReplicas === replicas &&
    readyReplicas === replicas;
  const next = omitUnset<StatefulSetStatus>(
    {
      ...counts,
      observedGeneration: set.metadata.generation ?? 0,
      currentReplicas: isRolled ? updatedReplicas : counts.currentReplicas,
      currentRevision: isRolled ? update.name : current.name,
      updateRevision: update.name,
      collisionCount,
    },
    ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'observedGeneration'],
  );
  return deepEqual(set.status, next) ? set.status : next;
}
