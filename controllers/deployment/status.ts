/** The status of a Deployment, summed up over its sets, and the progress of its rollout. */
import { deepEqual, omitUnset, parseTime } from '#values';
import { getCondition, type Profile } from '#kinds';
import type {
  Deployment,
  DeploymentCondition,
  DeploymentStatus,
  ReplicaSet,
  ReplicaSetCondition,
} from '#types';
import {
  available,
  beginning,
  DONE,
  notAvailable,
  progressDeadline,
  progressing,
  setCondition,
  TIMED_OUT,
  touch,
  withFinding,
  withoutType,
  type Conditions,
  type Finding,
} from './conditions.ts';
import { minAvailable, desiredReplicas } from './limits.ts';
import { allSets, availableOf, replicasOf, sum, type Rollout } from './replica-sets.ts';

/** The numbers, and whether enough pods are available; the stored status when it says the same. */
export function countedStatus(
  deployment: Deployment,
  rollout: Rollout,
  now: number,
  profile: Profile,
): DeploymentStatus {
  return sharedWith(deployment, count(deployment, rollout, now, profile));
}

/** The same with the progress of the rollout, and the failures of its sets. */
export function rolloutStatus(
  deployment: Deployment,
  rollout: Rollout,
  now: number,
  profile: Profile,
): DeploymentStatus {
  const counted = count(deployment, rollout, now, profile);
  const progressed = progress(deployment, counted, rollout, now);
  const failure = failureOf(rollout);
  const conditions =
    failure === undefined
      ? withoutType(progressed, 'ReplicaFailure')
      : setCondition(progressed, failure);
  return sharedWith(deployment, { ...counted, conditions });
}

