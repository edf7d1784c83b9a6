/** What a pass over a CronJob does about its schedule. Mirrors syncCronJob of the v1.24 controller. */
import { parseTime, type CronJob, type CronSchedule } from '#kinds';
import { dueTime, jobNameAt, type Due } from './due.ts';
import {
  invalidSchedule,
  jobAlreadyActive,
  missSchedule,
  tooManyMissedTimes,
  unknownTimeZone,
  unparseableSchedule,
  unsupportedSchedule,
  type EventWords,
} from './messages.ts';
import { namesZone, type ScheduleReading } from './schedules.ts';

export interface Plan {
  readonly events: readonly EventWords[];
  /** Start the job of this time, ms. */
  readonly startAt?: number;
  /** Before that, delete the jobs that are active. */
  readonly replace?: boolean;
  /** When to look again, ms from now; absent: only when something changes. */
  readonly requeueAfterMs?: number;
}

/** A start is announced as late only beyond so many. */
const MANY_MISSED = 100;

/** v1.24 looks a little after the start time, so as never to look before it. */
const LATENESS_MS = 100;

/**
 * Plans the start of a job, if one is due. `cronJob`: with the status that the look at its jobs left;
 * `now` in ms.
 */
export function planStart(cronJob: CronJob, reading: ScheduleReading, now: number): Plan {
  const { metadata, spec } = cronJob;
  if (metadata.deletionTimestamp != null) return { events: [] };
  if (reading.zoneProblem !== undefined) {
    return { events: [unknownTimeZone(spec.timeZone ?? '', reading.zoneProblem)] };
  }
  if (spec.suspend === true) return { events: [] };
  const events = namesZone(spec.schedule) ? [unsupportedSchedule(spec.schedule)] : [];
  if ('problem' in reading) {
    return { events: [...events, unparseableSchedule(spec.schedule, reading.problem)] };
  }
  try {
    const due = dueTime(cronJob, reading.schedule, now);
    const plan = planDue(cronJob, due, now);
    const requeueAfterMs = untilNext(reading.schedule, now);
    return {
      ...plan,
      events: [...events, ...plan.events],
      ...(requeueAfterMs !== undefined && { requeueAfterMs }),
    };
  } catch (error) {
    return { events: [...events, invalidSchedule(spec.schedule, (error as Error).message)] };
  }
}

/** How long until shortly after the next start time, ms; undefined when there is none. */
export function untilNext(schedule: CronSchedule, now: number): number | undefined {
  const next = schedule.next(now);
  return next === undefined ? undefined : next - now + LATENESS_MS;
}

function planDue(cronJob: CronJob, { time, missed }: Due, now: number): Plan {
  const { spec, status } = cronJob;
  const events = missed > MANY_MISSED ? [tooManyMissedTimes(missed)] : [];
  if (time === undefined) return { events };
  const { startingDeadlineSeconds } = spec;
  if (startingDeadlineSeconds != null && time + startingDeadlineSeconds * 1000 < now) {
    return { events: [...events, missSchedule(time)] };
  }
  if (isStarted(cronJob, time)) return { events };
  const isActive = (status?.active?.length ?? 0) > 0;
  if (spec.concurrencyPolicy === 'Forbid' && isActive) {
    return { events: [...events, jobAlreadyActive] };
  }
  return { events, startAt: time, replace: spec.concurrencyPolicy === 'Replace' && isActive };
}

/** By its name among the active jobs, or by the time of the last start. */
function isStarted(cronJob: CronJob, time: number): boolean {
  const { active = [], lastScheduleTime } = cronJob.status ?? {};
  const jobName = jobNameAt(cronJob, time);
  if (active.some(({ name }) => name === jobName)) return true;
  return lastScheduleTime != null && parseTime(lastScheduleTime) === time;
}
