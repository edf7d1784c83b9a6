/** The labels by which a namespace asks for standards of pods. */
import type { ObjectMeta } from '#types';

/** What all of them begin with. */
export const prefix = 'pod-security.kubernetes.io/';

/** Tells whether labels ask for a standard: those of most namespaces do not. */
export function asksForStandard(labels: ObjectMeta['labels']): boolean {
  for (const key in labels) if (key.startsWith(prefix)) return true;
  return false;
}
