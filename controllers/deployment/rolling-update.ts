/** The next step of an update: first the new set grows, then the old ones shrink. */
import type { Profile } from '#kinds';
import type { Deployment, ReplicaSet } from '#types';
import { maxTotal, minAvailable, desiredReplicas } from './limits.ts';
import {
  allSets,
  availableOf,
  byAge,
  isActive,
  replicasOf,
  sum,
  type Rollout,
} from './replica-sets.ts';

/** A size to write. */
export interface Resize {
  readonly set: ReplicaSet;
  readonly replicas: number;
  /** How it is reported. */
  readonly direction: 'up' | 'down';
}

/** A size other than the present one. */
export function resize(set: ReplicaSet, replicas: number): Resize {
  return { set, replicas, direction: replicasOf(set) < replicas ? 'up' : 'down' };
}

/** Returns the event about a resize; `from`: the size before, undefined for a set that is new. */
export function scaledText(
  profile: Profile,
  { set, replicas, direction }: Resize,
  from?: number,
): string {
  const scaled = `Scaled ${direction} replica set ${set.metadata.name}`;
  if (profile.enabled('ScalingEventsFromTo')) return `${scaled} from ${from ?? 0} to ${replicas}`;
  const isFromNamed = profile.enabled('ScalingEventsNameOldSize') && from !== undefined;
  return `${scaled} to ${replicas}${isFromNamed ? ` from ${from}` : ''}`;
}

/**
 * What to write next, in this order; nothing when the update has to wait, or is done. A set may
 * come twice: for its pods that are down, and then for others.
 */
export function planRollingUpdate(deployment: Deployment, rollout: Rollout): readonly Resize[] {
  const growth = planNewSet(deployment, rollout);
  return growth.length > 0 ? growth : planOldSets(deployment, rollout);
}

function planNewSet(deployment: Deployment, rollout: Rollout): readonly Resize[] {
  const { newSet } = rollout;
  if (newSet === undefined) return [];
  const replicas = newSetReplicas(
    deployment,
    replicasOf(newSet),
    sum(allSets(rollout), replicasOf),
  );
  return replicas === replicasOf(newSet) ? [] : [resize(newSet, replicas)];
}

/**
 * How large the new set may be by now.
 *
 * @param present its size; 0 if it is yet to be created
 * @param total the size of all sets, it included
 */
export function newSetReplicas(deployment: Deployment, present: number, total: number): number {
  const desired = desiredReplicas(deployment);
  if (deployment.spec.strategy?.type === 'Recreate' || present > desired) return desired;
  return present + Math.min(addable(deployment, total), desired - present);
}

/** How many pods may be added to that many. */
export function addable(deployment: Deployment, total: number): number {
  return Math.max(0, maxTotal(deployment) - total);
}

/** What limits how far old sets may shrink. */
export interface Removable {
  /** Pods of the new set that are not available yet. */
  readonly awaited: number;
  /** As many may go as are left over when all of those have come; never below 0. */
  readonly excess: number;
}

export function removable(deployment: Deployment, rollout: Rollout): Removable {
  const { newSet } = rollout;
  const awaited = newSet === undefined ? 0 : replicasOf(newSet) - availableOf(newSet);
  const total = sum(allSets(rollout), replicasOf);
  return { awaited, excess: Math.max(0, total - minAvailable(deployment) - awaited) };
}

function planOldSets(deployment: Deployment, rollout: Rollout): readonly Resize[] {
  const { newSet } = rollout;
  const oldSets = rollout.oldSets.filter(isActive).sort(byAge);
  if (newSet === undefined || oldSets.length === 0) return [];
  const least = minAvailable(deployment);
  const { excess } = removable(deployment, rollout);
  if (excess === 0) return [];
  // A set that has yet to follow its last scaling does not count. (v1.24 takes this for
  // an error, and tries again until the set has followed.)
  if (oldSets.some((set) => availableOf(set) > replicasOf(set))) return [];
  const { resizes, left } = planUnhealthy(oldSets, excess);
  const spare = sum(oldSets, availableOf) + availableOf(newSet) - least;
  return [...resizes, ...shrink(left, spare)];
}

interface Shrunk {
  readonly resizes: readonly Resize[];
  /** The sets as they will be then. */
  readonly left: readonly ReplicaSet[];
}

/** Pods that are not available go first: nothing is lost by them. */
function planUnhealthy(oldSets: readonly ReplicaSet[], excess: number): Shrunk {
  const resizes: Resize[] = [];
  let room = excess;
  const left = oldSets.map((set) => {
    const down = Math.min(room, replicasOf(set) - availableOf(set));
    if (down <= 0) return set;
    room -= down;
    const replicas = replicasOf(set) - down;
    resizes.push(resize(set, replicas));
    return { ...set, spec: { ...set.spec, replicas } };
  });
  return { resizes, left };
}

function shrink(oldSets: readonly ReplicaSet[], spare: number): readonly Resize[] {
  const resizes: Resize[] = [];
  let room = spare;
  for (const set of oldSets) {
    const down = Math.min(room, replicasOf(set));
    if (down <= 0) continue;
    room -= down;
    resizes.push(resize(set, replicasOf(set) - down));
  }
  return resizes;
}
