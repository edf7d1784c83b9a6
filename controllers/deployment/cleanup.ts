/** Which old ReplicaSets are too many to keep. */
import type { Deployment, ReplicaSet } from '#types';
import { historyLimit } from './conditions.ts';
import { byRevision, isActive } from './replica-sets.ts';

/**
 * Those over the history limit, lowest revision first. One among them that still has pods stays, and
 * no other goes in its place.
 */
export function setsToPrune(
  deployment: Deployment,
  oldSets: readonly ReplicaSet[],
): readonly ReplicaSet[] {
  const limit = historyLimit(deployment);
  if (limit === undefined) return [];
  const alive = oldSets.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const excess = alive.length - limit;
  if (excess <= 0) return [];
  return alive.sort(byRevision).slice(0, excess).filter(isIdle);
}

function isIdle(set: ReplicaSet): boolean {
  const { status, metadata } = set;
  const isObserved = (metadata.generation ?? 0) <= (status.observedGeneration ?? 0);
  return status.replicas === 0 && !isActive(set) && isObserved;
}
