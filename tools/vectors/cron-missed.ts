import { defaultProfile, withGates } from '#kinds';
import { formatTime, parseTime } from '#values';
import type { CronJob } from '#types';
import { dueTime, jobNameAt } from '../../controllers/cronjob/due.ts';
import { planStart } from '../../controllers/cronjob/plan.ts';
import { Schedules } from '../../controllers/cronjob/schedules.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface MissedCase {
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly creationTimestamp: string;
  readonly lastScheduleTime: string | null;
  readonly startingDeadlineSeconds: number | null;
  readonly now: string;
}

const inputs = [
  ...['schedule', 'timeZone', 'creationTimestamp', 'lastScheduleTime'],
  ...['startingDeadlineSeconds', 'now'],
];

/** cron-missed.json: which start time of a CronJob is due. */
export const runCronMissed: Runner = (testCase) => {
  const recorded = testCase as unknown as MissedCase;
  return expectSame('outcome', outcomeOf(recorded), outcomeIn(testCase, ...inputs));
};

const nothing = {
  scheduledTime: null,
  jobName: null,
  missed: 0,
  parseError: null,
  error: null,
  events: [],
};

function outcomeOf(recorded: MissedCase): object {
  const cronJob = cronJobOf(recorded);
  const now = parseTime(recorded.now);
  const schedules = new Schedules(withGates(defaultProfile, { CronJobTimeZone: true }));
  const reading = schedules.of('default/hello', cronJob.spec);
  if ('problem' in reading) return { ...nothing, parseError: reading.problem };
  try {
    const { time, missed } = dueTime(cronJob, reading.schedule, now);
    if (time === undefined) return { ...nothing, missed };
    const { events } = planStart(cronJob, reading, now);
    return {
      ...nothing,
      scheduledTime: formatTime(time),
      jobName: jobNameAt(cronJob, time),
      missed,
      // The plan has more than the decision that is recorded here.
      events: events.filter(({ reason }) => reason === 'TooManyMissedTimes'),
    };
  } catch (error) {
    return { ...nothing, error: (error as Error).message };
  }
}

function cronJobOf({ schedule, ...recorded }: MissedCase): CronJob {
  const { timeZone, creationTimestamp, lastScheduleTime, startingDeadlineSeconds } = recorded;
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {
      name: 'hello',
      namespace: 'default',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp,
    },
    spec: {
      schedule,
      jobTemplate: { spec: { template: { spec: { containers: [] } } } },
      ...(timeZone !== null && { timeZone }),
      ...(startingDeadlineSeconds !== null && { startingDeadlineSeconds }),
    },
    status: lastScheduleTime === null ? {} : { lastScheduleTime },
  };
}
