/** Names of groups and versions in the documents. */
import type { GroupVersion } from './resources.ts';

/** `core`, `apps`, `authorization` for `authorization.k8s.io`, `nodeClusterIo` for `node.cluster.io`. */
export function groupLabel(group: string): string {
  if (group === '') return 'core';
  const [first = '', ...others] = group.replace(/\.k8s\.io$/, '').split('.');
  return first + others.map(capitalized).join('');
}

/** A version of a group in ids of operations: `AppsV1`. */
export function nameOf({ group, version }: GroupVersion): string {
  return `${capitalized(groupLabel(group))}${capitalized(version)}`;
}

/** `Exec` for `exec`. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
