/** Warnings about jobs, and about those that CronJobs create. */
import type { KubeObject, Release } from '#values';
import type { JobSpec } from '#types';
import { namedTemplateWarnings } from '../core/pod/template-warnings.ts';

const manyCompletions = 100_000;
const manyPods = 10_000;
const tooManyIndexes =
  'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, ' +
  'Kubernetes might not be able to track completedIndexes when a big number of indexes fail';

/** @param path of the spec */
export function jobWarnings<T extends KubeObject>(
  specOf: (object: T) => JobSpec,
  path: string,
): (object: T, old: T | undefined, release: Release) => readonly string[] {
  const ofTemplate = namedTemplateWarnings(
    (object: T) => specOf(object).template,
    `${path}.template`,
  );
  return (object, old, release) => {
    const ofPods = ofTemplate(object, old, release);
    if (old !== undefined && old.metadata.generation === object.metadata.generation) return ofPods;
    const { completionMode, completions, parallelism } = specOf(object);
    const isMany = (completions ?? 0) > manyCompletions && (parallelism ?? 0) > manyPods;
    const warns = isMany && release.enabled('JobsWarnOfManyIndexes');
    return warns && completionMode === 'Indexed'
      ? [`${path}: ${tooManyIndexes}`, ...ofPods]
      : ofPods;
  };
}
