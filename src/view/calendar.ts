/** The runs of a CronJob: those that were due, with what came of them, and those that come next. */
import { cronJobCalendar } from '#controllers';
import { bucketOf, cronJob as cronJobKind, job as jobKind, type Profile } from '#kinds';
import {
  clockChanges,
  type ClockChange,
  formatTime,
  offsetAt,
  parseSchedule,
  parseTime,
} from '#values';
import type { CronJob, Job } from '#types';
import { profileAt, type RunLog } from '#record';
import { PastCluster } from '#runtime';
import type { Change } from '#store';
import type { ObjectName } from './object.ts';
import { outagesOf, type Outage } from './outages.ts';

export type Outcome =
  | 'complete'
  | 'failed'
  | 'running'
  | 'stopped' // its Job was deleted before its end
  | 'missed'
  | 'due' // at the end of the run, which the controller has had no time for
  | 'next'; // behind the end of the run

export interface ScheduledRun {
  /** When it was due, virtual ms since the start. */
  readonly atMs: number;
  readonly outcome: Outcome;
  /** When its Job was created; absent without one. */
  readonly startedMs?: number;
  readonly endedMs?: number;
  readonly job?: string;
  /** Why it has no Job. */
  readonly because?: string;
}

export interface Calendar extends ObjectName {
  readonly schedule: string;
  readonly timeZone: string;
  readonly concurrencyPolicy: string;
  readonly deadlineSeconds?: number;
  readonly suspended: boolean;
  /** It has been deleted. */
  readonly isGone: boolean;
  /** In order. */
  readonly runs: readonly ScheduledRun[];
  /** How many came before them that are not listed. */
  readonly earlier: number;
  /** The offset of local time from UTC at the start, ms, and when it changes, ms since the start. */
  readonly offsetMs: number;
  readonly clockChanges: readonly ClockChange[];
}

/** More runs are not listed: the last ones are. */
const MOST_RUNS = 2_000;
/** More times are not computed. */
const MOST_TIMES = 100_000;
/** How many times to come are listed, and how many reasons are looked up: the last ones. */
const MOST_NEXT = 10;
const MOST_REASONS = 300;
/** How long a controller may take to start what is due, ms. */
const START_MS = 1_000;
/** How far behind the end times to come are looked for. */
const AHEAD_MS = 400 * 86_400_000;

/** Returns the runs of a CronJob, by the release at the end; undefined for one that never was. */
export function calendarOf(log: RunLog, { kind, key }: ObjectName): Calendar | undefined {
  const { past, head } = log;
  const { startMs, endMs } = head;
  const profile = profileAt(head, past.revision);
  const versions = [...past.changesOf(bucketOf(cronJobKind), key)].reverse();
  const last = versions.at(-1);
  if (last === undefined) return undefined;
  const cronJob = last.value as CronJob;
  const isGone = last.type === 'deleted';
  const due = timesDue(versions, profile, endMs);
  const reader = new RunReader(log, profile);
  const shown = due.slice(-MOST_RUNS);
  const runs = shown.map((at, i) => reader.runAt(cronJob, at, shown[i - 1]));
  const { spec } = cronJob;
  const next = isGone || spec.suspend === true ? [] : timesAhead(cronJob, profile, endMs);
  const timeZone = cronJobCalendar.zone(cronJob, profile);
  const lastMs = Math.min(next.at(-1) ?? endMs, startMs + AHEAD_MS);
  const changes = clockChanges(timeZone, startMs, lastMs).map((change) => ({
    ...change,
    atMs: change.atMs - startMs,
  }));
  return {
    ...{ kind, key, schedule: spec.schedule, timeZone, isGone },
    concurrencyPolicy: spec.concurrencyPolicy ?? 'Allow',
    ...(spec.startingDeadlineSeconds != null && { deadlineSeconds: spec.startingDeadlineSeconds }),
    suspended: spec.suspend === true,
    runs: [
      ...reader.withReasons(runs, cronJob),
      ...leftOut(spec.schedule, changes, startMs),
      ...next.map((at): ScheduledRun => ({ atMs: at - startMs, outcome: 'next' })),
    ].sort((a, b) => a.atMs - b.atMs),
    earlier: due.length - shown.length,
    offsetMs: offsetAt(timeZone, startMs),
    clockChanges: changes,
  };
}

