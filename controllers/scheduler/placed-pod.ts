import type { Pod } from '#types';
import type { PodLoad } from './pod-info.ts';
import type { PodTerms } from './pod-terms.ts';

/** A pod on a node: bound to it, or about to be. */
export interface PlacedPod {
  /** As last seen; changed by {@link PlacedPods} alone. */
  pod: Pod;
  readonly nodeName: string;
  readonly priority: number;
  readonly load: PodLoad;
  readonly terms: PodTerms | undefined;
  /** Decided, but not yet seen to be so. */
  assumed: boolean;
}

/** Those that count more come first: by priority, then by how long they have run. */
export function moreImportantFirst(a: PlacedPod, b: PlacedPod): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  const [since, other] = [startedAt(a), startedAt(b)];
  if (since === other) return 0;
  return since < other ? -1 : 1;
}

/** Sorts after all times. */
const NOT_YET = '~';

/** When the pod started, as the API writes times, which compare as text. */
export function startedAt({ pod }: PlacedPod): string {
  return pod.status.startTime ?? NOT_YET;
}
