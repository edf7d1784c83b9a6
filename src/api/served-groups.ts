/** The groups that are served, and their versions. */
import { answeredKinds } from '#catalog';
import { publishedMetrics, rankedGroups, type Kind, type Profile } from '#kinds';

type GroupVersion = Pick<Kind, 'group' | 'version'>;

/**
 * The groups in order, those of custom resources behind the built-in ones and before others; with
 * their versions as declared, the preferred one first.
 */
export function servedGroups(
  profile: Profile,
  kinds: readonly Kind[],
): ReadonlyMap<string, readonly string[]> {
  const custom = kinds.filter((kind) => kind.custom !== undefined);
  const order = [...rankedGroups, ...custom.map(({ group }) => group)];
  const groups = new Map<string, string[]>(order.map((group) => [group, []]));
  const all = [...kinds, ...answeredKinds(profile), ...publishedVersions(kinds)];
  for (const { group, version } of all) {
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    groups.set(group, versions);
  }
  for (const [group, versions] of groups) if (versions.length === 0) groups.delete(group);
  return groups;
}

/** Like the metrics of resources, published ones are served if there is something to measure. */
function publishedVersions(kinds: readonly Kind[]): readonly GroupVersion[] {
  if (!kinds.some(({ group }) => group === 'metrics.k8s.io')) return [];
  return Object.values(publishedMetrics).flatMap(({ group, versions }) =>
    versions.map((version) => ({ group, version })),
  );
}
