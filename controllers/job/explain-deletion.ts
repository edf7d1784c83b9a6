/** Explains why a Job deleted a pod: it had failed, was suspended, or had too many. */
import { job as jobKind } from '#kinds';
import { splitKey } from '#values';
import { deletionBecause, type Deletion, type Term } from '#runtime';
import { indexOf, isIndexed, isInRange } from './indexes.ts';
import { endingOf } from './ending.ts';
import { endingText } from './explain-conditions.ts';
import { viewAt } from './past.ts';
import { desiredActive } from './plan.ts';
import { isSuspended, type JobView } from './view.ts';
import type { Pod } from '#types';

export const deletion: Deletion = (pass) => {
  const { past, key = '' } = pass;
  const job = past.get(jobKind, splitKey(key));
  const terms = job === undefined ? [] : reasonsOf(pass.object as Pod, viewAt(job, past));
  return deletionBecause(pass, 'its Job needs it no longer', terms);
};

function reasonsOf(pod: Pod, view: JobView): readonly Term[] {
  const { job, active, succeeded } = view;
  const subject = `Job ${job.metadata.namespace}/${job.metadata.name}`;
  const ending = endingOf(view);
  if (ending !== undefined) return [{ subject, counts: true, because: endingText(ending) }];
  if (isSuspended(job)) return [{ subject, counts: true, because: 'it is suspended' }];
  const { parallelism = 1, completions } = job.spec;
  const left = completions == null ? '' : `; ${succeeded} of ${completions} have succeeded`;
  const because = `it asks for ${desiredActive(view)} active pods: parallelism is ${parallelism}${left}`;
  const index = isIndexed(job) && !isInRange(job, pod) ? indexOf(pod) : undefined;
  return [
    { subject, amount: desiredActive(view), counts: true, because },
    { subject: 'active pods', amount: active.length, counts: true, because: 'when the pass began' },
    ...(index === undefined
      ? []
      : [{ subject: 'index', amount: index, counts: true, because: 'it is out of range' }]),
  ];
}
