/** Explains why a CronJob started no Job: the latest time that was due, and what came of it. */
import { controllerOf, formatTime, parseTime } from '#values';
import { job as jobKind } from '#kinds';
import type { CronJob } from '#types';
import { refusalTerms, type Account, type PastView } from '#runtime';
import { cronJobCalendar } from './calendar.ts';
import { passedTerm } from './explain-times.ts';
import { LATENESS_MS } from './plan.ts';

/** How far back a time that was due is looked for, at first; then ever further. */
const LOOK_BACK_MS = [3_600_000, 86_400_000, 32 * 86_400_000, 366 * 86_400_000];
/** No more times of it are gone through. */
const MOST_TIMES = 10_000;

export function noRun(cronJob: CronJob, past: PastView): Account {
  const rule =
    'starts a Job at each time of its schedule, unless it is suspended, too late, or forbidden by a Job that still runs';
  const due = latestDue(cronJob, past);
  if (due === undefined) {
    const [next] = cronJobCalendar.times(
      cronJob,
      past.profile,
      { afterMs: past.now, untilMs: past.now + 366 * 86_400_000 },
      1,
    );
    const because =
      next === undefined
        ? `the schedule ${cronJob.spec.schedule} has no time`
        : `the schedule ${cronJob.spec.schedule} was not due until then; it is next at ${formatTime(next)}`;
    return {
      value: 'has started no Job',
      rule,
      terms: [{ subject: 'schedule', counts: false, because }],
    };
  }
  const subject = formatTime(due);
  // What is due at this very moment takes a moment to be started.
  const then = past.now - due < LATENESS_MS ? past.at(due + LATENESS_MS) : past;
  const name = cronJobCalendar.jobName(cronJob, due);
  const job = then
    .list(jobKind, cronJob.metadata.namespace)
    .find(
      (each) => each.metadata.name === name && controllerOf(each)?.uid === cronJob.metadata.uid,
    );
  if (job !== undefined) {
    const because = `it started Job ${name} at ${job.metadata.creationTimestamp}`;
    return {
      value: `has started a Job for ${subject}`,
      rule,
      terms: [{ subject, counts: true, because }],
    };
  }
  return {
    value: `has no Job for ${subject}`,
    rule,
    terms: [passedTerm(due, cronJob, then), ...refusalTerms(past, cronJob, due)],
  };
}

/** The latest time that had come, since the CronJob exists. */
function latestDue(cronJob: CronJob, past: PastView): number | undefined {
  const since = parseTime(cronJob.metadata.creationTimestamp);
  for (const back of LOOK_BACK_MS) {
    const afterMs = Math.max(since, past.now - back);
    const span = { afterMs, untilMs: past.now };
    const latest = cronJobCalendar.times(cronJob, past.profile, span, MOST_TIMES).at(-1);
    if (latest !== undefined || afterMs === since) return latest;
  }
  return undefined;
}
