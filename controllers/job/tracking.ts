/**
 * Keeping count of pods that have ended by a finalizer on each (gate JobTrackingWithFinalizers): a
 * pod cannot vanish before it is counted, and is counted once. First its uid goes into the status,
 * then its finalizer goes, then the counter goes up. Mirrors trackJobStatusAndRemoveFinalizers of
 * v1.24; pure.
 */
import { trackingAnnotation, type Profile } from '#kinds';
import type { Job, JobStatus, Pod } from '#types';
import type { Failures } from './backoff.ts';
import { counts } from './failure-policy.ts';
import { formatIndexes, indexOf, isIndexed, isInRange, readIndexes } from './indexes.ts';
import type { Ending } from './messages.ts';
import { hasFailed, type JobRules } from './rules.ts';

/** On pods: not counted yet. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking';

/** The most uids in a status. */
const MOST_UNCOUNTED = 500;

/** What a reconcile knows about the tracked pods. */
export interface Tracking {
  /** Uids of pods whose finalizers have been taken away, though the cache does not show it yet. */
  readonly released: ReadonlySet<string>;
  /** What it remembers about failed pods, where that delays new ones. */
  readonly failures?: Failures | undefined;
}

/** Whether a job's pods are kept count of in this way. */
export function isTracked({ metadata }: Job, profile: Profile): boolean {
  return (
    profile.enabled('JobTrackingWithFinalizers') &&
    (!profile.enabled('JobTrackingAnnotations') ||
      metadata.annotations?.[trackingAnnotation] !== undefined)
  );
}

export function hasFinalizer({ metadata }: Pod): boolean {
  return metadata.finalizers?.includes(TRACKING_FINALIZER) === true;
}

/** Pods that may still have to be counted. */
export function uncountedPods(pods: readonly Pod[], { released }: Tracking): readonly Pod[] {
  return pods.filter((pod) => hasFinalizer(pod) && !released.has(pod.metadata.uid));
}

/** The indexes that the status says are done, of those that the job asks for. */
export function indexesIn({ spec, status }: Job): readonly number[] {
  return readIndexes(status.completedIndexes ?? '', spec.completions ?? 0);
}

/** Pods that a reconcile is the first to see ended. */
export interface Ended {
  readonly succeeded: readonly Pod[];
  readonly failed: readonly Pod[];
}

/** Returns those that are new among the uncounted pods. */
export function newlyEnded(job: Job, uncounted: readonly Pod[], rules: JobRules): Ended {
  const noted = uncountedIn(job.status);
  const counted = uncounted.filter((pod) => isInRange(job, pod));
  return {
    succeeded: counted.filter(
      ({ metadata, status }) =>
        status.phase === 'Succeeded' && !noted.succeeded.includes(metadata.uid),
    ),
    failed: counted.filter(
      (pod) => hasFailed(job, pod, rules) && !noted.failed.includes(pod.metadata.uid),
    ),
  };
}

/** How many have succeeded and failed: as the status says, and those that it will count. */
export function countTracked(
  job: Job,
  ended: Ended,
  rules: JobRules,
): { readonly succeeded: number; readonly failed: number } {
  const { succeeded = 0, failed = 0 } = job.status;
  const noted = uncountedIn(job.status);
  const counting = ended.failed.filter((pod) => counts(job, pod, rules));
  return {
    succeeded: succeeded + noted.succeeded.length + ended.succeeded.length,
    failed: failed + noted.failed.length + counting.length,
  };
}

/** What is to be counted in a reconcile. */
export interface Counting {
  /**
   * With the uids that are to be counted; the very status that was given when there is nothing new.
   */
  readonly status: JobStatus;
  /** Whether a status holds all of them; otherwise the rest comes in the next passes. */
  readonly isWhole: boolean;
  /** Pods that may go once the status is written. */
  readonly release: readonly Pod[];
}

/** What decides which pods are noted. */
export interface Noting extends Pick<Tracking, 'released'> {
  readonly rules: JobRules;
  /** How the job ends with this pass, and all its pods with it. */
  readonly ending?: Ending | undefined;
  /** Failed pods that are neither counted nor let go yet. */
  readonly heldBack: ReadonlyMap<number, Pod>;
}