/** All pods are of the new template and available, and their number is the desired one. */
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const desired = desiredReplicas(deployment);
  return (
    (status.updatedReplicas ?? 0) === desired &&
    (status.replicas ?? 0) === desired &&
    (status.availableReplicas ?? 0) === desired &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

/**
 * How long to wait, in ms, until a rollout without progress has to be reconciled again; undefined
 * when it need not; 0 when the time is long over, as for a finished rollout that is scaled: then
 * the queue's back-off says when. v1.24 adds a second, and polls during the last one; here what is
 * left and
 * 1 ms is enough, since there is no other wake-up at that instant.
 */
export function stuckDelay(
  deployment: Deployment,
  status: DeploymentStatus,
  now: number,
): number | undefined {
  const seconds = progressDeadline(deployment);
  const condition = getCondition(deployment.status.conditions, 'Progressing');
  if (seconds === undefined || condition?.lastUpdateTime == null) return undefined;
  if (isComplete(deployment, status) || condition.reason === TIMED_OUT) return undefined;
  const left = parseTime(condition.lastUpdateTime) + seconds * 1000 - now;
  if (left < 0) return 0;
  return left < 1000 ? left + 1 : left + 1000;
}

interface Counted extends DeploymentStatus {
  readonly conditions: Conditions;
}

function count(deployment: Deployment, rollout: Rollout, now: number, profile: Profile): Counted {
  const { status, metadata } = deployment;
  const all = allSets(rollout);
  const availableReplicas = sum(all, availableOf);
  const terminatingReplicas = terminatingIn(all, profile);
  const finding = availableReplicas >= minAvailable(deployment) ? available : notAvailable;
  return {
    observedGeneration: metadata.generation ?? 0,
    replicas: sum(all, (set) => set.status.replicas),
    updatedReplicas: rollout.newSet?.status.replicas ?? 0,
    readyReplicas: sum(all, (set) => set.status.readyReplicas ?? 0),
    availableReplicas,
    unavailableReplicas: Math.max(0, sum(all, replicasOf) - availableReplicas),
    ...(terminatingReplicas !== undefined && { terminatingReplicas }),
    ...(status.collisionCount !== undefined && { collisionCount: status.collisionCount }),
    conditions: withFinding(status.conditions, finding, now),
  };
}

/** How many pods are on their way out; undefined while a set does not say. */
function terminatingIn(sets: readonly ReplicaSet[], profile: Profile): number | undefined {
  if (!profile.enabled('DeploymentReplicaSetTerminatingReplicas')) return undefined;
  const isKnown = sets.every(({ status }) => status.terminatingReplicas !== undefined);
  return isKnown ? sum(sets, ({ status }) => status.terminatingReplicas!) : undefined;
}

function sharedWith(deployment: Deployment, counted: Counted): DeploymentStatus {
  const next = omitUnset<DeploymentStatus>(counted, [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
  ]);
  return deepEqual(deployment.status, next) ? deployment.status : next;
}

function progress(
  deployment: Deployment,
  counted: Counted,
  rollout: Rollout,
  now: number,
): Conditions {
  const { conditions } = counted;
  switch (verdictOf(deployment, counted, now)) {
    case 'endless':
      return withoutType(conditions, 'Progressing');
    case 'complete':
      return withFinding(conditions, finding('True', DONE, 'has successfully progressed'), now);
    case 'progressed':
      return touch(
        conditions,
        beginning(finding('True', 'ReplicaSetUpdated', 'is progressing'), now),
      );
    case 'timed out':
      return withFinding(conditions, finding('False', TIMED_OUT, 'has timed out progressing'), now);
    case 'done before':
    case 'waits':
      return conditions;
  }

  function finding(status: string, reason: string, does: string): Finding {
    const { newSet } = rollout;
    const subject =
      newSet === undefined
        ? `Deployment "${deployment.metadata.name}"`
        : `ReplicaSet "${newSet.metadata.name}"`;
    return progressing(status, reason, `${subject} ${does}.`);
  }
}

/** The progress of a rollout. */
export type Verdict = 'endless' | 'done before' | 'complete' | 'progressed' | 'timed out' | 'waits';

/** A finished rollout is not checked again until pods of another template appear. */
export function verdictOf(deployment: Deployment, counted: DeploymentStatus, now: number): Verdict {
  if (progressDeadline(deployment) === undefined) return 'endless';
  const reported = getCondition(counted.conditions, 'Progressing');
  const hasOld = (counted.replicas ?? 0) !== (counted.updatedReplicas ?? 0);
  if (!hasOld && reported?.reason === DONE) return 'done before';
  if (isComplete(deployment, counted)) return 'complete';
  if (hasProgressed(deployment.status, counted)) return 'progressed';
  return reported !== undefined && hasTimedOut(deployment, reported, now) ? 'timed out' : 'waits';
}

/** More pods are updated, ready or available than before, or fewer are old. */
function hasProgressed(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const grew = (field: 'updatedReplicas' | 'readyReplicas' | 'availableReplicas'): boolean =>
    (after[field] ?? 0) > (before[field] ?? 0);
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number =>
    replicas - updatedReplicas;
  return (
    grew('updatedReplicas') ||
    grew('readyReplicas') ||
    grew('availableReplicas') ||
    old(after) < old(before)
  );
}

function hasTimedOut(deployment: Deployment, reported: DeploymentCondition, now: number): boolean {
  if (reported.reason === DONE) return false;
  if (reported.reason === TIMED_OUT) return true;
  const seconds = progressDeadline(deployment);
  if (seconds === undefined || reported.lastUpdateTime == null) return false;
  return parseTime(reported.lastUpdateTime) + seconds * 1000 < now;
}

/** What the new set fails at, or else an old one. */
function failureOf(rollout: Rollout): DeploymentCondition | undefined {
  const { newSet, oldSets } = rollout;
  for (const set of newSet === undefined ? oldSets : [newSet, ...oldSets]) {
    const failure = getCondition(set.status.conditions, 'ReplicaFailure');
    if (failure !== undefined) return inDeployment(failure);
  }
  return undefined;
}

function inDeployment(failure: ReplicaSetCondition): DeploymentCondition {
  return { ...failure, lastUpdateTime: failure.lastTransitionTime };
}
