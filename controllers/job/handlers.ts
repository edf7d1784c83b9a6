/**
 * What enqueues a job: its own changes immediately, its pods' a little later, failed pods after a
 * delay.
 */
import { controllerOf, keyOf, parseTime, selectorOf, type Cause } from '#values';
import type { Job, Pod } from '#types';
import type { Clock } from '#clock';
import {
  controllerIn,
  type Expectations,
  type Handlers,
  type Lister,
  type WorkQueue,
} from '#runtime';

import type { Released } from './released.ts';
import { hasFinalizer } from './tracking.ts';
import { isFinished } from './view.ts';

/** The delays of a job after failures of whatever kind, ms: the first, which doubles up to the longest. */
export const delaysOfAll = { baseMs: 10_000, maxMs: 360_000 };
/** Those after failed requests, where failed pods have delays of their own. */
export const delaysOfRequests = { baseMs: 1000, maxMs: 60_000 };

export interface HandlerContext {
  readonly queue: WorkQueue;
  /** Gets pods whose job is deleted, or has ended: they will not be counted any more. */
  readonly orphans: WorkQueue;
  readonly clock: Clock;
  readonly expectations: Expectations;
  readonly released: Released;
  readonly jobs: Lister<Job>;
  /** Changes of pods are collected for this many ms. */
  readonly batchMs: number;
  /** Changes of the status of a job are collected, too, and pods that fail delay nothing here. */
  readonly delaysApart: boolean;
}

export function jobHandlers({
  queue,
  orphans,
  clock,
  batchMs,
  delaysApart,
  podsOf,
}: HandlerContext & { readonly podsOf: (job: Job) => readonly Pod[] }): Handlers<Job> {
  return {
    added: (job, cause) => queue.add(keyOf(job), cause),
    updated(job, old, cause) {
      const isCollected = delaysApart && job.metadata.generation === old.metadata.generation;
      if (isCollected) queue.addAfter(keyOf(job), batchMs, cause);
      else queue.add(keyOf(job), cause);
      const { activeDeadlineSeconds } = job.spec;
      const { startTime } = job.status;
      if (startTime == null || activeDeadlineSeconds == null) return;
      if (activeDeadlineSeconds === old.spec.activeDeadlineSeconds) return;
      const deadline = parseTime(startTime) + activeDeadlineSeconds * 1000;
      queue.addAfter(keyOf(job), deadline - clock.now(), cause);
    },
    deleted(job, cause) {
      queue.add(keyOf(job), cause);
      for (const pod of podsOf(job)) if (hasFinalizer(pod)) orphans.add(keyOf(pod), cause);
    },
  };
}

export function podHandlers(context: HandlerContext): Handlers<Pod> {
  const { queue, orphans, expectations, released, jobs, batchMs, delaysApart } = context;
  const enqueue = (job: Job, cause: Cause): void => queue.addAfter(keyOf(job), batchMs, cause);
  const deleted = (pod: Pod, cause: Cause, isGone: boolean): void => {
    const job = ownerOf(pod, jobs);
    if (job === undefined || isFinished(job)) {
      if (!isGone) noteOrphan(pod, cause);
      return;
    }
    expectations.deletionObserved(keyOf(job));
    if (isGone || !hasFinalizer(pod)) released.observed(keyOf(job), pod.metadata.uid);
    enqueue(job, cause);
  };
  const noteOrphan = (pod: Pod, cause: Cause): void => {
    if (hasFinalizer(pod)) orphans.add(keyOf(pod), cause);
  };
  /** Only a pod that has just failed makes a job wait for longer, and only after other failures. */
  const enqueueFor = (pod: Pod, old: Pod, job: Job, cause: Cause): void => {
    const hasFailed = pod.status.phase === 'Failed' && old.status.phase !== 'Failed';
    const delay = hasFailed && !delaysApart ? failureDelay(queue.failures(keyOf(job))) : 0;
    queue.addAfter(keyOf(job), delay || batchMs, cause);
  };
  return {
    added(pod, cause) {
      if (pod.metadata.deletionTimestamp != null) return deleted(pod, cause, false);
      if (controllerOf(pod) === undefined) return enqueueMatching(pod, context, cause);
      const job = ownerOf(pod, jobs);
      if (job === undefined) return noteOrphan(pod, cause);
      expectations.creationObserved(keyOf(job));
      enqueue(job, cause);
    },
    updated(pod, old, cause) {
      if (pod.metadata.deletionTimestamp != null) return deleted(pod, cause, false);
      const [controller, former] = [controllerOf(pod), controllerOf(old)];
      const hasMoved = controller?.uid !== former?.uid;
      const oldJob = hasMoved ? ownerOf(old, jobs) : undefined;
      if (oldJob !== undefined) enqueueFor(pod, old, oldJob, cause);
      const job = ownerOf(pod, jobs);
      if (job !== undefined) {
        if (!hasFinalizer(pod)) released.observed(keyOf(job), pod.metadata.uid);
        enqueueFor(pod, old, job, cause);
      }
      if (controller !== undefined) return;
      if (hasMoved || pod.metadata.labels !== old.metadata.labels)
        enqueueMatching(pod, context, cause);
    },
    deleted: (pod, cause) => deleted(pod, cause, true),
  };
}

/** How long failed pods delay the reconcile of their job, ms, after this many failures in a row. */
export function failureDelay(failures: number): number {
  const { baseMs, maxMs } = delaysOfAll;
  return failures === 0 ? 0 : Math.min(maxMs, baseMs * 2 ** (failures - 1));
}

function ownerOf(pod: Pod, jobs: Lister<Job>): Job | undefined {
  return controllerIn(jobs, 'Job', pod);
}

/** An orphan may be adopted by any job whose selector it matches. */
function enqueueMatching(
  { metadata }: Pod,
  { jobs, queue, batchMs }: HandlerContext,
  cause: Cause,
): void {
  for (const job of jobs.list(metadata.namespace)) {
    if (!selectorOf(job.spec.selector).matches(metadata.labels)) continue;
    queue.addAfter(keyOf(job), batchMs, cause);
  }
}
