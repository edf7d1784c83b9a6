/** Which start time is due. Mirrors getMostRecentScheduleTime of the v1.24 controller. */
import { parseTime, type CronSchedule } from '#values';
import type { CronJob } from '#types';

/** Start times are looked for from here on; all times in ms. */
export interface Due {
  /** The latest start time that has passed, or what v1.24 takes for it; absent when none has. */
  readonly time?: number;
  /** How many have passed, by the same computation. */
  readonly missed: number;
}

/**
 * The time that is due at `now`. Like v1.24 it is computed from the interval of the first two
 * times, so that for uneven schedules the result may be a time that is not in the schedule;
 * `isExact` takes the last one that is. @throws {Error} for a schedule without two times at least a
 * second apart
 */
export function dueTime(
  cronJob: CronJob,
  schedule: CronSchedule,
  now: number,
  isExact = false,
): Due {
  const earliest = earliestTime(cronJob, now);
  if (earliest > now) return { missed: 0 };
  const first = schedule.next(earliest);
  if (first !== undefined && now < first) return { missed: 0 };
  const second = first === undefined ? undefined : schedule.next(first);
  if (first === undefined || second === undefined) {
    throw new Error('time difference between two schedules less than 1 second');
  }
  if (now < second) return { time: first, missed: 1 };
  const step = second - first;
  const missed = Math.floor((now - first) / step) + 1;
  const estimate = first + (missed - 1) * step;
  return { time: isExact ? schedule.lastWithin(earliest, now)! : estimate, missed };
}

/** The last start, or the creation; with a starting deadline nothing before it counts. */
function earliestTime({ metadata, spec, status }: CronJob, now: number): number {
  const last = lastStart({ metadata, status });
  const { startingDeadlineSeconds } = spec;
  return startingDeadlineSeconds == null
    ? last
    : Math.max(last, now - startingDeadlineSeconds * 1000);
}

/** From when on times are owed, ms: the last start, or the creation. */
export function lastStart({ metadata, status }: Pick<CronJob, 'metadata' | 'status'>): number {
  return parseTime(status?.lastScheduleTime ?? metadata.creationTimestamp);
}

/**
 * The name of the job for a start time (ms): the time in minutes makes it, so a minute has one
 * name.
 */
export function jobNameAt({ metadata: { name } }: CronJob, time: number): string {
  return `${name}-${Math.floor(time / 60_000)}`;
}
