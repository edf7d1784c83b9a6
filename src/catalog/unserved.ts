/**
 * Why v1.24 does not know a kind that a manifest names, and what to do about it: manifests are
 * often written for an older or a newer Kubernetes.
 */
import { kindsOf } from './kinds.ts';
import type { KindRegistry } from './registry.ts';
import { apiVersionOf, type Kind } from '#kinds';
import { compareKubeVersions } from '#values';

/** Kinds that came after v1.24, or that it has behind gates only, by group: the minor version. */
const later: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'admissionregistration.k8s.io': {
    MutatingAdmissionPolicy: 32,
    MutatingAdmissionPolicyBinding: 32,
    ValidatingAdmissionPolicy: 26,
    ValidatingAdmissionPolicyBinding: 26,
  },
  'authentication.k8s.io': { SelfSubjectReview: 26 },
  'certificates.k8s.io': { ClusterTrustBundle: 27, PodCertificateRequest: 34 },
  'coordination.k8s.io': { LeaseCandidate: 31 },
  'networking.k8s.io': { ClusterCIDR: 25, IPAddress: 27, ServiceCIDR: 27 },
  'resource.k8s.io': {
    DeviceClass: 31,
    PodScheduling: 26,
    PodSchedulingContext: 27,
    ResourceClaim: 26,
    ResourceClaimTemplate: 26,
    ResourceClass: 26,
    ResourceSlice: 30,
  },
  'storage.k8s.io': { VolumeAttributesClass: 29 },
  'storagemigration.k8s.io': { StorageVersionMigration: 30 },
};

/** Kinds that were removed before v1.24 and have no successor, by group: the minor version. */
const removed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'auditregistration.k8s.io': { AuditSink: 19 },
  extensions: { ThirdPartyResource: 8 },
  'settings.k8s.io': { PodPreset: 20 },
};

/** The groups of Kubernetes itself without a kind here. */
const otherGroups: ReadonlySet<string> = new Set([
  ...Object.keys(later),
  ...Object.keys(removed),
  'authorization.k8s.io',
  'internal.apiserver.k8s.io',
]);

/** Whether a group is one of Kubernetes itself, of any version. Custom resources have groups of their own. */
function isOwn(group: string, { profile }: KindRegistry): boolean {
  return otherGroups.has(group) || kindsOf(profile).some((kind) => kind.group === group);
}

/**
 * A sentence for a kind that is not served, in words that say what would work; undefined for what
 * Kubernetes never had, such as a misspelled kind.
 */
export function whyUnserved(
  apiVersion: string,
  kind: string,
  kinds: KindRegistry,
): string | undefined {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  // Groups of custom resources have a dot.
  if (group.includes('.') && !isOwn(group, kinds)) {
    const declared = kinds.all.find((each) => each.group === group && each.kind === kind);
    if (declared !== undefined) {
      return `${kind} is served in ${apiVersionOf(declared)}, not in ${apiVersion}`;
    }
    const add = 'add its CustomResourceDefinition';
    return `v1.24 has no kind ${kind} in ${apiVersion}; ${add}, or leave the object out`;
  }
  const since = lookUp(later, group, kind);
  if (since !== undefined) return `v1.24 has no ${kind} yet: it came with v1.${since}`;
  const until = lookUp(removed, group, kind);
  if (until !== undefined) return `v1.24 has no ${kind} any more: it was removed in v1.${until}`;
  const served = servedInstead(group, kind, kinds);
  if (served === undefined) return undefined;
  const use = `use ${apiVersionOf(served)}`;
  // All workloads and ingresses began in the group `extensions`.
  if (group !== served.group && group !== 'extensions') {
    return `${kind} is not in ${apiVersion}; ${use}`;
  }
  const isNewer = group === served.group && compareKubeVersions(version, served.version) < 0;
  const when = isNewer ? 'does not serve' : 'no longer serves';
  return `v1.24 ${when} ${kind} in ${apiVersion}; ${use}`;
}

function lookUp(
  table: Readonly<Record<string, Readonly<Record<string, number>>>>,
  group: string,
  kind: string,
): number | undefined {
  if (!Object.hasOwn(table, group)) return undefined;
  return Object.hasOwn(table[group]!, kind) ? table[group]![kind] : undefined;
}

/** In the same group if there is one, else in another group of Kubernetes. */
function servedInstead(group: string, kind: string, kinds: KindRegistry): Kind | undefined {
  const named = kinds.all.filter((each) => each.kind === kind && isOwn(each.group, kinds));
  return named.find((each) => each.group === group) ?? named[0];
}
