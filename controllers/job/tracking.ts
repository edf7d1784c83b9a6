/**
 * Keeping count of pods that have ended by a finalizer on each (gate JobTrackingWithFinalizers): a
 * pod cannot vanish before it is counted, and is counted once. First its uid goes into the status,
 * then its finalizer goes, then the counter goes up. Mirrors trackJobStatusAndRemoveFinalizers of
 * v1.24; pure.
 */
import { isPodTerminal, trackingAnnotation, type Profile } from '#kinds';
import type { Job, JobStatus, Pod } from '#types';
import { formatIndexes, indexOf, isIndexed, isInRange, readIndexes } from './indexes.ts';

/** On pods: not counted yet. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking';

/** The most uids in a status. */
const MOST_UNCOUNTED = 500;

/** What a reconcile knows about the tracked pods. */
export interface Tracking {
  /** Uids of pods whose finalizers have been taken away, though the cache does not show it yet. */
  readonly released: ReadonlySet<string>;
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

/** The indexes that a status says are done. */
export function indexesIn({ completedIndexes = '' }: JobStatus): readonly number[] {
  return readIndexes(completedIndexes);
}

/** How many have succeeded and failed: as the status says, and those that it will count. */
export function countTracked(
  job: Job,
  pods: readonly Pod[],
  tracking: Tracking,
): { readonly succeeded: number; readonly failed: number } {
  const { status } = job;
  const uncounted = uncountedIn(status);
  let succeeded = (status.succeeded ?? 0) + uncounted.succeeded.length;
  let failed = (status.failed ?? 0) + uncounted.failed.length;
  for (const pod of uncountedPods(pods, tracking)) {
    const { uid, deletionTimestamp } = pod.metadata;
    if (!isInRange(job, pod)) continue;
    const { phase } = pod.status;
    if (phase === 'Succeeded') {
      if (!uncounted.succeeded.includes(uid)) succeeded += 1;
    } else if (phase === 'Failed' || deletionTimestamp != null) {
      if (!uncounted.failed.includes(uid)) failed += 1;
    }
  }
  return { succeeded, failed };
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

/**
 * Notes pods that have ended. `isEnding`: the job ends with this pass, and all its pods with it.
 */
function notePods(
  job: Job,
  status: JobStatus,
  pods: readonly Pod[],
  tracking: Tracking,
  isEnding: boolean,
): Counting {
  const before = uncountedIn(status);
  const succeeded = [...before.succeeded];
  const failed = [...before.failed];
  const done = new Set(indexesIn(status));
  const doneBefore = done.size;
  const release: Pod[] = [];
  let isWhole = true;
  for (const pod of inOrder(job, uncountedPods(pods, tracking))) {
    const { uid, deletionTimestamp } = pod.metadata;
    const isGoing = deletionTimestamp != null || isEnding;
    if (isPodTerminal(pod) || isGoing || job.metadata.deletionTimestamp != null) release.push(pod);
    const { phase } = pod.status;
    // A pod that has been noted as failed while it ended stays a failed one.
    if (phase === 'Succeeded' && !before.failed.includes(uid)) {
      if (!isIndexed(job)) addOnce(succeeded, uid);
      else if (isInRange(job, pod)) done.add(indexOf(pod)!);
    } else if ((phase === 'Failed' || isGoing) && isInRange(job, pod)) {
      addOnce(failed, uid);
    }
    isWhole = done.size - doneBefore + succeeded.length + failed.length < MOST_UNCOUNTED;
    if (!isWhole) break;
  }
  const isSame =
    succeeded.length === before.succeeded.length &&
    failed.length === before.failed.length &&
    done.size === doneBefore;
  if (isSame) return { status, isWhole, release };
  const recorded = withUncounted(status, { succeeded, failed });
  if (done.size === doneBefore) return { status: recorded, isWhole, release };
  const completedIndexes = formatIndexes([...done].sort((a, b) => a - b));
  return { status: { ...recorded, succeeded: done.size, completedIndexes }, isWhole, release };
}

/**
 * The status that a reconcile writes first, and the uids of pods that still have their finalizers.
 */
export function firstStep(
  job: Job,
  status: JobStatus,
  pods: readonly Pod[],
  tracking: Tracking,
  isEnding: boolean,
): Counting & { readonly kept: ReadonlySet<string> } {
  const kept = new Set(uncountedPods(pods, tracking).map(({ metadata }) => metadata.uid));
  const counted = countReleased(status, kept);
  return { ...notePods(job, counted, pods, tracking, isEnding), kept };
}

/**
 * The status that it writes last; `finish` makes one of it that ends the job, once all is counted.
 */
export function lastStep(
  status: JobStatus,
  kept: ReadonlySet<string>,
  finish: ((counted: JobStatus) => JobStatus) | undefined,
): { readonly status: JobStatus; readonly isFinished: boolean } {
  const counted = countReleased(status, kept);
  if (finish === undefined || !isAllCounted(counted)) return { status: counted, isFinished: false };
  return { status: finish(counted), isFinished: true };
}

/**
 * Counts what was noted of pods that no longer have the finalizer; `kept`: uids of those that have.
 */
function countReleased(status: JobStatus, kept: ReadonlySet<string>): JobStatus {
  const before = uncountedIn(status);
  const succeeded = before.succeeded.filter((uid) => kept.has(uid));
  const failed = before.failed.filter((uid) => kept.has(uid));
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
