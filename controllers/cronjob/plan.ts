/**
 * What a reconcile of a CronJob does about its schedule. Mirrors syncCronJob of the v1.24
 * controller.
 */
import { extended, parseTime, type CronSchedule } from '#values';
import type { CronJob } from '#types';
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
  /** The decision about the schedule. */
  readonly decision: Decision;
  /** The time that is due, ms, if it came to that. */
  readonly due?: number;
  /** Start the job of this time, ms. */
  readonly startAt?: number;
  /** Before that, delete the jobs that are active. */
  readonly replace?: boolean;
  /** When to look again, ms from now; absent: only when something changes. */
  readonly requeueAfterMs?: number;
}

/** Why no job is started now, or how one is. */
export type Decision =
  | 'being deleted'
  | 'unknown time zone'
  | 'suspended'
  | 'unreadable schedule'
  | 'nothing due'
  | 'too late'
  | 'started already'
  | 'forbidden'
  | 'start'
  | 'replace';

/** A start is reported as late only beyond this many. */
const MANY_MISSED = 100;

/** v1.24 looks a little after the start time, so as never to look before it. */
export const LATENESS_MS = 100;

/**
 * Plans the start of a job, if one is due. `cronJob`: with the status that the look at its jobs
 * left; `now` in ms.
 */
export function planStart(cronJob: CronJob, reading: ScheduleReading, now: number): Plan {
  const { metadata, spec } = cronJob;
  if (metadata.deletionTimestamp != null) return { events: [], decision: 'being deleted' };
  if (reading.zoneProblem !== undefined) {
    const words = unknownTimeZone(spec.timeZone ?? '', reading.zoneProblem);
    return { events: [words], decision: 'unknown time zone' };
  }
  if (spec.suspend === true) return { events: [], decision: 'suspended' };
  const events = namesZone(spec.schedule) ? [unsupportedSchedule(spec.schedule)] : [];
  if ('problem' in reading) {
    const words = unparseableSchedule(spec.schedule, reading.problem);
    return { events: [...events, words], decision: 'unreadable schedule' };
  }
  try {
    const due = dueTime(cronJob, reading.schedule, now, reading.isExact);
    const plan = planDue(cronJob, due, now, reading.isNumberless === true);
    const requeueAfterMs = untilNext(reading.schedule, now);
    return extended(plan, {
      events: [...events, ...plan.events],
      ...(requeueAfterMs !== undefined && { requeueAfterMs }),
    });
  } catch (error) {
    const words = invalidSchedule(spec.schedule, (error as Error).message);
    return { events: [...events, words], decision: 'unreadable schedule' };
  }
}

/** How long until shortly after the next start time, ms; undefined when there is none. */
export function untilNext(schedule: CronSchedule, now: number): number | undefined {
  const next = schedule.next(now);
  return next === undefined ? undefined : next - now + LATENESS_MS;
}

function planDue(
  cronJob: CronJob,
  { time, missed }: Due,
  now: number,
  isNumberless: boolean,
): Plan {
  const tooMany = tooManyMissedTimes(isNumberless ? undefined : missed);
  const events = missed > MANY_MISSED ? [tooMany] : [];
  const decision = time === undefined ? 'nothing due' : decisionAt(cronJob, time, now);
  if (time === undefined) return { events, decision };
  const plan = { events, decision, due: time };
  if (decision === 'too late') return { ...plan, events: [...events, missSchedule(time)] };
  if (decision === 'forbidden') return { ...plan, events: [...events, jobAlreadyActive] };
  const isStart = decision === 'start' || decision === 'replace';
  return isStart ? extended(plan, { startAt: time, replace: decision === 'replace' }) : plan;
}

function decisionAt(cronJob: CronJob, time: number, now: number): Decision {
  const { startingDeadlineSeconds, concurrencyPolicy } = cronJob.spec;
  const isLate = startingDeadlineSeconds != null && time + startingDeadlineSeconds * 1000 < now;
  if (isLate) return 'too late';
  if (isStarted(cronJob, time)) return 'started already';
  if ((cronJob.status?.active?.length ?? 0) === 0) return 'start';
  if (concurrencyPolicy === 'Forbid') return 'forbidden';
  return concurrencyPolicy === 'Replace' ? 'replace' : 'start';
}

/** By its name among the active jobs, or by the time of the last start. */
function isStarted(cronJob: CronJob, time: number): boolean {
  const { active = [], lastScheduleTime } = cronJob.status ?? {};
  const jobName = jobNameAt(cronJob, time);
  if (active.some(({ name }) => name === jobName)) return true;
  return lastScheduleTime != null && parseTime(lastScheduleTime) === time;
}
