/** What a reconcile of a Job saw, from the cluster as it was. */
import { pod as podKind } from '#kinds';
import { selectorOf } from '#values';
import type { Job } from '#types';
import { pastChildren, type PastView } from '#runtime';
import { isTracked } from './tracking.ts';
import { failuresAfter } from './backoff.ts';
import { hasFailed, rulesOf } from './rules.ts';
import { observe, type JobView } from './view.ts';

export function viewAt(job: Job, past: PastView): JobView {
  const selector = selectorOf(job.spec.selector);
  const pods = pastChildren(past, podKind, job).filter(({ metadata }) =>
    selector.matches(metadata.labels),
  );
  const tracking = isTracked(job, past.profile) ? { released: new Set<string>() } : undefined;
  const rules = rulesOf(past.profile);
  const view = observe(job, pods, past.now, rules, tracking);
  if (tracking === undefined || !rules.delaysByEnds || view.failedIndexes !== undefined)
    return view;
  // What the controller remembers is mostly what the pods that are still there show.
  const succeeded = pods.filter(({ status }) => status.phase === 'Succeeded');
  const failed = pods.filter((pod) => hasFailed(job, pod, rules));
  return { ...view, failures: failuresAfter(undefined, succeeded, failed, rules) };
}
