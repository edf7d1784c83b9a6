/** What enqueues a CronJob: itself and its jobs. */
import { controllerOf, keyOf, type Cause } from '#values';
import type { CronJob, Job } from '#types';
import type { Clock } from '#clock';
import { controllerIn, type Handlers, type Lister, type WorkQueue } from '#runtime';
import { untilNext } from './plan.ts';
import type { Schedules } from './schedules.ts';

export interface HandlerContext {
  readonly queue: WorkQueue;
  /** Gets the keys of those whose schedule was changed, to report errors in it. */
  readonly changed: WorkQueue;
  readonly clock: Clock;
  readonly cronJobs: Lister<CronJob>;
  readonly schedules: Schedules;
}

export function cronJobHandlers({
  queue,
  changed,
  clock,
  schedules,
}: HandlerContext): Handlers<CronJob> {
  const enqueue = (cronJob: CronJob, cause: Cause): void => queue.add(keyOf(cronJob), cause);
  return {
    added: enqueue,
    updated(cronJob, old, cause) {
      const key = keyOf(cronJob);
      const isSame =
        cronJob.spec.schedule === old.spec.schedule &&
        schedules.zoneOf(cronJob.spec) === schedules.zoneOf(old.spec);
      if (isSame) return enqueue(cronJob, cause);
      // Not at once, but at the new schedule's next time; a wake-up that comes earlier stays.
      changed.add(key, cause);
      const reading = schedules.of(key, cronJob.spec);
      if (!('schedule' in reading)) return;
      // One that is never due is reconciled now, and rejected.
      queue.addAfter(key, untilNext(reading.schedule, clock.now()) ?? 0, cause);
    },
    deleted: enqueue,
  };
}

export function jobHandlers({ queue, cronJobs }: HandlerContext): Handlers<Job> {
  const enqueue = (job: Job, cause: Cause): void => {
    const owner = controllerIn(cronJobs, 'CronJob', job);
    if (owner !== undefined) queue.add(keyOf(owner), cause);
  };
  return {
    added: enqueue,
    updated(job, old, cause) {
      if (controllerOf(old)?.uid !== controllerOf(job)?.uid) enqueue(old, cause);
      enqueue(job, cause);
    },
    deleted: enqueue,
  };
}
