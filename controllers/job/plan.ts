/**
 * What a reconcile does about a job's pods. Mirrors syncJob and manageJob of the v1.24 controller.
 */
import { getCondition } from '#kinds';
import type { Pod } from '#types';
import { firstMissing, isIndexed } from './indexes.ts';
import { backoffLimitExceeded, deadlineExceeded, type EventWords } from './messages.ts';
import { podsToRemove } from './removal.ts';
import { isSuspended, untilDeadline, type JobView } from './view.ts';

/** Creations, and deletions, in one pass are bounded by this. */
const BURST = 500;

export interface PodPlan {
  readonly remove: readonly Pod[];
  /** How many to create: never any while some are removed. */
  readonly create: number;
  /** The index of each pod to create, for an indexed job. */
  readonly indexes?: readonly number[];
}

const nothing: PodPlan = { remove: [], create: 0 };

/** Why the job has failed; undefined while it has not. */
export function failureOf(view: JobView): EventWords | undefined {
  if (view.rules.endsInSteps) {
    const { conditions } = view.job.status;
    const target = getCondition(conditions, 'FailureTarget');
    if (target?.status === 'True') {
      return { type: 'Warning', reason: target.reason ?? '', message: target.message ?? '' };
    }
    if (getCondition(conditions, 'SuccessCriteriaMet')?.status === 'True') return undefined;
  }
  if (hasTooManyFailures(view) || hasTooManyRestarts(view)) return backoffLimitExceeded;
  const left = untilDeadline(view);
  return left !== undefined && left <= 0 ? deadlineExceeded : undefined;
}

/** Plans creations and deletions, for a job that has not failed. */
export function planPods(view: JobView): PodPlan {
  const { job, active } = view;
  if (isSuspended(job)) return { ...nothing, remove: podsToRemove(job, active, active.length) };
  const wanted = wantedActive(view);
  const excess = Math.max(0, active.length - wanted);
  const remove = podsToRemove(job, active, excess).slice(0, BURST);
  if (remove.length > 0) return { ...nothing, remove };
  const create = Math.min(BURST, wanted - active.length);
  if (create <= 0) return nothing;
  if (!isIndexed(job)) return { ...nothing, create };
  const { completions = 0 } = job.spec;
  const indexes = firstMissing(create, completions, view.succeededIndexes, active);
  return { ...nothing, create: indexes.length, indexes };
}

/** Without a number of completions, the first success means that nothing new is started. */
export function wantedActive({ job, active, succeeded }: JobView): number {
  const { completions, parallelism = 1 } = job.spec;
  if (completions == null) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}

/** Whether more pods have failed than may. */
export function hasTooManyFailures({ job, failed }: JobView): boolean {
  const { backoffLimit = 6 } = job.spec;
  return failed > backoffLimit;
}

/** Pods that are restarted in place fail without ever being failed pods. */
export function hasTooManyRestarts(view: JobView): boolean {
  const { template, backoffLimit = 6 } = view.job.spec;
  if (template.spec.restartPolicy !== 'OnFailure') return false;
  const restarts = restartsOf(view);
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

/** How often the containers of all unfinished pods were restarted. */
export function restartsOf({ pods }: JobView): number {
  let restarts = 0;
  for (const { status } of pods) {
    if (status.phase !== 'Running' && status.phase !== 'Pending') continue;
    for (const { restartCount } of status.initContainerStatuses ?? []) restarts += restartCount;
    for (const { restartCount } of status.containerStatuses ?? []) restarts += restartCount;
  }
  return restarts;
}
