/** In which order groups and versions are discovered, as v1.24 ranks them. */
import { expect, it } from 'vitest';
import { groupRank, isInRelease, rankedGroups } from '../../../../src/kinds/profile/group-ranks.ts';

it.each<[group: string, rank: number, versions: Readonly<Record<string, number>>]>([
  ['', 18_000, { v1: 1 }],
  ['apiregistration.k8s.io', Infinity, { v1: 100 }],
  ['apps', 17_800, { v1: 15 }],
  ['events.k8s.io', 17_750, { v1: 15, v1beta1: 5 }],
  ['authentication.k8s.io', 17_700, { v1: 15 }],
  ['authorization.k8s.io', 17_600, { v1: 15 }],
  ['autoscaling', 17_500, { v1: 15, v2: 30, v2beta1: 9, v2beta2: 1 }],
  ['batch', 17_400, { v1: 15, v1beta1: 9 }],
  ['certificates.k8s.io', 17_300, { v1: 15 }],
  ['networking.k8s.io', 17_200, { v1: 15 }],
  ['policy', 17_100, { v1: 15, v1beta1: 9 }],
  ['rbac.authorization.k8s.io', 17_000, { v1: 15 }],
  ['storage.k8s.io', 16_800, { v1: 15, v1beta1: 9 }],
  ['admissionregistration.k8s.io', 16_700, { v1: 15 }],
  ['scheduling.k8s.io', 16_600, { v1: 15 }],
  ['coordination.k8s.io', 16_500, { v1: 15 }],
  ['node.k8s.io', 16_300, { v1: 15, v1beta1: 9 }],
  ['discovery.k8s.io', 16_200, { v1: 15, v1beta1: 12 }],
  ['flowcontrol.apiserver.k8s.io', 16_100, { v1beta2: 15, v1beta1: 12 }],
  ['example.com', 1_000, { v1: 100 }],
])('%s has rank %d, and its versions %j', (group, rank, versions) => {
  for (const [version, of] of Object.entries(versions)) {
    expect(groupRank(group, version), version).toEqual({ group: rank, version: of });
  }
  expect(rankedGroups.includes(group)).toBe(group !== 'example.com');
});

it.each([
  ['', true],
  ['node.k8s.io', true],
  ['node.cluster.io', false],
  ['metrics.k8s.io', false],
  ['example.com', false],
])('whether v1.24 has the group %j from its start: %j', (group, isThere) => {
  expect(isInRelease(24, group)).toBe(isThere);
});
