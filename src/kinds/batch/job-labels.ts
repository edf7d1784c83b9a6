/** Labels and annotations that jobs and their pods get. */
import type { ObjectMeta } from '#types';

/** On jobs whose pods are tracked by finalizers. */
export const trackingAnnotation = 'batch.kubernetes.io/job-tracking';

/** In front of the labels of a job's pods, from v1.27 on: they then have them with and without it. */
export const labelPrefix = 'batch.kubernetes.io/';

/** Returns the labels of a job's pods, with these prefixes; by the uid its own selector finds them. */
export function generatedLabels(
  { name, uid }: ObjectMeta,
  prefixes: readonly string[],
): Readonly<Record<string, string>> {
  const labels = prefixes.flatMap((prefix) => [
    [`${prefix}job-name`, name],
    [`${prefix}controller-uid`, uid],
  ]);
  return Object.fromEntries(labels) as Readonly<Record<string, string>>;
}
