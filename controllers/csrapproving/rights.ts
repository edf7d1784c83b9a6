import { faultOfKubeletClient, kubeletClientSigner } from '#kinds';
import type { CertificateRequest } from '#values';
import type { CertificateSigningRequest } from '#types';

/** A right that lets a request be approved without anyone looking at it. */
export interface Right {
  readonly subresource: 'nodeclient' | 'selfnodeclient';
  /** Of the condition. */
  readonly message: string;
}

/** The rights that would do, the narrowest first; none for what a person has to decide. */
export function rightsOf(
  { signerName, usages = [], username }: CertificateSigningRequest['spec'],
  request: CertificateRequest,
): readonly Right[] {
  if (signerName !== kubeletClientSigner) return [];
  if (faultOfKubeletClient(request, usages) !== undefined) return [];
  const approved = (whose: string): string =>
    `Auto approving ${whose}kubelet client certificate after SubjectAccessReview.`;
  const any: Right = { subresource: 'nodeclient', message: approved('') };
  if (username !== request.commonName) return [any];
  return [{ subresource: 'selfnodeclient', message: approved('self ') }, any];
}
