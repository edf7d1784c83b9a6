/** One pass over a CronJob: look, decide, act, write. Mirrors sync of the v1.24 controller. */
import type { Clock } from '#clock';
import { cronJob as cronJobKind, job as jobKind, type Profile } from '#kinds';
import { extended, controllerOf, isAlreadyExists, isNotFound } from '#values';
import type { CronJob, Job, ObjectReference } from '#types';
import type { Client, Lister, ReconcileResult, ReconcileTools } from '#runtime';
import {
  lists,
  reviewJobs,
  runsUnlisted,
  activeWithoutJob,
  withoutMissing,
  type Review,
} from './active.ts';
import {
  conclude,
  evidenceOf,
  hasFailed,
  prunedFirst,
  type Deletion,
  type Outcome,
} from './conclude.ts';
import { beyondLimits, jobAt } from './job.ts';
import { jobsOf } from './owned.ts';
import { planStart, type Plan } from './plan.ts';
import type { Schedules } from './schedules.ts';

/** All that a reconcile reads. */
export interface Caches {
  readonly clock: Clock;
  readonly cronJobs: Lister<CronJob>;
  readonly jobs: Lister<Job>;
  readonly schedules: Schedules;
  readonly profile: Profile;
}

/** A reconcile that does not ask to be requeued leaves the back-off of its key as it is. */
const NO_REQUEUE: ReconcileResult = { keepFailures: true };

/** Brings a CronJob up to date. Throws what creating or replacing jobs threw. */
export async function sync(
  key: string,
  { clock, cronJobs, jobs: allJobs, schedules, profile }: Caches,
  tools: ReconcileTools,
): Promise<ReconcileResult> {
  const { client, events } = tools;
  const cached = cronJobs.getByKey(key);
  if (cached === undefined) {
    schedules.forget(key);
    return NO_REQUEUE;
  }
  const jobs = jobsOf(cached, allJobs, profile);
  const isPrunedFirst = profile.enabled('CronJobsCleanedUpFirst');
  const pruned: Deletion[] = [];
  for (const { metadata } of isPrunedFirst ? beyondLimits(cached, jobs) : []) {
    pruned.push(await deleteJob(client, metadata));
  }
  const before: Outcome = { replaced: [], pruned, isPrunedFirst };
  const review = await lookAtJobs(client, cached, jobs, prunedFirst(before), profile);
  const { cronJob } = review;
  const current = { ...cronJob, status: review.status };
  const plan = planStart(current, schedules.of(key, cronJob.spec), clock.now());
  const outcome = await carryOut(client, current, plan, { jobs, before, profile });
  const { status, error, events: notices } = conclude(review, plan, outcome);
  for (const { type, reason, message } of notices) events.event(cronJob, type, reason, message);
  if (status !== cronJob.status) {
    const knowing = tools.clientKnowing(evidenceOf(outcome));
    await knowing.update(cronJobKind, { ...cronJob, status }, { subresource: 'status' });
  }
  if (error !== undefined) throw error as Error;
  const { requeueAfterMs } = plan;
  return requeueAfterMs === undefined
    ? NO_REQUEUE
    : { requeueAfterMs, requeueReason: 'next start time' };
}

/** Where the cache may be older than the active list, the live objects are read. */
async function lookAtJobs(
  client: Client,
  cached: CronJob,
  jobs: readonly Job[],
  pruned: readonly string[],
  profile: Profile,
): Promise<Review> {
  const { namespace, name } = cached.metadata;
  const fresh = runsUnlisted(cached, jobs)
    ? await client.get(cronJobKind, { namespace, name })
    : undefined;
  const review = reviewJobs(cached, jobs, fresh, profile, pruned);
  const gone: ObjectReference[] = [];
  for (const reference of activeWithoutJob(review.status, jobs)) {
    if ((await liveJob(client, reference)) === undefined) gone.push(reference);
  }
  return withoutMissing(review, gone);
}

async function liveJob(
  client: Client,
  { namespace, name = '' }: ObjectReference,
): Promise<Job | undefined> {
  try {
    return await client.get(jobKind, { namespace, name });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** A failure ends the reconcile: the next one starts over. */
async function carryOut(
  client: Client,
  cronJob: CronJob,
  plan: Plan,
  { jobs, before, profile }: Known,
): Promise<Outcome> {
  const replaced = plan.replace === true ? await replaceActive(client, cronJob) : [];
  let outcome: Outcome = { ...before, replaced };
  if (plan.startAt !== undefined && !hasFailed(outcome)) {
    const job = jobAt(cronJob, plan.startAt, profile);
    try {
      const created = await client.create(jobKind, job);
      outcome = extended(outcome, { created });
    } catch (createError) {
      const isThere = isAlreadyExists(createError) && profile.enabled('CronJobsTakeOver');
      const more = isThere ? await takeOver(client, cronJob, job.metadata.name!) : { createError };
      outcome = { ...outcome, ...more };
    }
  }
  if (hasFailed(outcome) || before.isPrunedFirst === true) return outcome;
  const pruned: Deletion[] = [];
  for (const { metadata } of beyondLimits(cronJob, jobs)) {
    pruned.push(await deleteJob(client, metadata));
  }
  return { ...outcome, pruned };
}

/** What carrying out a plan works with. */
interface Known {
  readonly jobs: readonly Job[];
  readonly before: Outcome;
  readonly profile: Profile;
}

/** A job that exists already is taken over, if it is the CronJob's own. */
async function takeOver(client: Client, cronJob: CronJob, name: string): Promise<Partial<Outcome>> {
  const { namespace, uid } = cronJob.metadata;
  const created = await client.get(jobKind, { namespace, name });
  const isOwn = controllerOf(created)?.uid === uid && !lists(cronJob.status, created);
  return isOwn ? { created, isTakenOver: true } : {};
}

async function replaceActive(client: Client, cronJob: CronJob): Promise<readonly Deletion[]> {
  const deletions: Deletion[] = [];
  for (const reference of cronJob.status.active ?? []) {
    const deletion = await replaceJob(client, reference);
    deletions.push(deletion);
    if (deletion.error !== undefined) break;
  }
  return deletions;
}

async function replaceJob(client: Client, reference: ObjectReference): Promise<Deletion> {
  const { namespace, name = '', uid } = reference;
  try {
    await client.get(jobKind, { namespace, name });
  } catch (error) {
    return { name, uid, error, isUnread: true };
  }
  return deleteJob(client, { namespace, name, uid });
}

async function deleteJob(
  client: Client,
  { namespace, name, uid }: { namespace?: string; name: string; uid?: string },
): Promise<Deletion> {
  try {
    await client.delete(jobKind, { namespace, name }, { propagationPolicy: 'Background' });
    return { name, uid };
  } catch (error) {
    return { name, uid, error };
  }
}
