/**
 * The status of a DaemonSet, computed from what a reconcile saw. Mirrors updateDaemonSetStatus of
 * v1.24.
 */
import { isPodReady } from '#kinds';
import type { DaemonSet, DaemonSetStatus } from '#types';
import { isAvailable, isUpdated, oldest } from './pods.ts';
import type { DaemonSetView } from './view.ts';

/** The seven numbers that are recounted in every pass. */
export interface Counts {
  readonly desiredNumberScheduled: number;
  readonly currentNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly numberReady: number;
  readonly updatedNumberScheduled: number;
  readonly numberAvailable: number;
  readonly numberUnavailable: number;
}

/** Counts nodes; of several pods on a node the oldest bound one represents it. */
export function countNodes(view: DaemonSetView): Counts {
  let current = 0;
  let misscheduled = 0;
  let ready = 0;
  let updated = 0;
  let available = 0;
  for (const { eligibility, pods } of view.nodes) {
    const pod = pods.length === 1 ? pods[0] : oldest(pods);
    if (pod === undefined) continue;
    if (!eligibility.shouldRun) {
      misscheduled += 1;
      continue;
    }
    current += 1;
    if (isUpdated(pod, view.hash, view.generation)) updated += 1;
    if (!isPodReady(pod)) continue;
    ready += 1;
    if (isAvailable(pod, view.set, view.now)) available += 1;
  }
  return {
    desiredNumberScheduled: view.desired,
    currentNumberScheduled: current,
    numberMisscheduled: misscheduled,
    numberReady: ready,
    updatedNumberScheduled: updated,
    numberAvailable: available,
    numberUnavailable: view.desired - available,
  };
}

/**
 * The status to write, or the stored one itself when there is nothing to say.
 * @param observe whether this pass may raise observedGeneration (not while creations are awaited)
 */
export function nextStatus(set: DaemonSet, counts: Counts, observe: boolean): DaemonSetStatus {
  const old = set.status;
  const generation = set.metadata.generation ?? 0;
  const observed = old.observedGeneration ?? 0;
  if (sameCounts(old, counts) && observed >= generation) return old;
  return {
    ...present(counts),
    ...(old.collisionCount === undefined ? {} : { collisionCount: old.collisionCount }),
    ...(old.conditions === undefined ? {} : { conditions: old.conditions }),
    ...(observe || observed > 0 ? { observedGeneration: observe ? generation : observed } : {}),
  };
}

function sameCounts(status: DaemonSetStatus, counts: Counts): boolean {
  return (
    status.desiredNumberScheduled === counts.desiredNumberScheduled &&
    status.currentNumberScheduled === counts.currentNumberScheduled &&
    status.numberMisscheduled === counts.numberMisscheduled &&
    status.numberReady === counts.numberReady &&
    (status.updatedNumberScheduled ?? 0) === counts.updatedNumberScheduled &&
    (status.numberAvailable ?? 0) === counts.numberAvailable &&
    (status.numberUnavailable ?? 0) === counts.numberUnavailable
  );
}

/** The counts as the wire form has them: the optional ones are left out at zero. */
function present(counts: Counts): DaemonSetStatus {
  const { updatedNumberScheduled, numberAvailable, numberUnavailable, ...always } = counts;
  return {
    ...always,
    ...(updatedNumberScheduled > 0 ? { updatedNumberScheduled } : {}),
    ...(numberAvailable > 0 ? { numberAvailable } : {}),
    ...(numberUnavailable > 0 ? { numberUnavailable } : {}),
  };
}
