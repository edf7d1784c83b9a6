/** Whether and how a job ends, before its pods are looked after. Mirrors syncJob of the controller since v1.24; pure. */
import { getCondition } from '#kinds';
import type { JobCondition } from '#types';
import { failedBy } from './failure-policy.ts';
import {
  backoffLimitExceeded,
  deadlineExceeded,
  maxFailedIndexesExceeded,
  someIndexesFailed,
  type Ending,
  type EventWords,
} from './messages.ts';
import { ruleMet } from './success-policy.ts';
import { untilDeadline, type JobView } from './view.ts';

/** How the job ends now that it has these pods; undefined while it does not. */
export function endingOf(view: JobView): Ending | undefined {
  return announced(view) ?? failure(view) ?? success(view);
}

/** What the status says already is not decided again. */
function announced({ job, rules }: JobView): Ending | undefined {
  const { endsInSteps, readsFailurePolicy, readsSuccessPolicy } = rules;
  const trueOf = (type: string): JobCondition | undefined => {
    const condition = getCondition(job.status.conditions, type);
    return condition?.status === 'True' ? condition : undefined;
  };
  const met = endsInSteps || readsSuccessPolicy ? trueOf('SuccessCriteriaMet') : undefined;
  const target = endsInSteps || readsFailurePolicy ? trueOf('FailureTarget') : undefined;
  const condition = met ?? target;
  if (condition === undefined) return undefined;
  const { reason, message } = condition;
  const words = {
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
  };
  return { isSuccess: met !== undefined, isAnnounced: true, ...words };
}

function failure(view: JobView): Ending | undefined {
  const { job, pods, rules } = view;
  const message = failedBy(job, pods, rules);
  if (message !== undefined) {
    return { isSuccess: false, isAnnounced: true, reason: 'PodFailurePolicy', message };
  }
  const limit = limitPassed(view);
  return limit && { ...endedBy(limit), isAnnounced: rules.endsInSteps };
}

/** Failure for a reason. */
export function endedBy({ reason, message }: EventWords): Ending {
  return { isSuccess: false, isAnnounced: false, reason, message };
}

function limitPassed(view: JobView): EventWords | undefined {
  if (hasTooManyFailures(view) || hasTooManyRestarts(view)) return backoffLimitExceeded;
  const left = untilDeadline(view);
  if (left !== undefined && left <= 0) return deadlineExceeded;
  return indexLimitPassed(view);
}

/** Why a job fails by its indexes; undefined while it does not. */
export function indexLimitPassed(view: JobView): EventWords | undefined {
  const { failedIndexes, succeededIndexes, job } = view;
  if (failedIndexes === undefined) return undefined;
  const { maxFailedIndexes, completions = 0 } = job.spec;
  const { length } = failedIndexes;
  if (maxFailedIndexes != null && length > maxFailedIndexes) return maxFailedIndexesExceeded;
  return length > 0 && length + succeededIndexes.length >= completions
    ? someIndexesFailed
    : undefined;
}

function success({ job, succeededIndexes, rules }: JobView): Ending | undefined {
  const rule = rules.readsSuccessPolicy ? ruleMet(job, succeededIndexes) : undefined;
  if (rule === undefined) return undefined;
  const message = `Matched rules at index ${rule}`;
  return { isSuccess: true, isAnnounced: true, reason: 'SuccessPolicy', message };
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
