/** What kubelets may request: the rules of their two signers. */
import type { CertificateRequest } from '#values';

export const kubeletClientSigner = 'kubernetes.io/kube-apiserver-client-kubelet';
export const kubeletServingSigner = 'kubernetes.io/kubelet-serving';

const group = 'system:nodes';
const prefix = 'system:node:';
const clientUsages = ['client auth', 'digital signature', 'key encipherment'];
const servingUsages = ['digital signature', 'key encipherment', 'server auth'];

/** Why it is not a kubelet's request for a client certificate; undefined when it is. */
export function faultOfKubeletClient(
  request: CertificateRequest,
  usages: readonly string[],
): string | undefined {
  if (!isOfNodes(request)) return wrongGroup;
  if (request.dnsNames.length > 0) return 'DNS subjectAltNames are not allowed';
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed';
  if (request.ipAddresses > 0) return 'IP subjectAltNames are not allowed';
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed';
  if (!request.commonName.startsWith(prefix)) return wrongName;
  return faultOfUsages(usages, clientUsages);
}

/** The same for a certificate of the kubelet's own server. */
export function faultOfKubeletServing(
  request: CertificateRequest,
  usages: readonly string[],
): string | undefined {
  if (!isOfNodes(request)) return wrongGroup;
  if (request.dnsNames.length === 0 && request.ipAddresses === 0) {
    return 'DNS or IP subjectAltName is required';
  }
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed';
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed';
  return (
    faultOfUsages(usages, servingUsages) ??
    (request.commonName.startsWith(prefix) ? undefined : wrongName)
  );
}

const wrongGroup = 'subject organization is not system:nodes';
const wrongName = 'subject common name does not begin with system:node: prefix';

function isOfNodes({ organizations }: CertificateRequest): boolean {
  return organizations.length === 1 && organizations[0] === group;
}

function faultOfUsages(usages: readonly string[], expected: readonly string[]): string | undefined {
  const input = new Set(usages);
  const isSame = input.size === expected.length && expected.every((usage) => input.has(usage));
  return isSame ? undefined : `usages did not match [${expected.join(' ')}]`;
}