/** Notes pods that have ended. */
function notePods(job: Job, status: JobStatus, pods: readonly Pod[], noting: Noting): Counting {
  const { rules, ending, heldBack } = noting;
  const before = uncountedIn(status);
  const succeeded = [...before.succeeded];
  const failed = [...before.failed];
  const done = new Set(indexesIn({ ...job, status }));
  const doneBefore = done.size;
  const held = new Set([...heldBack.values()].map(({ metadata }) => metadata.uid));
  // What runs when a job ends has failed, but for one that announces its success.
  const failsAll = ending !== undefined && !(ending.isSuccess && ending.isAnnounced);
  const isEnding = ending !== undefined || job.metadata.deletionTimestamp != null;
  const release: Pod[] = [];
  let isWhole = true;
  for (const pod of inOrder(job, uncountedPods(pods, noting))) {
    const { uid } = pod.metadata;
    const hasSucceeded = pod.status.phase === 'Succeeded';
    const isFailed = hasFailed(job, pod, rules);
    if (!isEnding && !hasSucceeded && (!isFailed || held.has(uid))) continue;
    release.push(pod);
    // A pod that has been noted as failed while it ended stays a failed one.
    if (hasSucceeded && !before.failed.includes(uid)) {
      if (!isIndexed(job)) addOnce(succeeded, uid);
      else if (isInRange(job, pod)) done.add(indexOf(pod)!);
    } else if ((isFailed || failsAll) && isInRange(job, pod) && counts(job, pod, rules)) {
      addOnce(failed, uid);
    }
    isWhole = done.size - doneBefore + succeeded.length + failed.length < MOST_UNCOUNTED;
    if (!isWhole) break;
  }
  const isSame =
    succeeded.length === before.succeeded.length && failed.length === before.failed.length;
  const recorded = isSame ? status : withUncounted(status, { succeeded, failed });
  if (!isIndexed(job)) return { status: recorded, isWhole, release };
  const indexes = [...done];
  if (done.size > doneBefore) indexes.sort((a, b) => a - b);
  return { status: withIndexes(recorded, indexes), isWhole, release };
}

/** The very status where the indexes are the same: fewer where the job asks for fewer. */
function withIndexes(status: JobStatus, indexes: readonly number[]): JobStatus {
  const completedIndexes = formatIndexes(indexes);
  if (completedIndexes === (status.completedIndexes ?? '')) return status;
  return { ...status, succeeded: indexes.length, completedIndexes };
}

/**
 * The status that a reconcile writes first, and the uids of pods that still have their finalizers.
 */
export function firstStep(
  job: Job,
  status: JobStatus,
  pods: readonly Pod[],
  noting: Noting,
): Counting & { readonly unreleased: ReadonlySet<string> } {
  const unreleased = new Set(uncountedPods(pods, noting).map(({ metadata }) => metadata.uid));
  const counted = countReleased(status, unreleased);
  return { ...notePods(job, counted, pods, noting), unreleased };
}

/**
 * The status that it writes last; `finish` makes one of it that ends the job, once all is counted.
 */
export function lastStep(
  status: JobStatus,
  unreleased: ReadonlySet<string>,
  finish: ((counted: JobStatus) => JobStatus) | undefined,
): { readonly status: JobStatus; readonly isFinished: boolean } {
  const counted = countReleased(status, unreleased);
  if (finish === undefined || !isAllCounted(counted)) return { status: counted, isFinished: false };
  return { status: finish(counted), isFinished: true };
}

/**
 * Counts what was noted of pods that no longer have the finalizer; `unreleased`: uids of those that have.
 */
function countReleased(status: JobStatus, unreleased: ReadonlySet<string>): JobStatus {
  const before = uncountedIn(status);
  const succeeded = before.succeeded.filter((uid) => unreleased.has(uid));
  const failed = before.failed.filter((uid) => unreleased.has(uid));
  const moreSucceeded = before.succeeded.length - succeeded.length;
  const moreFailed = before.failed.length - failed.length;
  if (moreSucceeded === 0 && moreFailed === 0) return status;
  return withUncounted(
    {
      ...status,
      ...(moreSucceeded > 0 && { succeeded: (status.succeeded ?? 0) + moreSucceeded }),
      ...(moreFailed > 0 && { failed: (status.failed ?? 0) + moreFailed }),
    },
    { succeeded, failed },
  );
}

/** Whether all that has ended has been counted: a job is not finished before. */
function isAllCounted(status: JobStatus): boolean {
  const { succeeded, failed } = uncountedIn(status);
  return succeeded.length + failed.length === 0;
}

export interface Uncounted {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

/** The uids that a status has noted. */
export function uncountedIn({ uncountedTerminatedPods: recorded }: JobStatus): Uncounted {
  return { succeeded: recorded?.succeeded ?? [], failed: recorded?.failed ?? [] };
}

/** The field stays, though empty, once pods are kept count of. */
function withUncounted(status: JobStatus, { succeeded, failed }: Uncounted): JobStatus {
  return {
    ...status,
    uncountedTerminatedPods: {
      ...(succeeded.length > 0 && { succeeded }),
      ...(failed.length > 0 && { failed }),
    },
  };
}

function addOnce(uids: string[], uid: string): void {
  if (!uids.includes(uid)) uids.push(uid);
}

/** Indexes are noted in their order; other pods in that of their names, as v1.24 has none. */
function inOrder(job: Job, pods: readonly Pod[]): readonly Pod[] {
  if (!isIndexed(job)) {
    return [...pods].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }
  return [...pods].sort((a, b) => (indexOf(a) ?? -1) - (indexOf(b) ?? -1));
}
