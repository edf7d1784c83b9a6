/** When a CronJob is due, and why it did not start: for a calendar of its runs. */
import { cronJob as cronJobKind, type Profile } from '#kinds';
import { keyOf } from '#values';
import type { CronJob } from '#types';
import type { PastView } from '#runtime';
import { jobNameAt } from './due.ts';
import { passedTerm } from './explain-times.ts';
import { namesZone, Schedules } from './schedules.ts';

export const cronJobCalendar = {
  /**
   * Its times after one instant and not after another, ms, in order. None for a schedule or a zone that cannot be read.
   * @param most no more of them
   */
  times(
    cronJob: CronJob,
    profile: Profile,
    span: { readonly afterMs: number; readonly untilMs: number },
    most: number,
  ): readonly number[] {
    const reading = new Schedules(profile).of(keyOf(cronJob), cronJob.spec);
    if ('problem' in reading || reading.zoneProblem !== undefined) return [];
    const times: number[] = [];
    let time = reading.schedule.next(span.afterMs);
    while (time !== undefined && time <= span.untilMs && times.length < most) {
      times.push(time);
      time = reading.schedule.next(time);
    }
    return times;
  },

  /** The zone that its schedule is read in. */
  zone({ spec }: CronJob, profile: Profile): string {
    const named = /^(?:CRON_)?TZ=(\S+)\s/.exec(spec.schedule)?.[1];
    if (named !== undefined && namesZone(spec.schedule)) return named;
    return new Schedules(profile).zoneOf(spec) ?? 'UTC';
  },

  /** The name of the job for one of its times. */
  jobName: jobNameAt,

  /** Why no job was started for a time that has passed. */
  reason(time: number, { metadata }: CronJob, past: PastView): string {
    const now = past.get(cronJobKind, metadata);
    return now === undefined
      ? 'the CronJob was deleted meanwhile'
      : passedTerm(time, now, past).because;
  },
};
