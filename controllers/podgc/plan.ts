/** Which pods no other component will delete, so that the collector has to. */
import type { Pod } from '#types';

/** More finished pods than this are not kept. */
export const TERMINATED_KEPT = 12_500;

/** Pods that have finished: like v1.24, every phase counts that is none of the unfinished ones. */
export function isFinished({ status: { phase } }: Pod): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Terminating, but on no node whose kubelet could end it. */
export function isTerminatingUnbound({ metadata, spec }: Pod): boolean {
  return metadata.deletionTimestamp != null && !spec.nodeName;
}

/** Of the finished pods those that are too many: the oldest, by name among equals. */
export function tooMany(
  finished: ReadonlyMap<string, Pod>,
  kept = TERMINATED_KEPT,
): readonly Pod[] {
  const excess = finished.size - kept;
  return excess <= 0 ? [] : [...finished.values()].sort(byAge).slice(0, excess);
}

function byAge({ metadata: a }: Pod, { metadata: b }: Pod): number {
  // RFC 3339 in UTC with whole seconds compares as text.
  if (a.creationTimestamp !== b.creationTimestamp) {
    return a.creationTimestamp < b.creationTimestamp ? -1 : 1;
  }
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
