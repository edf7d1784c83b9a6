/** A past pass over a Job, gone through again. */
import { pod as podKind, selectorOf, type Job } from '#kinds';
import { pastChildren, type Pass } from '#runtime';
import { failureOf } from './plan.ts';
import { nextStatus, type NextStatus, type Round, type RoundEvidence } from './status.ts';
import { observe, type JobView } from './view.ts';

/** What a pass saw, did and made of it. */
export interface Seen {
  readonly view: JobView;
  readonly round: Round;
  readonly next: NextStatus;
}

export function seenIn({ object: job, past, evidence }: Pass<Job>): Seen {
  const selector = selectorOf(job.spec.selector);
  const owned = pastChildren(past, podKind, job);
  const pods = owned.filter(({ metadata }) => selector.matches(metadata.labels));
  const view = observe(job, pods, past.now, past.features.enabled('JobReadyPods'));
  const acted = (evidence ?? { created: 0, removed: 0, isManaged: true }) as RoundEvidence;
  const failure = failureOf(view);
  const round = failure === undefined ? acted : { ...acted, failure };
  return { view, round, next: nextStatus(view, round) };
}
