/** Reports errors in a schedule as soon as it is changed, while the CronJob itself is not enqueued. */
import type { ReconcileTools } from '#runtime';
import { unparseableChange, unsupportedSchedule } from './messages.ts';
import { namesZone } from './schedules.ts';
import type { Caches } from './sync.ts';

/** Reports errors in the schedule of the CronJob with that key. */
export function reportScheduleErrors(
  key: string,
  { cronJobs, schedules }: Pick<Caches, 'cronJobs' | 'schedules'>,
  { events }: Pick<ReconcileTools, 'events'>,
): void {
  const cronJob = cronJobs.getByKey(key);
  if (cronJob === undefined) return;
  const { schedule } = cronJob.spec;
  const words = [
    ...(namesZone(schedule) ? [unsupportedSchedule(schedule)] : []),
    ...('problem' in schedules.of(key, cronJob.spec) ? [unparseableChange(schedule)] : []),
  ];
  for (const { type, reason, message } of words) events.event(cronJob, type, reason, message);
}