/** Local times that clocks skip when they go forward: no run is due then, nor is it made up for. */
function leftOut(
  schedule: string,
  changes: readonly ClockChange[],
  startMs: number,
): readonly ScheduledRun[] {
  const fields = schedule.replace(/^(?:CRON_)?TZ=\S+\s+/, '');
  if (fields.startsWith('@every')) return [];
  return changes.flatMap(({ atMs, beforeMs, afterMs }) => {
    const runs: ScheduledRun[] = [];
    // As if the zone had no changes.
    const local = parseSchedule(fields);
    const untilMs = startMs + atMs + afterMs;
    let time = local.next(startMs + atMs + beforeMs - 1000);
    while (time !== undefined && time < untilMs && runs.length < MOST_NEXT) {
      const because = `there is no ${formatTime(time).slice(11, 16)} on that day: clocks go forward`;
      runs.push({ atMs, outcome: 'missed', because });
      time = local.next(time);
    }
    return runs;
  });
}

/** Returns the times of the schedule as it was at each time. */
function timesDue(versions: readonly Change[], profile: Profile, endMs: number): readonly number[] {
  const times: number[] = [];
  versions.forEach(({ type, value, time }, i) => {
    if (type === 'deleted') return;
    const untilMs = versions[i + 1]?.time ?? endMs;
    const cronJob = value as CronJob;
    const span = { afterMs: Math.max(time, parseTime(value.metadata.creationTimestamp)), untilMs };
    times.push(...cronJobCalendar.times(cronJob, profile, span, MOST_TIMES - times.length));
  });
  return times;
}

function timesAhead(cronJob: CronJob, profile: Profile, endMs: number): readonly number[] {
  const span = { afterMs: endMs, untilMs: endMs + AHEAD_MS };
  return cronJobCalendar.times(cronJob, profile, span, MOST_NEXT);
}

/** Finds what came of the times of a CronJob. */
class RunReader {
  readonly #log: RunLog;
  readonly #end: PastCluster;
  readonly #outages: readonly Outage[];

  constructor(log: RunLog, profile: Profile) {
    const { past, head, steps } = log;
    this.#log = log;
    this.#end = new PastCluster(past, { revision: past.revision, now: head.endMs }, profile);
    this.#outages = outagesOf(steps, head.endMs - head.startMs);
  }

  /** @param before the time before: within a minute there is one Job, that of the first */
  runAt(cronJob: CronJob, at: number, before: number | undefined): ScheduledRun {
    const { past, head } = this.#log;
    const atMs = at - head.startMs;
    const { namespace, uid } = cronJob.metadata;
    const name = cronJobCalendar.jobName(cronJob, at);
    const isTaken = before !== undefined && cronJobCalendar.jobName(cronJob, before) === name;
    const changes = isTaken ? [] : [...past.changesOf(bucketOf(jobKind), `${namespace}/${name}`)];
    const result = changes.findLast(
      ({ type, value }) =>
        type === 'created' && value.metadata.ownerReferences?.some((owner) => owner.uid === uid),
    );
    if (result === undefined) {
      const isDue = head.endMs - at < START_MS && cronJob.spec.suspend !== true;
      return { atMs, outcome: isDue ? 'due' : 'missed' };
    }
    const run = { atMs, job: name, startedMs: result.time - head.startMs };
    const own = changes.filter(({ value }) => value.metadata.uid === result.value.metadata.uid);
    const end = own.findLast(({ value }) => endOf(value as Job) !== undefined);
    if (end !== undefined) {
      return { ...run, outcome: endOf(end.value as Job)!, endedMs: end.time - head.startMs };
    }
    const [latest] = own;
    const isDeleted = latest?.type === 'deleted';
    if (!isDeleted) return { ...run, outcome: 'running' };
    return { ...run, outcome: 'stopped', endedMs: latest!.time - head.startMs };
  }

  withReasons(runs: readonly ScheduledRun[], cronJob: CronJob): readonly ScheduledRun[] {
    const missed = runs.filter(({ outcome }) => outcome === 'missed').slice(-MOST_REASONS);
    const missedRuns = new Set(missed);
    return runs.map((run) =>
      missedRuns.has(run) ? { ...run, because: this.#reason(run, cronJob) } : run,
    );
  }

  #reason({ atMs }: ScheduledRun, cronJob: CronJob): string {
    const at = this.#log.head.startMs + atMs;
    const outage = this.#outages.find(
      ({ fromMs, untilMs, text }) =>
        fromMs <= atMs && atMs <= untilMs && /control plane|all controllers|cronjob/.test(text),
    );
    const reason = cronJobCalendar.reason(at, cronJob, this.#end);
    return outage === undefined ? reason : `${outage.text}; ${reason}`;
  }
}

function endOf({ status }: Job): 'complete' | 'failed' | undefined {
  const isTrue = (type: string): boolean =>
    status?.conditions?.some((each) => each.type === type && each.status === 'True') === true;
  if (isTrue('Complete')) return 'complete';
  return isTrue('Failed') ? 'failed' : undefined;
}
