/** The words of the CronJob controller's events. */
import { formatRfc1123, show } from '#values';

export interface EventWords {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

const normal = (reason: string, message: string): EventWords => ({
  type: 'Normal',
  reason,
  message,
});

const warning = (reason: string, message: string): EventWords => ({
  type: 'Warning',
  reason,
  message,
});

export const unexpectedJob = (job: string): EventWords =>
  warning('UnexpectedJob', `Saw a job that the controller did not create or forgot: ${job}`);

/** `called`: what the condition is called. */
export const sawCompletedJob = (
  job: string,
  condition: string,
  called: 'status' | 'condition' = 'status',
): EventWords => normal('SawCompletedJob', `Saw completed job: ${job}, ${called}: ${condition}`);

export const missingJob = (job: string): EventWords =>
  normal('MissingJob', `Active job went missing: ${job}`);

export const unknownTimeZone = (zone: string, problem: string): EventWords =>
  warning('UnknownTimeZone', `invalid timeZone: ${show(zone)}: ${problem}`);

/** Of a schedule with a zone in it, which works all the same. */
export const unsupportedSchedule = (schedule: string): EventWords =>
  warning(
    'UnsupportedSchedule',
    `CRON_TZ or TZ used in schedule ${show(schedule)} is not officially supported, ` +
      'see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
  );

export const unparseableSchedule = (schedule: string, problem: string): EventWords =>
  warning('UnparseableSchedule', `unparseable schedule: ${show(schedule)} : ${problem}`);

/** Said when a schedule is changed to one that cannot be read. */
export const unparseableChange = (schedule: string): EventWords =>
  warning('UnParseableCronJobSchedule', `unparseable schedule for cronjob: ${schedule}`);

export const invalidSchedule = (schedule: string, problem: string): EventWords =>
  warning('InvalidSchedule', `invalid schedule: ${schedule} : ${problem}`);

/** Without their number where it is not known. */
export const tooManyMissedTimes = (missed: number | undefined): EventWords =>
  warning(
    'TooManyMissedTimes',
    `too many missed start times${missed === undefined ? '' : `: ${missed}`}. ` +
      'Set or decrease .spec.startingDeadlineSeconds or check clock skew',
  );

/** `time` in ms. */
export const missSchedule = (time: number): EventWords =>
  warning('MissSchedule', `Missed scheduled time to start a job: ${formatRfc1123(time)}`);

export const jobAlreadyActive: EventWords = normal(
  'JobAlreadyActive',
  'Not starting job because prior execution is running and concurrency policy is Forbid',
);

export const createdJob = (job: string): EventWords =>
  normal('SuccessfulCreate', `Created job ${job}`);

export const failedCreate = (problem: string): EventWords =>
  warning('FailedCreate', `Error creating job: ${problem}`);

export const deletedJob = (job: string): EventWords =>
  normal('SuccessfulDelete', `Deleted job ${job}`);

export const failedDelete = (problem: string): EventWords =>
  warning('FailedDelete', `Deleted job: ${problem}`);

export const failedGet = (problem: string): EventWords =>
  warning('FailedGet', `Get job: ${problem}`);
