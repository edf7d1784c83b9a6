/** What one pass works on: the job and its pods, counted. */
import { getCondition, isPodActive, isPodReady, isPodTerminal } from '#kinds';
import { parseTime } from '#values';
import type { Job, Pod } from '#types';
import { failuresAfter, type Failures } from './backoff.ts';
import { failedIndexes, heldBack } from './failed-indexes.ts';
import { isInRange, isIndexed, succeededIndexes } from './indexes.ts';
import { limitPerIndex, type JobRules } from './rules.ts';
import {
  countTracked,
  indexesIn,
  newlyEnded,
  uncountedPods,
  type Ended,
  type Tracking,
} from './tracking.ts';

export interface JobView {
  readonly job: Job;
  /** All that the job has claimed. */
  readonly pods: readonly Pod[];
  /** Neither finished nor terminating. */
  readonly active: readonly Pod[];
  /** Of the active ones; undefined where the gate JobReadyPods is off. */
  readonly ready: number | undefined;
  /** Pods that have succeeded; for indexed jobs, indexes that have. */
  readonly succeeded: number;
  readonly failed: number;
  /** Of an indexed job, ascending. */
  readonly succeededIndexes: readonly number[];
  /** Ascending; undefined where indexes have no limit of their own. */
  readonly failedIndexes: readonly number[] | undefined;
  /** Failed pods that wait for the next one of their index. */
  readonly heldBack: ReadonlyMap<number, Pod>;
  /** With those that this pass is the first to see; undefined: none, or they delay nothing. */
  readonly failures: Failures | undefined;
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
  const tracked = tracking && trackedIn(job, pods, tracking, rules);
  const { succeeded, failed } =
    tracked === undefined ? countPresent(job, pods) : countTracked(job, tracked.ended, rules);
  const indexes = isIndexed(job) ? doneIndexes(job, pods, tracked) : [];
  return {
    job,
    pods,
    active,
    ready: rules.countsReady ? count(active, isPodReady) : undefined,
    succeeded: isIndexed(job) ? indexes.length : succeeded,
    failed,
    succeededIndexes: indexes,
    ...(tracked === undefined ? noFailures : failuresIn(job, tracked, active, indexes, rules)),
    now,
    rules,
  };
}

/** What is seen of tracked pods, which all counts begin with. */
interface Tracked {
  /** Those that may still have to be counted. */
  readonly uncounted: readonly Pod[];
  readonly ended: Ended;
  /** What is remembered about failures. */
  readonly failures: Failures | undefined;
}

function trackedIn(job: Job, pods: readonly Pod[], tracking: Tracking, rules: JobRules): Tracked {
  const uncounted = uncountedPods(pods, tracking);
  return { uncounted, ended: newlyEnded(job, uncounted, rules), failures: tracking.failures };
}

type KnownFailures = Pick<JobView, 'failedIndexes' | 'heldBack' | 'failures'>;

const noFailures: KnownFailures = {
  failedIndexes: undefined,
  heldBack: new Map(),
  failures: undefined,
};

/** Returns what is known about failures where pods are tracked: by index, or together. */
function failuresIn(
  job: Job,
  { uncounted, ended, failures }: Tracked,
  active: readonly Pod[],
  succeeded: readonly number[],
  rules: JobRules,
): KnownFailures {
  const limit = isIndexed(job) ? limitPerIndex(job, rules) : undefined;
  if (limit !== undefined) {
    const failed = failedIndexes(job, uncounted, limit, rules);
    const held = heldBack(job, uncounted, active, [...succeeded, ...failed], rules);
    return { ...noFailures, failedIndexes: failed, heldBack: held };
  }
  if (!rules.delaysByEnds) return noFailures;
  return {
    ...noFailures,
    failures: failuresAfter(failures, ended.succeeded, ended.failed, rules),
  };
}

/** Returns the pods on their way out. */
export function leavingPods({ pods }: JobView): readonly Pod[] {
  return pods.filter((pod) => pod.metadata.deletionTimestamp != null && !isPodTerminal(pod));
}

function countPresent(job: Job, pods: readonly Pod[]): { succeeded: number; failed: number } {
  return { succeeded: inPhase(job, pods, 'Succeeded'), failed: inPhase(job, pods, 'Failed') };
}

function doneIndexes(
  job: Job,
  pods: readonly Pod[],
  tracked: Tracked | undefined,
): readonly number[] {
  if (tracked === undefined) return succeededIndexes(job, pods);
  const added = succeededIndexes(job, tracked.uncounted);
  return [...new Set([...indexesIn(job), ...added])].sort((a, b) => a - b);
}

export function isFinished({ status }: Job): boolean {
  return isTrue(status, 'Complete') || isTrue(status, 'Failed');
}

export function isSuspended({ spec }: Job): boolean {
  return spec.suspend === true;
}

/** Checks whether pods have failed that are not in the status yet. */
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
