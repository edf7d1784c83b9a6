/** batch/v1: what some of its types mean. Notation: see index.ts. */
export const batchV1Descriptions = `
CronJob Creates a job from a template at the times of its schedule.
  spec What runs, and when.
  status What runs now, and when something last did.
CronJobSpec
  concurrencyPolicy What happens when it is time while a job still runs: Allow, the default, starts another; Forbid skips this time; Replace replaces the old one with the new one.
  failedJobsHistoryLimit How many failed jobs are kept. 1 by default.
  jobTemplate What each job looks like.
  schedule When jobs start, in cron format.
  startingDeadlineSeconds How many seconds late a job may still start. A job that does not start in time counts as failed.
  successfulJobsHistoryLimit How many successful jobs are kept. 3 by default.
  suspend Holds back all further jobs; running jobs continue. False by default.
  timeZone The time zone of the schedule, by its name in the tz database; else that of the controller. Needs the feature gate CronJobTimeZone.
JobTemplateSpec
  metadata Labels, annotations and the like of the jobs.
  spec What the jobs do.
CronJobStatus
  active The jobs that run now.
  lastScheduleTime When a job was last created.
  lastSuccessfulTime When a job last completed successfully.
Job Runs pods until enough of them have succeeded.
  spec What runs, and how often.
  status How far it has come.
JobSpec
  activeDeadlineSeconds How many seconds the job may take before it is stopped and counts as failed.
  backoffLimit How often pods may fail before the job does. 6 by default.
  completionMode NonIndexed, the default, counts successful pods; Indexed gives each completion a number of its own.
  completions How many pods have to succeed. Without it, one success ends the job.
  manualSelector The selector and the labels that it needs are given, not generated.
  parallelism How many pods may run at the same time.
  selector Selects the pods of the job. Usually generated.
  suspend Stops the job: its pods are deleted, and none are made until this is false again.
  template The pod to run.
  ttlSecondsAfterFinished How many seconds after its end the job is deleted. Without it, it stays.
`;
