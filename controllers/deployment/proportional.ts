/**
 * The sizes of the sets when a Deployment is scaled, or is paused: an update in progress
 * keeps its proportions.
 */
import type { Deployment, ReplicaSet } from '#types';
import { desiredNote, maxNote } from './annotations.ts';
import { maxTotal, desiredReplicas } from './limits.ts';
import {
  allSets,
  availableOf,
  byAge,
  bySizeNewer,
  bySizeOlder,
  isActive,
  replicasOf,
  sum,
  type Rollout,
} from './replica-sets.ts';
import { resize, type Resize } from './rolling-update.ts';

/** Whether the Deployment's desired number of pods has changed since its sets were last scaled. */
export function isScaled(deployment: Deployment, rollout: Rollout): boolean {
  const expected = desiredReplicas(deployment);
  return allSets(rollout).some((set) => {
    const desired = desiredNote(set);
    return isActive(set) && desired !== undefined && desired !== expected;
  });
}

/** The sizes to write, some of them perhaps as they are: then the notes of sizes may be old. */
export function planScaling(deployment: Deployment, rollout: Rollout): readonly Resize[] {
  const expected = desiredReplicas(deployment);
  const all = allSets(rollout);
  const active = all.filter(isActive);
  if (active.length <= 1) {
    const only = active[0] ?? rollout.newSet ?? [...all].sort(byAge).at(-1);
    return only === undefined || replicasOf(only) === expected ? [] : [resize(only, expected)];
  }
  if (isSaturated(deployment, rollout.newSet)) {
    return active.filter((set) => set !== rollout.newSet).map((set) => resize(set, 0));
  }
  return deployment.spec.strategy?.type === 'Recreate' ? [] : planShares(deployment, active);
}

/** The new set has all pods of the Deployment: the update is done except for the old ones. */
function isSaturated(deployment: Deployment, newSet: ReplicaSet | undefined): boolean {
  if (newSet === undefined) return false;
  const expected = desiredReplicas(deployment);
  return (
    replicasOf(newSet) === expected &&
    desiredNote(newSet) === expected &&
    availableOf(newSet) === expected
  );
}

/** How many pods are to be added to those that the sets ask for; below 0: taken. */
export function toDistribute(deployment: Deployment, active: readonly ReplicaSet[]): number {
  const allowed = desiredReplicas(deployment) > 0 ? maxTotal(deployment) : 0;
  return allowed - sum(active, replicasOf);
}

/** Each set gets its share of what is to be added or taken; the largest one evens it out. */
function planShares(deployment: Deployment, active: readonly ReplicaSet[]): readonly Resize[] {
  const toAdd = toDistribute(deployment, active);
  const sets = [...active];
  if (toAdd > 0) sets.sort(bySizeNewer);
  if (toAdd < 0) sets.sort(bySizeOlder);
  let left = toAdd;
  const shares = sets.map((set) => {
    const share = shareOf(set, deployment, toAdd, left);
    left -= share;
    return share;
  });
  return sets.map((set, index): Resize => {
    const replicas = replicasOf(set) + shares[index]!;
    return {
      set,
      replicas: index === 0 ? Math.max(0, replicas + left) : replicas,
      direction: toAdd > 0 ? 'up' : 'down',
    };
  });
}

/** @param left what the sets before have left of `toAdd` */
function shareOf(set: ReplicaSet, deployment: Deployment, toAdd: number, left: number): number {
  if (toAdd === 0 || left === 0) return 0;
  const share = fairShare(set, deployment);
  return toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
}

/** By how much the set has to change to keep its part of the whole. */
export function fairShare(set: ReplicaSet, deployment: Deployment): number {
  const size = replicasOf(set);
  if (desiredReplicas(deployment) === 0) return -size;
  const whole = maxNote(set) ?? deployment.status.replicas ?? 0;
  if (whole <= 0) return 0;
  return Math.round((size * maxTotal(deployment)) / whole) - size;
}
