/** The groups that are served, and their versions. */
import { publishedGroups } from '../published/paths.ts';
import type { ServedKinds } from '../served.ts';
import { virtualResources } from '../virtual/index.ts';
import { rankedGroups } from './ranks.ts';

/**
 * The groups in order, those of custom resources behind the built-in ones and before others; with
 * their versions as declared, the preferred one first.
 */
export function groupsOf(served: ServedKinds): ReadonlyMap<string, readonly string[]> {
  const custom = served.all.filter(({ kind }) => kind.custom !== undefined);
  const order = [...rankedGroups, ...custom.map(({ kind }) => kind.group)];
  const groups = new Map<string, string[]>(order.map((group) => [group, []]));
  const stored = [...served.all, ...virtualResources].map(({ kind }) => kind);
  for (const { group, version } of [...stored, ...publishedGroups(served)]) {
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    groups.set(group, versions);
  }
  for (const [group, versions] of groups) if (versions.length === 0) groups.delete(group);
  return groups;
}
