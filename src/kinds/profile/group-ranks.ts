/**
 * Where groups and their versions stand in discovery. APIServices say it, and clients follow it. The
 * ranks are the same in all minor releases that serve them by default.
 */
import { groupOfVersion } from '../object/kind.ts';
import { servedForms } from './served.ts';

/** By group, the highest first: the rank of the group, then those of its versions. */
const ranks: ReadonlyMap<string, readonly [group: number, versions: Record<string, number>]> =
  new Map([
    // Without a rank of its own: it stands before all that have one.
    ['apiregistration.k8s.io', [Infinity, {}]],
    ['', [18_000, { v1: 1 }]],
    ['apps', [17_800, { v1: 15 }]],
    ['events.k8s.io', [17_750, { v1: 15, v1beta1: 5 }]],
    ['authentication.k8s.io', [17_700, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    ['authorization.k8s.io', [17_600, { v1: 15 }]],
    ['autoscaling', [17_500, { v2: 30, v1: 15, v2beta1: 9, v2beta2: 1 }]],
    ['batch', [17_400, { v1: 15, v1beta1: 9, v2alpha1: 9 }]],
    ['certificates.k8s.io', [17_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    ['networking.k8s.io', [17_200, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    ['policy', [17_100, { v1: 15, v1beta1: 9 }]],
    ['rbac.authorization.k8s.io', [17_000, { v1: 15 }]],
    ['storage.k8s.io', [16_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    ['admissionregistration.k8s.io', [16_700, { v1: 15, v1beta1: 12, v1alpha1: 9 }]],
    ['apiextensions.k8s.io', [16_700, { v1: 15 }]],
    ['scheduling.k8s.io', [16_600, { v1: 15, v1beta1: 9, v1alpha3: 3, v1alpha2: 2, v1alpha1: 1 }]],
    ['coordination.k8s.io', [16_500, { v1: 15, v1beta1: 13, v1alpha2: 12, v1alpha1: 9 }]],
    ['node.cluster.io', [16_300, { v1: 15 }]],
    ['node.k8s.io', [16_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    ['discovery.k8s.io', [16_200, { v1: 15, v1beta1: 12 }]],
    [
      'resource.k8s.io',
      [16_200, { v1: 21, v1beta2: 15, v1alpha1: 9, v1alpha2: 9, v1beta1: 9, v1alpha3: 1 }],
    ],
    [
      'flowcontrol.apiserver.k8s.io',
      [16_100, { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12, v1alpha1: 9 }],
    ],
    ['internal.apiserver.k8s.io', [16_000, { v1alpha1: 9 }]],
    ['storagemigration.k8s.io', [15_800, { v1: 15, v1alpha1: 9, v1beta1: 9 }]],
    ['lifecycle.k8s.io', [15_700, { v1alpha1: 1 }]],
  ]);

/** Of the groups of custom resources, and others that are added while the server runs. */
const ofOthers = { group: 1000, version: 100 };

/** The built-in groups, in the order of discovery. */
export const rankedGroups: readonly string[] = [...ranks.keys()];

/**
 * Whether a minor release has the group from its start: real servers on the same etcd remove
 * APIServices of others.
 */
export function isInRelease(minor: number, group: string): boolean {
  return servedForms
    .all()
    .some(
      ({ apiVersion, mode, since, until }) =>
        mode === 'on' && since <= minor && minor <= until && groupOfVersion(apiVersion) === group,
    );
}

export function groupRank(
  group: string,
  version: string,
): { readonly group: number; readonly version: number } {
  const found = ranks.get(group);
  if (found === undefined) return ofOthers;
  return { group: found[0], version: found[1][version] ?? ofOthers.version };
}
