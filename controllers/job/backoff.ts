/**
 * How long new pods wait after others have failed: by when these ended, not by how often the job was looked at.
 * Mirrors the Job controller since v1.27; pure.
 */
import { getPodCondition } from '#kinds';
import { parseTime } from '#values';
import type { ContainerStatus, Pod } from '#types';
import type { JobRules } from './rules.ts';
import { sidecarStatuses } from './sidecars.ts';

/** The delay after the first failure, ms; doubles up to the longest. */
const FIRST_MS = 10_000;
const LONGEST_MS = 360_000;
const LONGEST_APART_MS = 600_000;

/** What is remembered about the failed pods of a job. */
export interface Failures {
  /** Since the last success. */
  readonly count: number;
  /** When the last of these pods ended, ms. */
  readonly last: number;
}

/** Adds pods that have ended since; undefined after a success that no failure followed. */
export function failuresAfter(
  before: Failures | undefined,
  succeeded: readonly Pod[],
  failed: readonly Pod[],
  rules: JobRules,
): Failures | undefined {
  const ends = failed.map((pod) => endOfPod(pod, rules));
  if (succeeded.length === 0) {
    if (ends.length === 0) return before;
    return { count: (before?.count ?? 0) + ends.length, last: Math.max(...ends) };
  }
  const success = Math.max(...succeeded.map((pod) => endOfPod(pod, rules)));
  const since = ends.filter((end) => end > success);
  return since.length === 0 ? undefined : { count: since.length, last: Math.max(...since) };
}

/** How long new pods still wait, ms; 0: not at all. */
export function delayLeft(
  failures: Failures | undefined,
  now: number,
  { delaysApart }: JobRules,
): number {
  if (failures === undefined) return 0;
  const longest = delaysApart ? LONGEST_APART_MS : LONGEST_MS;
  const delay = Math.min(longest, FIRST_MS * 2 ** (failures.count - 1));
  return Math.max(0, delay - (now - failures.last));
}

/**
 * When a pod ended, ms: its last container did, or it was no longer ready, or its deletion was asked for.
 */
export function endOfPod(pod: Pod, rules: JobRules): number {
  const { creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  const ended = endOfContainers(pod, rules);
  if (ended !== undefined) return ended;
  const ready = getPodCondition(pod, 'Ready');
  if (ready?.status === 'False' && ready.lastTransitionTime != null) {
    return parseTime(ready.lastTransitionTime);
  }
  if (deletionTimestamp != null) {
    return parseTime(deletionTimestamp) - (deletionGracePeriodSeconds ?? 0) * 1000;
  }
  return parseTime(creationTimestamp);
}

function endOfContainers(pod: Pod, { sidecarsEndPods }: JobRules): number | undefined {
  const containers: readonly ContainerStatus[] = [
    ...(pod.status.containerStatuses ?? []),
    ...(sidecarsEndPods ? sidecarStatuses(pod) : []),
  ];
  const ends = containers.map(({ state }) => state?.terminated?.finishedAt);
  if (ends.length === 0 || ends.some((end) => end == null)) return undefined;
  return Math.max(...ends.map((end) => parseTime(end!)));
}
