/** Where groups and their versions stand in discovery. APIServices say it, and clients follow it. */

/** By group, the highest first: the rank of the group, then those of its versions. */
const ranks: ReadonlyMap<string, readonly [group: number, versions: Record<string, number>]> =
  new Map([
    // Without a rank of its own: it stands before all that have one.
    ['apiregistration.k8s.io', [Infinity, {}]],
    ['', [18_000, { v1: 1 }]],
    ['apps', [17_800, { v1: 15 }]],
    ['events.k8s.io', [17_750, { v1: 15, v1beta1: 5 }]],
    ['authentication.k8s.io', [17_700, { v1: 15 }]],
    ['authorization.k8s.io', [17_600, { v1: 15 }]],
    ['autoscaling', [17_500, { v2: 30, v1: 15, v2beta1: 9, v2beta2: 1 }]],
    ['batch', [17_400, { v1: 15, v1beta1: 9 }]],
    ['certificates.k8s.io', [17_300, { v1: 15 }]],
    ['networking.k8s.io', [17_200, { v1: 15 }]],
    ['policy', [17_100, { v1: 15, v1beta1: 9 }]],
    ['rbac.authorization.k8s.io', [17_000, { v1: 15 }]],
    ['storage.k8s.io', [16_800, { v1: 15, v1beta1: 9 }]],
    ['admissionregistration.k8s.io', [16_700, { v1: 15 }]],
    ['apiextensions.k8s.io', [16_700, { v1: 15 }]],
    ['scheduling.k8s.io', [16_600, { v1: 15 }]],
    ['coordination.k8s.io', [16_500, { v1: 15 }]],
    ['node.cluster.io', [16_300, { v1: 15 }]],
    ['node.k8s.io', [16_300, { v1: 15, v1beta1: 9 }]],
    ['discovery.k8s.io', [16_200, { v1: 15, v1beta1: 12 }]],
    ['flowcontrol.apiserver.k8s.io', [16_100, { v1beta2: 15, v1beta1: 12 }]],
  ]);

/** Of the groups of custom resources, and others that are added while the server runs. */
const ofOthers = { group: 1000, version: 100 };

/** Built in here, but not into v1.24. */
const ownGroup = 'node.cluster.io';

/** The built-in groups, in the order of discovery. */
export const rankedGroups: readonly string[] = [...ranks.keys()];

/** Whether v1.24 has the group from its start: real servers on the same etcd remove APIServices of others. */
export function isInV124(group: string): boolean {
  return ranks.has(group) && group !== ownGroup;
}

export function groupRank(
  group: string,
  version: string,
): { readonly group: number; readonly version: number } {
  const found = ranks.get(group);
  if (found === undefined) return ofOthers;
  return { group: found[0], version: found[1][version] ?? ofOthers.version };
}
