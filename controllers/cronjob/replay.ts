/** A past pass over a CronJob, gone through again. */
import { job as jobKind } from '#kinds';
import { keyOf } from '#values';
import type { CronJob, CronJobStatus, Job, ObjectReference } from '#types';
import type { Pass, PastView } from '#runtime';
import { reviewJobs, activeWithoutJob, withoutMissing, type Review } from './active.ts';
import { conclude, type Outcome, type OutcomeEvidence } from './conclude.ts';
import { isOwned } from './owned.ts';
import { planStart, type Plan } from './plan.ts';
import { Schedules } from './schedules.ts';

/** What a pass saw and planned. */
export interface ReplayedPlan {
  readonly jobs: readonly Job[];
  /** Entries of the active list whose jobs were gone. */
  readonly gone: readonly ObjectReference[];
  readonly review: Review;
  readonly plan: Plan;
}

/** What it did besides, and made of it. */
export interface Replay extends ReplayedPlan {
  readonly outcome: Outcome;
  readonly status: CronJobStatus;
}

/** Plans a pass again from what was there at `past`. */
export function replayPlan(
  cronJob: CronJob,
  past: PastView,
  pruned: readonly string[] = [],
): ReplayedPlan {
  const { profile } = past;
  const jobs = past
    .list(jobKind, cronJob.metadata.namespace)
    .filter((job) => isOwned(cronJob, job, profile));
  const reviewed = reviewJobs(cronJob, jobs, cronJob, profile, pruned);
  const gone = activeWithoutJob(reviewed.status, jobs).filter(
    ({ namespace, name = '' }) => past.get(jobKind, { namespace, name }) === undefined,
  );
  const review = withoutMissing(reviewed, gone);
  const reading = new Schedules(profile).of(keyOf(cronJob), cronJob.spec);
  const plan = planStart({ ...cronJob, status: review.status }, reading, past.now);
  return { jobs, gone, review, plan };
}

/** Goes through a recorded pass again. */
export function replayPass({ object, past, evidence }: Pass<CronJob>): Replay {
  const { replaced = [], created, pruned } = (evidence ?? {}) as Partial<OutcomeEvidence>;
  const look = replayPlan(object, past, pruned);
  // In a state that was not the one seen, the plan may be another.
  const didStart = created !== undefined && look.plan.startAt !== undefined;
  const outcome: Outcome = { replaced, pruned: [], ...(didStart && { created }) };
  return { ...look, outcome, status: conclude(look.review, look.plan, outcome).status };
}
