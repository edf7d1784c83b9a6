/** Compares the jobs that a status lists with the jobs that exist. */
import { apiVersionOf, getCondition, job as jobKind, type Profile } from '#kinds';
import { formatTime } from '#values';
import type { CronJob, CronJobStatus, Job, ObjectReference } from '#types';
import { missingJob, sawCompletedJob, unexpectedJob, type EventWords } from './messages.ts';

/** A CronJob after a look at its jobs. */
export interface Review {
  /** What the status is based on: as it was cached, or read afresh. */
  readonly cronJob: CronJob;
  /** The very status of `cronJob` when there is nothing to change. */
  readonly status: CronJobStatus;
  readonly events: readonly EventWords[];
}

/** How a job finished; undefined while it has not. */
export function finishedAs(job: Job): 'Complete' | 'Failed' | undefined {
  const is = (type: string): boolean =>
    getCondition(job.status?.conditions, type)?.status === 'True';
  if (is('Complete')) return 'Complete';
  return is('Failed') ? 'Failed' : undefined;
}

/** Whether a job runs that the status does not list: then the cache may be behind. */
export function runsUnlisted({ status }: CronJob, jobs: readonly Job[]): boolean {
  return jobs.some((job) => finishedAs(job) === undefined && !lists(status, job));
}

/**
 * Goes over the jobs: finished ones leave the active list, and the time of the last success follows
 * in a later reconcile, when they are no longer listed. `fresh`: the CronJob as read for {@link
 * runsUnlisted}; `gone`: uids of jobs that were cleaned up before.
 */
export function reviewJobs(
  cached: CronJob,
  jobs: readonly Job[],
  fresh: CronJob | undefined,
  profile: Profile,
  gone: readonly string[] = [],
): Review {
  const called = profile.enabled('SawCompletedCondition') ? 'condition' : 'status';
  const isSuccessAtOnce = profile.enabled('CronJobSuccessAtOnce');
  let cronJob = cached;
  let status = gone.reduce(withoutActive, cached.status ?? {});
  const events: EventWords[] = [];
  for (const job of jobs) {
    const { name, uid } = job.metadata;
    const condition = finishedAs(job);
    if (condition === undefined) {
      if (lists(status, job)) continue;
      if (fresh === undefined || !lists(fresh.status, job)) events.push(unexpectedJob(name));
      else [cronJob, status] = [fresh, fresh.status];
    } else if (lists(status, job)) {
      status = withoutActive(status, uid);
      events.push(sawCompletedJob(name, condition, called));
      if (isSuccessAtOnce && condition === 'Complete') status = withSuccess(status, job);
    } else if (!isSuccessAtOnce || condition === 'Complete') {
      status = withSuccess(status, job);
    }
  }
  return { cronJob, status, events };
}

/** Active entries whose jobs are not among those that are known. */
export function activeWithoutJob(
  status: CronJobStatus,
  jobs: readonly Job[],
): readonly ObjectReference[] {
  const active = status.active ?? [];
  return active.filter(({ uid }) => !jobs.some(({ metadata }) => metadata.uid === uid));
}

/** Takes entries off whose jobs are gone. */
export function withoutMissing(review: Review, gone: readonly ObjectReference[]): Review {
  if (gone.length === 0) return review;
  const status = gone.reduce((left, { uid }) => withoutActive(left, uid), review.status);
  const events = [...review.events, ...gone.map(({ name = '' }) => missingJob(name))];
  return { ...review, status, events };
}

/** What the status says about a job that was started. */
export interface StartedJob {
  readonly metadata: Pick<Job['metadata'], 'name' | 'namespace' | 'uid' | 'resourceVersion'>;
}

/** The status once a job has been started for a time (ms). */
export function withStarted(
  status: CronJobStatus,
  { metadata: { name, namespace, uid, resourceVersion } }: StartedJob,
  time: number,
): CronJobStatus {
  const reference: ObjectReference = {
    apiVersion: apiVersionOf(jobKind),
    kind: jobKind.kind,
    name,
    namespace,
    uid,
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  const active = [...(status.active ?? []), reference];
  return { ...status, active, lastScheduleTime: formatTime(time) };
}

/** The status without an active entry; the field goes with the last of them. */
export function withoutActive(status: CronJobStatus, uid: string | undefined): CronJobStatus {
  const { active = [], ...rest } = status;
  const left = active.filter((reference) => reference.uid !== uid);
  if (left.length === active.length) return status;
  return left.length === 0 ? rest : { ...status, active: left };
}

function withSuccess(
  status: CronJobStatus,
  { status: { completionTime } = {} }: Job,
): CronJobStatus {
  if (completionTime == null) return status;
  // Times in UTC with whole seconds compare as text.
  const { lastSuccessfulTime } = status;
  if (lastSuccessfulTime != null && completionTime <= lastSuccessfulTime) return status;
  return { ...status, lastSuccessfulTime: completionTime };
}

export function lists(status: CronJobStatus | undefined, { metadata }: Job): boolean {
  return status?.active?.some(({ uid }) => uid === metadata.uid) === true;
}
