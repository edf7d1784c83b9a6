/** Explains each scheduled time of a CronJob since its last start. */
import { cronJob as cronJobKind } from '#kinds';
import { formatTime, keyOf } from '#values';
import type { CronJob } from '#types';
import type { Pass, PastView, Term } from '#runtime';
import { lastStart } from './due.ts';
import { LATENESS_MS, type Decision } from './plan.ts';
import { Schedules } from './schedules.ts';
import { replayPlan, type ReplayedPlan, type Replay } from './replay.ts';

/** At most this many times are explained. */
const MOST_TIMES = 100;

/** The times from the last start up to the pass, each with its outcome. */
export function startTerms(replay: Replay, pass: Pass<CronJob>): readonly Term[] {
  const { object: cronJob, past } = pass;
  const { due, decision } = replay.plan;
  const terms: Term[] = [];
  for (const time of timesSince(lastStart(cronJob), cronJob, past)) {
    if (time === due) break;
    if (terms.length === MOST_TIMES) {
      terms.push({ subject: 'further times', counts: false, because: `more than ${MOST_TIMES}` });
      break;
    }
    terms.push(passedTerm(time, cronJob, past));
  }
  if (due === undefined) return terms.length > 0 ? terms : upcomingTerms(cronJob, past);
  const name = replay.outcome.created?.metadata.name;
  const replaced = replay.outcome.replaced.map((deletion) => deletion.name);
  return [
    ...terms,
    {
      subject: formatTime(due),
      counts: name !== undefined,
      because: name === undefined ? decisionText(decision, replay) : startedText(name, replaced),
    },
  ];
}

/** What a CronJob waits for that has started no job, and had none to start. */
function upcomingTerms({ metadata, spec, status }: CronJob, past: PastView): readonly Term[] {
  if (status?.lastScheduleTime != null) return [];
  if (spec.suspend === true) {
    return [{ subject: 'schedule', counts: false, because: 'it is suspended' }];
  }
  const reading = new Schedules(past.profile).of(keyOf({ metadata }), spec);
  if ('problem' in reading) {
    return [{ subject: 'schedule', counts: false, because: reading.problem }];
  }
  const next = reading.schedule.next(past.now);
  if (next === undefined) return [];
  const because = `the first time of the schedule ${spec.schedule}, which is in the future`;
  return [{ subject: formatTime(next), counts: false, because }];
}

function startedText(name: string, replaced: readonly string[]): string {
  const instead = replaced.length === 0 ? '' : ` instead of ${replaced.join(', ')}`;
  return `started Job ${name}${instead}`;
}

function* timesSince(start: number, cronJob: CronJob, past: PastView): Iterable<number> {
  const reading = new Schedules(past.profile).of(keyOf(cronJob), cronJob.spec);
  if ('problem' in reading) return;
  let time = reading.schedule.next(start);
  while (time !== undefined && time <= past.now) {
    yield time;
    time = reading.schedule.next(time);
  }
}

/** Why no job was started for a time: what the controller found when it was due. */
export function passedTerm(time: number, { metadata }: CronJob, past: PastView): Term {
  const then = past.at(Math.min(time + LATENESS_MS, past.now));
  const cronJob = then.get(cronJobKind, metadata);
  const subject = formatTime(time);
  if (cronJob === undefined)
    return { subject, counts: false, because: 'the controller did not check it then' };
  const look = replayPlan(cronJob, then);
  return { subject, counts: false, because: decisionText(look.plan.decision, look) };
}

function decisionText(decision: Decision, { review: { cronJob, status } }: ReplayedPlan): string {
  const { startingDeadlineSeconds: deadline } = cronJob.spec;
  if (decision === 'forbidden') {
    const running = (status.active ?? []).map(({ name }) => name).join(', ');
    return `skipped: concurrencyPolicy is Forbid, and ${running} was running`;
  }
  if (decision === 'too late') return `too late: startingDeadlineSeconds is ${deadline}`;
  if (decision === 'started already') return decision;
  if (decision === 'nothing due') return 'missed: nothing was due by the schedule at that time';
  if (decision !== 'start' && decision !== 'replace') return `skipped: ${reasons[decision]}`;
  return deadline == null
    ? 'missed: it was due, but no job was created then'
    : `missed: no job was created within startingDeadlineSeconds (${deadline})`;
}

const reasons = {
  'being deleted': 'the CronJob was being deleted',
  suspended: 'the schedule was suspended',
  'unknown time zone': 'the time zone was unknown',
  'unreadable schedule': 'the schedule could not be read',
} as const;
