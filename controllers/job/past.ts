/** What a reconcile of a Job saw, from the cluster as it was. */
import { pod as podKind } from '#kinds';
import { selectorOf } from '#values';
import type { Job } from '#types';
import { pastChildren, type PastView } from '#runtime';
import { isTracked } from './tracking.ts';
import { observe, rulesOf, type JobView } from './view.ts';

export function viewAt(job: Job, past: PastView): JobView {
  const selector = selectorOf(job.spec.selector);
  const pods = pastChildren(past, podKind, job).filter(({ metadata }) =>
    selector.matches(metadata.labels),
  );
  const tracking = isTracked(job, past.profile) ? { released: new Set<string>() } : undefined;
  return observe(job, pods, past.now, rulesOf(past.profile), tracking);
}
