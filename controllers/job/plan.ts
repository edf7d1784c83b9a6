/** What a reconcile does about a job's pods. Mirrors manageJob of the controller since v1.24. */
import type { Pod } from '#types';
import { delayLeft, endOfPod } from './backoff.ts';
import { triesOf } from './failed-indexes.ts';
import { firstMissing, isIndexed } from './indexes.ts';
import { podsToRemove } from './removal.ts';
import { awaitsEnds } from './rules.ts';
import { isSuspended, leavingPods, type JobView } from './view.ts';

/** Creations, and deletions, in one pass are bounded by this. */
const BURST = 500;

export interface PodPlan {
  readonly remove: readonly Pod[];
  /** How many to create: never any while some are removed. */
  readonly create: number;
  /** The index of each pod to create, for an indexed job. */
  readonly indexes?: readonly number[];
  /** New pods are due in this many ms, after others have failed. */
  readonly waitMs?: number;
}

const nothing: PodPlan = { remove: [], create: 0 };

/** Plans creations and deletions, for a job that does not end. */
export function planPods(view: JobView): PodPlan {
  const { job, active, rules } = view;
  const { comparesSidecars } = rules;
  const removable = (atLeast: number): readonly Pod[] =>
    podsToRemove(job, active, atLeast, comparesSidecars);
  if (isSuspended(job)) return { ...nothing, remove: removable(active.length) };
  const desired = desiredActive(view);
  const remove = removable(Math.max(0, active.length - desired)).slice(0, BURST);
  if (remove.length > 0) return { ...nothing, remove };
  const create = Math.min(BURST, desired - inTheWay(view).length);
  if (create <= 0) return nothing;
  const waitMs = delayLeft(view.failures, view.now, rules);
  if (waitMs > 0) return { ...nothing, waitMs };
  return isIndexed(job) ? planIndexes(view, create) : { ...nothing, create };
}

/** The pods in whose stead there are no others yet. */
function inTheWay(view: JobView): readonly Pod[] {
  const { job, active, rules } = view;
  return awaitsEnds(job, rules) ? [...active, ...leavingPods(view)] : active;
}

/** Each index waits for itself; those that need not are started. */
function planIndexes(view: JobView, create: number): PodPlan {
  const { job, succeededIndexes, failedIndexes = [] } = view;
  const { completions = 0 } = job.spec;
  const settled = [...succeededIndexes, ...failedIndexes];
  const missing = firstMissing(create, completions, settled, inTheWay(view));
  const delays = missing.map((index) => delayOf(view, index));
  const indexes = missing.filter((_, at) => delays[at] === 0);
  if (indexes.length === 0 && missing.length > 0)
    return { ...nothing, waitMs: Math.min(...delays) };
  return { ...nothing, create: indexes.length, indexes };
}

function delayOf({ heldBack, now, rules }: JobView, index: number): number {
  const pod = heldBack.get(index);
  if (pod === undefined) return 0;
  return delayLeft({ count: triesOf(pod) + 1, last: endOfPod(pod, rules) }, now, rules);
}

/** Without a number of completions, the first success means that nothing new is started. */
export function desiredActive({ job, active, succeeded }: JobView): number {
  const { completions, parallelism = 1 } = job.spec;
  if (completions == null) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}
