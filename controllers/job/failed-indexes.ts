/**
 * Limits of single indexes (backoffLimitPerIndex). How often an index has failed stands in an annotation of its
 * latest pod, so a failed pod keeps its finalizer until the next one of its index exists. Mirrors the Job controller
 * since v1.28; pure.
 */
import type { Job, Pod } from '#types';
import { endOfPod } from './backoff.ts';
import { counts, matchOf } from './failure-policy.ts';
import { indexOf, isInRange, readIndexes } from './indexes.ts';
import { hasFailed, type JobRules } from './rules.ts';

const FAILURES_ANNOTATION = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED_ANNOTATION = 'batch.kubernetes.io/job-index-ignored-failure-count';

const MAX_INT32 = 2 ** 31 - 1;

/** The indexes that have failed for good, ascending. `uncounted`: pods with finalizers; `limit`: of each index. */
export function failedIndexes(
  job: Job,
  uncounted: readonly Pod[],
  limit: number,
  rules: JobRules,
): readonly number[] {
  const { failedIndexes: before = '' } = job.status;
  const failed = new Set(readIndexes(before, job.spec.completions ?? 0));
  for (const pod of uncounted) {
    if (isInRange(job, pod) && isLast(job, pod, limit, rules)) failed.add(indexOf(pod)!);
  }
  return [...failed].sort((a, b) => a - b);
}

/** Whether the index of a pod fails with it. */
function isLast(job: Job, pod: Pod, limit: number, rules: JobRules): boolean {
  if (!hasFailed(job, pod, rules)) return false;
  const action = matchOf(job, pod, rules)?.action;
  if (action === 'FailIndex') return true;
  return action !== 'Ignore' && numberIn(pod, FAILURES_ANNOTATION) >= limit;
}

/** The latest failed pod of each index that is to have another one. `settled`: indexes that have succeeded or failed. */
export function heldBack(
  job: Job,
  uncounted: readonly Pod[],
  active: readonly Pod[],
  settled: readonly number[],
  rules: JobRules,
): ReadonlyMap<number, Pod> {
  const taken = new Set<number | undefined>([...settled, ...active.map(indexOf)]);
  const held = new Map<number, Pod>();
  for (const pod of uncounted) {
    const index = indexOf(pod);
    if (index === undefined || taken.has(index) || !isInRange(job, pod)) continue;
    if (!hasFailed(job, pod, rules)) continue;
    const other = held.get(index);
    if (other === undefined || isLater(pod, other, rules)) held.set(index, pod);
  }
  return held;
}

function isLater(pod: Pod, other: Pod, rules: JobRules): boolean {
  return triesOf(other) <= triesOf(pod) && endOfPod(pod, rules) >= endOfPod(other, rules);
}

/** How many pods of the index had failed before this one, counted or not. */
export function triesOf(pod: Pod): number {
  return numberIn(pod, FAILURES_ANNOTATION) + numberIn(pod, IGNORED_ANNOTATION);
}

/** The annotations of a new pod of an index. `before`: the failed one that it replaces. */
export function failureCounts(
  job: Job,
  before: Pod | undefined,
  rules: JobRules,
): Readonly<Record<string, string>> {
  if (before === undefined) return { [FAILURES_ANNOTATION]: '0' };
  const isCounted = counts(job, before, rules);
  const failures = numberIn(before, FAILURES_ANNOTATION) + Number(isCounted);
  const ignored = numberIn(before, IGNORED_ANNOTATION) + Number(!isCounted);
  return {
    [FAILURES_ANNOTATION]: String(failures),
    ...(ignored > 0 && { [IGNORED_ANNOTATION]: String(ignored) }),
  };
}

/** 0 for what is not a count. */
function numberIn({ metadata }: Pod, annotation: string): number {
  const text = metadata.annotations?.[annotation];
  const number = text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : 0;
  return number >= 0 && number <= MAX_INT32 ? number : 0;
}
