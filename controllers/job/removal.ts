/** Which active pods go when there are too many. */
import { getPodCondition, isPodReady } from '#kinds';
import type { ContainerStatus, Job, Pod } from '#types';
import { indexOf, isIndexed, isInRange } from './indexes.ts';
import { sidecarStatuses } from './sidecars.ts';

/**
 * At least this many active pods; more where an indexed job has pods that it cannot use. `comparesSidecars`: their
 * restarts matter, too.
 */
export function podsToRemove(
  job: Job,
  active: readonly Pod[],
  atLeast: number,
  comparesSidecars = false,
): readonly Pod[] {
  const compare = (a: Pod, b: Pod): number => compareForRemoval(a, b, comparesSidecars);
  const { useless, useful } = isIndexed(job)
    ? sift(job, active, compare)
    : { useless: [], useful: active };
  if (useless.length >= atLeast) return useless;
  const rest = [...useful].sort(compare);
  return [...useless, ...rest.slice(0, atLeast - useless.length)];
}

/** Useless are pods out of range, and all but one of those with the same index. */
function sift(
  job: Job,
  active: readonly Pod[],
  compare: (a: Pod, b: Pod) => number,
): { readonly useless: readonly Pod[]; readonly useful: readonly Pod[] } {
  const byIndex = new Map<number, Pod>();
  const useless: Pod[] = [];
  for (const pod of [...active].sort(compare)) {
    if (!isInRange(job, pod)) {
      useless.push(pod);
      continue;
    }
    const index = indexOf(pod)!;
    const rival = byIndex.get(index);
    if (rival !== undefined) useless.push(rival);
    byIndex.set(index, pod);
  }
  return { useless, useful: [...byIndex.values()] };
}

const phaseRank: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** Pods that have done least go first: unbound, not running, not ready, ready for less time, newer. */
function compareForRemoval(a: Pod, b: Pod, comparesSidecars: boolean): number {
  return (
    Number(Boolean(a.spec.nodeName)) - Number(Boolean(b.spec.nodeName)) ||
    rankOf(a) - rankOf(b) ||
    Number(isPodReady(a)) - Number(isPodReady(b)) ||
    compareLatestFirst(readySince(a), readySince(b)) ||
    mostRestarts(b.status.containerStatuses) - mostRestarts(a.status.containerStatuses) ||
    (comparesSidecars ? mostRestarts(sidecarStatuses(b)) - mostRestarts(sidecarStatuses(a)) : 0) ||
    compareLatestFirst(a.metadata.creationTimestamp, b.metadata.creationTimestamp)
  );
}

function rankOf({ status }: Pod): number {
  return phaseRank[status.phase ?? ''] ?? 0;
}

/** Empty for pods that are not ready. */
function readySince(pod: Pod): string {
  return isPodReady(pod) ? (getPodCondition(pod, 'Ready')?.lastTransitionTime ?? '') : '';
}

/** Unknown times come first; times in UTC with whole seconds compare as text. */
function compareLatestFirst(a: string, b: string): number {
  if (a === b) return 0;
  if (a === '') return -1;
  return b === '' || a < b ? 1 : -1;
}

function mostRestarts(statuses: readonly ContainerStatus[] = []): number {
  let most = 0;
  for (const { restartCount } of statuses) if (restartCount > most) most = restartCount;
  return most;
}
