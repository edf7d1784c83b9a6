/** When a finished job may go. */
import { parseTime } from '#values';
import type { Job } from '#types';

/** How long it is kept yet, ms, 0 or less when no longer; undefined for a job that is to stay. */
export function keptFor({ metadata, spec, status }: Job, now: number): number | undefined {
  const { ttlSecondsAfterFinished } = spec;
  if (ttlSecondsAfterFinished == null || metadata.deletionTimestamp != null) return undefined;
  const end = status.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  );
  if (end === undefined) return undefined;
  if (end.lastTransitionTime == null) {
    throw new Error(
      `unable to find the time when the Job ${metadata.namespace}/${metadata.name} finished`,
    );
  }
  return parseTime(end.lastTransitionTime) + ttlSecondsAfterFinished * 1000 - now;
}
