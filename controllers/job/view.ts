/** What one pass works on: the job and its pods, counted. */
import { getCondition, isPodActive, isPodReady, isPodTerminal, type Profile } from '#kinds';
import { parseTime } from '#values';
import type { Job, Pod } from '#types';
import { isInRange, isIndexed, succeededIndexes } from './indexes.ts';
import { countTracked, indexesIn, uncountedPods, type Tracking } from './tracking.ts';

/** What differs between releases. */
export interface JobRules {
  /** Ready pods are counted (gate JobReadyPods). */
  readonly countsReady: boolean;
  /** Pods on their way out are counted (gate JobPodReplacementPolicy). */
  readonly countsTerminating: boolean;
  /** A job ends once no pod is left; a condition says before how it will (gates JobManagedBy, JobPodReplacementPolicy). */
  readonly endsInSteps: boolean;
  /** Conditions of success have a reason (gate JobSuccessPolicy). */
  readonly reasonsSuccess: boolean;
}

/** Reads the rules off a profile. */
export function rulesOf(profile: Profile): JobRules {
  const countsTerminating = profile.enabled('JobPodReplacementPolicy');
  return {
    countsReady: profile.enabled('JobReadyPods'),
    countsTerminating,
    endsInSteps: profile.enabled('JobsEndInSteps') && countsTerminating,
    reasonsSuccess: profile.enabled('JobSuccessPolicy'),
  };
}

export interface JobView {
  readonly job: Job;
  /** All that the job has claimed. */
  readonly pods: readonly Pod[];
  /** Neither finished nor terminating. */
  readonly active: readonly Pod[];
  /** On their way out; undefined where the gate JobPodReplacementPolicy is off. */
  readonly terminating: number | undefined;
  /** Of the active ones; undefined where the gate JobReadyPods is off. */
  readonly ready: number | undefined;
  /** Pods that have succeeded; for indexed jobs, indexes that have. */
  readonly succeeded: number;
  readonly failed: number;
  /** Of an indexed job, ascending. */
  readonly succeededIndexes: readonly number[];
  /** Virtual time, ms. */
  readonly now: number;
  readonly rules: JobRules;
}

/**
 * Recounts: the earlier status matters only where pods are tracked. `pods`: those
 * that the job has claimed.
 */
export function observe(
  job: Job,
  pods: readonly Pod[],
  now: number,
  rules: JobRules,
  tracking?: Tracking,
): JobView {
  const active = pods.filter(isPodActive);
  const { succeeded, failed } =
    tracking === undefined ? countPresent(job, pods) : countTracked(job, pods, tracking);
  const indexes = isIndexed(job) ? doneIndexes(job, pods, tracking) : [];
  return {
    job,
    pods,
    active,
    ready: rules.countsReady ? count(active, isPodReady) : undefined,
    terminating: rules.countsTerminating ? count(pods, isLeaving) : undefined,
    succeeded: isIndexed(job) ? indexes.length : succeeded,
    failed,
    succeededIndexes: indexes,
    now,
    rules,
  };
}

function isLeaving(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp != null && !isPodTerminal(pod);
}

function countPresent(job: Job, pods: readonly Pod[]): { succeeded: number; failed: number } {
  return { succeeded: inPhase(job, pods, 'Succeeded'), failed: inPhase(job, pods, 'Failed') };
}

function doneIndexes(
  job: Job,
  pods: readonly Pod[],
  tracking: Tracking | undefined,
): readonly number[] {
  if (tracking === undefined) return succeededIndexes(job, pods);
  const added = succeededIndexes(job, uncountedPods(pods, tracking));
  return [...new Set([...indexesIn(job.status), ...added])].sort((a, b) => a - b);
}

export function isFinished({ status }: Job): boolean {
  return isTrue(status, 'Complete') || isTrue(status, 'Failed');
}

export function isSuspended({ spec }: Job): boolean {
  return spec.suspend === true;
}

/** Whether pods have failed that are not in the status yet. */
export function hasNewFailure({ job, failed }: JobView): boolean {
  return failed > (job.status.failed ?? 0);
}

/**
 * How long the job may still be active, ms, 0 or less when no longer; undefined without a limit.
 * The time of one that has not been active yet begins now.
 */
export function untilDeadline({ job, now }: JobView): number | undefined {
  const { activeDeadlineSeconds } = job.spec;
  const { startTime } = job.status;
  if (activeDeadlineSeconds == null || isSuspended(job)) return undefined;
  const start = startTime == null ? now : parseTime(startTime);
  return start + activeDeadlineSeconds * 1000 - now;
}

function inPhase(job: Job, pods: readonly Pod[], phase: Pod['status']['phase']): number {
  return count(pods, (pod) => isInPhase(job, pod, phase));
}

/** Whether a pod has finished so, and with an index that the job asks for. */
export function isInPhase(job: Job, pod: Pod, phase: Pod['status']['phase']): boolean {
  return pod.status.phase === phase && isInRange(job, pod);
}

function count(pods: readonly Pod[], test: (pod: Pod) => boolean): number {
  let counted = 0;
  for (const pod of pods) if (test(pod)) counted++;
  return counted;
}

function isTrue({ conditions }: Job['status'], type: string): boolean {
  return getCondition(conditions, type)?.status === 'True';
}
