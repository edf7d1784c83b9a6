/**
 * The status of a StatefulSet: counted over its pods, then updated with what a reconcile does to
 * them.
 */
import { deepEqual, omitUnset } from '#values';
import type { StatefulSetStatus } from '#types';
import { type Action, type View } from './plan.ts';
import {
  isAvailable,
  isRunningAndReady,
  isTerminating,
  revisionOf,
  desiredReplicas,
} from './pods.ts';

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
export function countAfter(counts: Counts, action: Action, view: View): Counts {
  if (action.type !== 'create' && action.type !== 'delete') return counts;
  if (view.profile.enabled('CountsOfSeenPods')) return countSeenAfter(counts, action, view);
  const { current, update } = view;
  const revision = revisionOf(action.pod);
  const by = action.type === 'create' ? 1 : -1;
  const isGone = action.type === 'delete' && action.ended === 'replaced';
  return {
    ...counts,
    replicas: counts.replicas + (action.type === 'create' || isGone ? by : 0),
    currentReplicas: counts.currentReplicas + (revision === current.name ? by : 0),
    updatedReplicas: counts.updatedReplicas + (revision === update.name ? by : 0),
  };
}

/** In later releases the pods that were there count, but those that have ended or are rolled. */
function countSeenAfter(
  counts: Counts,
  action: Action & { readonly type: 'create' | 'delete' },
  { current, update }: View,
): Counts {
  if (action.type === 'create') return counts;
  if (action.rolled === true) return { ...counts, currentReplicas: counts.currentReplicas - 1 };
  if (action.ended !== 'replaced') return counts;
  const revision = revisionOf(action.pod);
  return {
    ...counts,
    replicas: counts.replicas - 1,
    currentReplicas: counts.currentReplicas - (revision === current.name ? 1 : 0),
    updatedReplicas: counts.updatedReplicas - (revision === update.name ? 1 : 0),
  };
}

/**
 * The status to write, or the stored one itself when there is nothing to say. A rollout is over,
 * and the update revision the current one, when all pods are updated and ready.
 */
export function nextStatus(view: View, counts: Counts, collisionCount: number): StatefulSetStatus {
  const { set, current, update, profile } = view;
  const { replicas, readyReplicas, updatedReplicas } = counts;
  const all = profile.enabled('RolloutsEndWithAllReplicas') ? desiredReplicas(set) : replicas;
  const ends =
    set.spec.updateStrategy?.type === 'RollingUpdate' || profile.enabled('AllRolloutsEnd');
  const isRolled = ends && updatedReplicas === all && readyReplicas === all && replicas === all;
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
