/** The jobs that a CronJob makes and keeps. */
import { cronJob as cronJobKind, type Profile } from '#kinds';
import type { CronJob, Job } from '#types';
import { formatTime, offsetAt, type NewObject } from '#values';
import { controllerReference } from '#runtime';
import { finishedAs } from './active.ts';
import { jobNameAt } from './due.ts';

/** Says for what time a job is. */
const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/** The job for a start time (ms): labels and annotations are those of the template, but for the time. */
export function jobAt(cronJob: CronJob, time: number, profile: Profile): NewObject<Job> {
  const { metadata, spec } = cronJob.spec.jobTemplate;
  const annotations = profile.enabled('CronJobsScheduledAnnotation')
    ? { ...metadata?.annotations, [SCHEDULED]: zonedTime(time, cronJob.spec.timeZone ?? 'UTC') }
    : metadata?.annotations;
  return {
    metadata: {
      name: jobNameAt(cronJob, time),
      namespace: cronJob.metadata.namespace,
      ...(metadata?.labels && { labels: metadata.labels }),
      ...(annotations && { annotations }),
      ownerReferences: [controllerReference(cronJobKind, cronJob)],
    },
    spec,
  };
}

/** As RFC 3339 has a time by the clocks of a zone. */
function zonedTime(time: number, zone: string): string {
  const offsetMs = offsetAt(zone, time);
  if (offsetMs === 0) return formatTime(time);
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');
  const offset = `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return formatTime(time + offsetMs).replace('Z', offset);
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
