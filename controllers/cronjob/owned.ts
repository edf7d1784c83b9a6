/** Which jobs are a CronJob's. */
import { controllerOf } from '#values';
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

/** Whether a job's controller has the CronJob's name; like v1.24 it asks neither kind nor uid. */
export function isOwned({ metadata }: CronJob, job: Job): boolean {
  return controllerOf(job)?.name === metadata.name;
}

/** The jobs that {@link isOwned} is true of, in the CronJob's namespace. */
export function jobsOf({ metadata }: CronJob, jobs: Lister<Job>): readonly Job[] {
  return jobs.byIndex(BY_CONTROLLER_NAME, `${metadata.namespace}/${metadata.name}`);
}
