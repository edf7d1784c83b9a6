/** Versions of kinds that a server serves only where it was asked for them (`--runtime-config`). */
import {
  clusterTrustBundle,
  deviceTaintRule,
  ipAddress,
  leaseCandidate,
  podCertificateRequest,
  resourceSliceBeta,
  resourceSliceBeta2,
  sameInVersion,
  selfSubjectReview,
  serviceCidr,
  storageVersionMigration,
  volumeAttributesClass,
  type Kind,
} from '#kinds';
import {
  deviceClass,
  deviceClassBeta,
  resourceClaim,
  resourceClaimBeta,
  resourceClaimTemplate,
  resourceClaimTemplateBeta,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
} from '#policies';
import type { KubeObject } from '#values';

/** Returns those of objects that are stored: they have the fields of v1, as far as a release has them. */
export function otherVersions(): readonly Kind[] {
  const [beta, alpha] = ['v1beta1', 'v1alpha1'];
  return [
    ...inVersions(clusterTrustBundle, beta, alpha),
    ...inVersions(podCertificateRequest, beta, alpha),
    ...inVersions(ipAddress, beta, alpha),
    ...inVersions(serviceCidr, beta, alpha),
    ...inVersions(volumeAttributesClass, beta, alpha),
    ...inVersions(mutatingAdmissionPolicy, beta, alpha),
    ...inVersions(mutatingAdmissionPolicyBinding, beta, alpha),
    ...inVersions(validatingAdmissionPolicy, beta, alpha),
    ...inVersions(validatingAdmissionPolicyBinding, beta, alpha),
    ...inVersions(deviceClass, 'v1beta2'),
    ...['v1beta2', 'v1alpha3'].map(
      (version) =>
        sameInVersion(deviceTaintRule, version, { deleteAnswersObject: true }) as unknown as Kind,
    ),
    ...inVersions(resourceClaim, 'v1beta2'),
    ...inVersions(resourceClaimTemplate, 'v1beta2'),
    resourceSliceBeta2 as unknown as Kind,
    ...[deviceClassBeta, resourceClaimBeta, resourceClaimTemplateBeta, resourceSliceBeta].map(
      (kind) => kind as unknown as Kind,
    ),
    ...inVersions(storageVersionMigration, beta),
    leaseCandidate as unknown as Kind,
    ...inVersions(leaseCandidate, 'v1alpha2'),
  ];
}

/** Returns those of objects that are answered, and not stored. */
export function otherAnswered(): readonly Kind[] {
  return inVersions(selfSubjectReview, 'v1beta1', 'v1alpha1');
}

function inVersions<T extends KubeObject>(
  kind: Kind<T>,
  ...versions: readonly string[]
): readonly Kind[] {
  return versions.map((version) => sameInVersion(kind, version) as unknown as Kind);
}
