/** Explains the conditions of a Job. */
import { getCondition } from '#kinds';
import type { Job } from '#types';
import type { Term } from '#runtime';
import { hasTooManyFailures, hasTooManyRestarts, indexLimitPassed, restartsOf } from './ending.ts';
import { failedBy } from './failure-policy.ts';
import type { Ending } from './messages.ts';
import type { Replay } from './replay.ts';
import { activeAfter, hasEnough, leavingAfter } from './status.ts';
import { ruleMet } from './success-policy.ts';
import { isSuspended, untilDeadline, type JobView } from './view.ts';

/** What a job comes to that ends so, as text. */
export function endingText({ isSuccess, message = '' }: Ending): string {
  return `it has ${isSuccess ? 'succeeded' : 'failed'}: ${message}`;
}

/** What makes a job complete; all are required, or a rule of its successPolicy is enough. */
export function completeTerms(replay: Replay): readonly Term[] {
  const { view, round } = replay;
  const { completions } = view.job.spec;
  const active = activeAfter(view, round);
  return [
    {
      subject: 'succeeded',
      amount: view.succeeded,
      counts: hasEnough(view),
      because:
        completions == null
          ? 'one is enough, as spec.completions is not set'
          : `spec.completions is ${completions}`,
    },
    {
      subject: 'active',
      amount: active,
      counts: active === 0,
      because: 'no pod may be active',
    },
    ...successPolicyTerms(replay),
  ];
}

function successPolicyTerms({ view: { job, succeededIndexes, rules } }: Replay): readonly Term[] {
  if (!rules.readsSuccessPolicy || job.spec.successPolicy == null) return [];
  const rule = ruleMet(job, succeededIndexes);
  const because =
    rule === undefined ? 'no rule is met' : `rule ${rule} is met, so the others need not succeed`;
  return [{ subject: 'spec.successPolicy', counts: rule !== undefined, because }];
}

/** What the last condition of a job waits for. */
export function leftTerms({ view, round }: Replay): readonly Term[] {
  if (!view.rules.endsInSteps) return [];
  const amount = leavingAfter(view, round);
  const because = 'the last condition comes once no pod is left';
  return [{ subject: 'pods on their way out', amount, counts: amount === 0, because }];
}

/** What makes a job fail; one of them is enough. */
export function failedTerms({ view }: Replay): readonly Term[] {
  const { backoffLimit = 6, template, activeDeadlineSeconds } = view.job.spec;
  const { restartPolicy } = template.spec;
  const left = untilDeadline(view);
  return [
    {
      subject: 'failed pods',
      amount: view.failed,
      counts: hasTooManyFailures(view),
      because: `spec.backoffLimit is ${backoffLimit}`,
    },
    {
      subject: 'restarts of containers',
      amount: restartsOf(view),
      counts: hasTooManyRestarts(view),
      because:
        restartPolicy === 'OnFailure'
          ? `with restartPolicy OnFailure, spec.backoffLimit (${backoffLimit}) applies to them`
          : 'they count only with restartPolicy OnFailure',
    },
    {
      subject: 'seconds left',
      ...(left === undefined ? {} : { amount: left / 1000 }),
      counts: left !== undefined && left <= 0,
      because:
        activeDeadlineSeconds == null
          ? 'spec.activeDeadlineSeconds is not set'
          : `spec.activeDeadlineSeconds is ${activeDeadlineSeconds}, counted from status.startTime`,
    },
    ...failurePolicyTerms(view),
    ...indexTerms(view),
  ];
}

function failurePolicyTerms({ job, pods, rules }: JobView): readonly Term[] {
  if (!rules.readsFailurePolicy || job.spec.podFailurePolicy == null) return [];
  const message = failedBy(job, pods, rules);
  const because = message ?? 'no failed pod matches a rule with the action FailJob';
  return [{ subject: 'spec.podFailurePolicy', counts: message !== undefined, because }];
}

function indexTerms(view: JobView): readonly Term[] {
  const { failedIndexes, succeededIndexes, job } = view;
  if (failedIndexes === undefined) return [];
  const { maxFailedIndexes, completions = 0 } = job.spec;
  const [amount, succeeded] = [failedIndexes.length, succeededIndexes.length];
  const limit =
    maxFailedIndexes == null
      ? 'spec.maxFailedIndexes is not set'
      : `spec.maxFailedIndexes is ${maxFailedIndexes}`;
  const because = `${limit}; ${succeeded} of ${completions} indexes have succeeded`;
  const isPassed = indexLimitPassed(view) !== undefined;
  return [{ subject: 'failed indexes', amount, counts: isPassed, because }];
}

/** Returns whether the job is to be suspended, and was. */
export function suspendedTerms(job: Job): readonly Term[] {
  const was = getCondition(job.status.conditions, 'Suspended')?.status;
  const before =
    was === undefined ? 'it had never been suspended' : `the condition was ${was} before`;
  return [
    {
      subject: 'spec.suspend',
      amount: isSuspended(job),
      counts: isSuspended(job),
      because: before,
    },
  ];
}
