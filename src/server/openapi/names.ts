/** Names of groups and versions in the documents. */
import type { GroupVersion } from './resources.ts';

/**
 * `core`, `apps`, `authorization` for `authorization.k8s.io`, `xFooIo` for `x-foo.io`: without what
 * may not be in an identifier, as a digit at the beginning.
 */
export function groupLabel(group: string): string {
  if (group === '') return 'core';
  const name = group.replace(/\.k8s\.io$/, '').replace(/^\d/, '-');
  return name.replace(/\W+(\w?)/g, (_, next: string) => next.toUpperCase());
}

/** Returns a version of a group in ids of operations: `AppsV1`. */
export function nameOf({ group, version }: GroupVersion): string {
  return `${capitalized(groupLabel(group))}${capitalized(version)}`;
}

/** `Exec` for `exec`. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
