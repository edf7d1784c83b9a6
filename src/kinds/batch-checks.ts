/** What checks jobs, loaded as one. */
export { validateCronJobName, validateCronJobSpec } from './batch/validate-cron-job.ts';
export { validateJobStatus } from './batch/validate-job-status.ts';
export { validateJob, validateJobSpecUpdate, validateLastPodName } from './batch/validate-job.ts';
