/** Explains the conditions of a Job. */
import { getCondition } from '#kinds';
import type { Job } from '#types';
import type { Term } from '#runtime';
import { hasTooManyFailures, hasTooManyRestarts, restartsOf } from './plan.ts';
import type { Seen } from './seen.ts';
import { activeAfter, hasEnough } from './status.ts';
import { isSuspended, untilDeadline } from './view.ts';

/** What makes a job complete; both are required. */
export function completeTerms({ view, round }: Seen): readonly Term[] {
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
  ];
}

/** What makes a job fail; one of them is enough. */
export function failedTerms({ view }: Seen): readonly Term[] {
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
  ];
}

/** Whether the job is to be suspended, and was. */
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
