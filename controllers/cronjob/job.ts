/** The jobs that a CronJob makes and keeps. */
import { cronJob as cronJobKind } from '#kinds';
import type { CronJob, Job } from '#types';
import type { NewObject } from '#values';
import { controllerReference } from '#runtime';
import { finishedAs } from './active.ts';
import { jobNameAt } from './due.ts';

/** The job for a start time (ms): labels and annotations are those of the template alone. */
export function jobAt(cronJob: CronJob, time: number): NewObject<Job> {
  const { metadata, spec } = cronJob.spec.jobTemplate;
  return {
    metadata: {
      name: jobNameAt(cronJob, time),
      namespace: cronJob.metadata.namespace,
      ...(metadata?.labels && { labels: metadata.labels }),
      ...(metadata?.annotations && { annotations: metadata.annotations }),
      ownerReferences: [controllerReference(cronJobKind, cronJob)],
    },
    spec,
  };
}

/** Finished jobs beyond what the limits let be kept: the oldest, successful ones first. */
export function beyondLimits({ spec }: CronJob, jobs: readonly Job[]): readonly Job[] {
  const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = spec;
  return [
    ...oldest(jobs, 'Complete', successfulJobsHistoryLimit),
    ...oldest(jobs, 'Failed', failedJobsHistoryLimit),
  ];
}

function oldest(
  jobs: readonly Job[],
  condition: 'Complete' | 'Failed',
  limit: number | undefined,
): readonly Job[] {
  if (limit == null) return [];
  const finished = jobs.filter((job) => finishedAs(job) === condition);
  if (finished.length <= limit) return [];
  return finished.sort(compareByStart).slice(0, finished.length - limit);
}

/** Jobs that never started come last. */
function compareByStart(a: Job, b: Job): number {
  const [startA, startB] = [a.status.startTime, b.status.startTime];
  if (startA !== startB) {
    if (startA == null) return 1;
    return startB == null || startA < startB ? -1 : 1;
  }
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
