/** Which jobs are a CronJob's. */
import { controllerOf } from '#values';
import type { Profile } from '#kinds';
import type { CronJob, Job } from '#types';
import type { Informer, Lister } from '#runtime';

const BY_CONTROLLER_NAME = 'controller name';

/** Lets {@link jobsOf} find jobs. */
export function addOwnerIndex(jobs: Informer<Job>): void {
  jobs.addIndex(BY_CONTROLLER_NAME, (job) => {
    const controller = controllerOf(job);
    return controller === undefined ? [] : [`${job.metadata.namespace}/${controller.name}`];
  });
}

/** Whether a job's controller has the CronJob's name; kind and uid matter in later releases only. */
export function isOwned({ metadata }: CronJob, job: Job, profile: Profile): boolean {
  const controller = controllerOf(job);
  if (controller?.name !== metadata.name) return false;
  return !profile.enabled('CronJobsOwnByUid') || controller.uid === metadata.uid;
}

/** The jobs that {@link isOwned} is true of, in the CronJob's namespace. */
export function jobsOf(cronJob: CronJob, jobs: Lister<Job>, profile: Profile): readonly Job[] {
  const { namespace, name } = cronJob.metadata;
  const named = jobs.byIndex(BY_CONTROLLER_NAME, `${namespace}/${name}`);
  if (!profile.enabled('CronJobsOwnByUid')) return named;
  return named.filter((job) => isOwned(cronJob, job, profile));
}
