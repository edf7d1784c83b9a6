/** The ReplicaSets of a Deployment: which one is new, how many pods they have, in what order. */
import { deepEqual, omitFields } from '#values';
import type { Deployment, PodTemplateSpec, ReplicaSet } from '#types';
import { revisionOf } from './annotations.ts';

/** Distinguishes the ReplicaSets of a Deployment, in their names, selectors and pods. */
export const HASH_LABEL = 'pod-template-hash';

export interface Rollout {
  /** The one that has the Deployment's present template, if there is one yet. */
  readonly newSet: ReplicaSet | undefined;
  readonly oldSets: readonly ReplicaSet[];
}

/** Separates the new set from the old ones: the oldest with the template, if there are several. */
export function rolloutOf(deployment: Deployment, sets: readonly ReplicaSet[]): Rollout {
  let newSet: ReplicaSet | undefined;
  for (const set of sets) {
    if (newSet !== undefined && byAge(newSet, set) < 0) continue;
    if (hasTemplate(set, deployment.spec.template)) newSet = set;
  }
  return { newSet, oldSets: sets.filter((set) => set !== newSet) };
}

/** Old sets first, as every sum and search goes. */
export function allSets({ newSet, oldSets }: Rollout): readonly ReplicaSet[] {
  return newSet === undefined ? oldSets : [...oldSets, newSet];
}

/** Whether a set was made of that template. */
export function hasTemplate({ spec }: ReplicaSet, template: PodTemplateSpec): boolean {
  const own = spec.template;
  return (
    own !== undefined &&
    deepEqual(own.spec, template.spec) &&
    deepEqual(withoutHash(own), withoutHash(template))
  );
}

function withoutHash({ metadata }: PodTemplateSpec): PodTemplateSpec['metadata'] {
  return { ...metadata, labels: omitFields(metadata?.labels ?? {}, [HASH_LABEL]) };
}

export function replicasOf({ spec }: ReplicaSet): number {
  return spec.replicas ?? 1;
}

export function availableOf({ status }: ReplicaSet): number {
  return status.availableReplicas ?? 0;
}

/** Wants pods. */
export function isActive(set: ReplicaSet): boolean {
  return replicasOf(set) > 0;
}

export function sum(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number {
  let total = 0;
  for (const set of sets) total += count(set);
  return total;
}

/** Oldest first; of the same second, by name. */
export function byAge({ metadata: a }: ReplicaSet, { metadata: b }: ReplicaSet): number {
  // RFC 3339 in UTC with whole seconds compares as text.
  if (a.creationTimestamp !== b.creationTimestamp) {
    return a.creationTimestamp < b.creationTimestamp ? -1 : 1;
  }
  return a.name < b.name ? -1 : 1;
}

/** Largest first; of the same size, the newest. */
export function bySizeNewer(a: ReplicaSet, b: ReplicaSet): number {
  return replicasOf(b) - replicasOf(a) || byAge(b, a);
}

/** Largest first; of the same size, the oldest. */
export function bySizeOlder(a: ReplicaSet, b: ReplicaSet): number {
  return replicasOf(b) - replicasOf(a) || byAge(a, b);
}

/** Lowest revision first; those without a readable one, and equal ones, by age. */
export function byRevision(a: ReplicaSet, b: ReplicaSet): number {
  const [revisionA, revisionB] = [revisionOf(a), revisionOf(b)];
  if (revisionA === undefined || revisionB === undefined || revisionA === revisionB) {
    return byAge(a, b);
  }
  return revisionA < revisionB ? -1 : 1;
}
