/** What differs between releases about jobs, and what that means for one of them. */
import type { Profile } from '#kinds';
import type { Job, Pod } from '#types';

export interface JobRules {
  /** Ready pods are counted (gate JobReadyPods). */
  readonly countsReady: boolean;
  /** New pods may wait for others to end; the status has how many are on their way out (gate JobPodReplacementPolicy). */
  readonly hasReplacementPolicy: boolean;
  /** A job ends once no pod is left; a condition says before how it will (gates JobManagedBy, JobPodReplacementPolicy). */
  readonly endsInSteps: boolean;
  /** Deleted pods are at once neither active nor ready. */
  readonly countsDeletedAtOnce: boolean;
  /** Conditions of success have a reason (gate JobSuccessPolicy). */
  readonly reasonsSuccess: boolean;
  /** Some indexes may be enough (gate JobSuccessPolicy). */
  readonly readsSuccessPolicy: boolean;
  /** How a pod has failed matters (gate JobPodFailurePolicy). */
  readonly readsFailurePolicy: boolean;
  /** With such a policy, a pod that is deleted has not failed before it has ended (gate PodDisruptionConditions). */
  readonly policiesWaitForEnds: boolean;
  /** With such a policy, pods are replaced once they have ended. */
  readonly policiesDelayPods: boolean;
  /** Each index has a limit of its own (gate JobBackoffLimitPerIndex). */
  readonly limitsIndexes: boolean;
  /** Pods have their index as a label, too (gate PodIndexLabel). */
  readonly labelsIndexes: boolean;
  /** Other controllers may manage jobs (gate JobManagedBy). */
  readonly leavesToOthers: boolean;
  /** New pods wait for some time after the last one failed; before, the job did after failed reconciles. */
  readonly delaysByEnds: boolean;
  /** Failures of pods and of requests have delays of their own; other reconciles are collected. */
  readonly delaysApart: boolean;
  /** A pod has ended once its sidecars have, too. */
  readonly sidecarsEndPods: boolean;
  /** Restarts of sidecars matter for which pods go first. */
  readonly comparesSidecars: boolean;
  /** Active pods are counted while new ones wait. */
  readonly countsDuringDelays: boolean;
  /** A condition that turns is a new one. */
  readonly renewsConditions: boolean;
  /** A suspended job has no start (gate MutableSchedulingDirectivesForSuspendedJobs). */
  readonly forgetsStart: boolean;
}

/** Reads the rules off a profile. */
export function rulesOf(profile: Profile): JobRules {
  const on = (name: string): boolean => profile.enabled(name);
  const [replacement, managedBy] = [on('JobPodReplacementPolicy'), on('JobManagedBy')];
  const [steps, failurePolicy] = [on('JobsEndInSteps'), on('JobPodFailurePolicy')];
  const apart = on('JobDelaysApart');
  return {
    countsReady: on('JobReadyPods'),
    hasReplacementPolicy: replacement,
    endsInSteps: steps && (managedBy || replacement),
    countsDeletedAtOnce: steps,
    reasonsSuccess: steps && on('JobSuccessPolicy'),
    readsSuccessPolicy: on('JobSuccessPolicy'),
    readsFailurePolicy: failurePolicy,
    policiesWaitForEnds: failurePolicy && (on('PodDisruptionConditions') || apart),
    policiesDelayPods: failurePolicy && apart,
    limitsIndexes: on('JobBackoffLimitPerIndex'),
    labelsIndexes: on('PodIndexLabel'),
    leavesToOthers: managedBy,
    delaysByEnds: on('JobDelaysByEnds'),
    delaysApart: apart,
    sidecarsEndPods: on('SidecarsEndPods'),
    comparesSidecars: on('SidecarRestartsCompared'),
    countsDuringDelays: on('JobsCountDuringDelays'),
    renewsConditions: on('JobConditionsRenewed'),
    forgetsStart: on('MutableSchedulingDirectivesForSuspendedJobs'),
  };
}

/** Whether pods of the job are replaced only once they have ended. */
export function awaitsEnds({ spec }: Job, rules: JobRules): boolean {
  if (rules.hasReplacementPolicy && spec.podReplacementPolicy === 'Failed') return true;
  return rules.policiesDelayPods && spec.podFailurePolicy != null;
}

/** Whether the pod has failed: one that is deleted has, unless its end is to be awaited. */
export function hasFailed(job: Job, { metadata, status }: Pod, rules: JobRules): boolean {
  if (status.phase === 'Failed') return true;
  if (awaitsEnds(job, rules)) return false;
  if (rules.policiesWaitForEnds && job.spec.podFailurePolicy != null) return false;
  return metadata.deletionTimestamp != null && status.phase !== 'Succeeded';
}

/** How often a pod of an index may fail; undefined without a limit of its own. */
export function limitPerIndex({ spec }: Job, rules: JobRules): number | undefined {
  return rules.limitsIndexes ? (spec.backoffLimitPerIndex ?? undefined) : undefined;
}

/** Whether another controller manages the job. */
export function isManagedElsewhere({ spec }: Job, rules: JobRules): boolean {
  const { managedBy } = spec;
  return rules.leavesToOthers && managedBy != null && managedBy !== 'kubernetes.io/job-controller';
}
