/** What the signers of the cluster sign, and for how long. */
import {
  faultOfKubeletClient,
  faultOfKubeletServing,
  kubeletClientSigner,
  kubeletServingSigner,
} from '#kinds';
import type { CertificateRequest } from '#values';
import type { CertificateSigningRequest } from '#types';

type Fault = (request: CertificateRequest, usages: readonly string[]) => string | undefined;

/** By signer: why it would not sign a request. */
const signers: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  [kubeletClientSigner, faultOfKubeletClient],
  [kubeletServingSigner, faultOfKubeletServing],
  ['kubernetes.io/kube-apiserver-client', (_, usages) => faultOfClient(usages)],
  ['kubernetes.io/legacy-unknown', () => undefined],
]);

export function isOfCluster(signer: string): boolean {
  return signers.has(signer);
}

/** The message of the condition for what will not be signed. */
export function faultOf(
  { signerName, usages = [] }: CertificateSigningRequest['spec'],
  request: CertificateRequest,
): string | undefined {
  return signers.get(signerName)?.(request, usages);
}

const clientAuth = 'client auth';
const clientUsages = [clientAuth, 'digital signature', 'key encipherment'];

function faultOfClient(usages: readonly string[]): string | undefined {
  const wrong = usages.find((usage) => !clientUsages.includes(usage));
  if (wrong !== undefined) return `invalid usage for client certificate: ${wrong}`;
  if (usages.includes(clientAuth)) return undefined;
  return `missing required usage for client certificate: ${clientAuth}`;
}

const minute = 60_000;
const longest = 365 * 24 * 60 * minute;
const shortest = 10 * minute;

/** At most a year, which is also the default. */
export function lifetimeMs(expirationSeconds: number | undefined): number {
  if (expirationSeconds == null) return longest;
  return Math.min(Math.max(expirationSeconds * 1000, shortest), longest);
}
