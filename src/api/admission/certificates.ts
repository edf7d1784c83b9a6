/** Rights on signers, and what they must not sign. */
import type { CertificateSigningRequest } from '#types';
import { certificateSigningRequest } from '#kinds';
import {
  forbiddenObject,
  fromBase64,
  type KubeObject,
  latin1Text,
  parseCertificateRequest,
  semanticEqual,
} from '#values';
import { resourceAccess } from '../authorization/index.ts';
import type { AdmissionAccess } from './access.ts';
import type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';

const { group, plural } = certificateSigningRequest;

function handlesRequests(desired: Operation, part: string | undefined): AdmissionPlugin['handles'] {
  return (kind, operation, subresource) =>
    kind.group === group && kind.plural === plural && operation === desired && subresource === part;
}

/** CertificateApproval: approving takes the right on the signer. */
export const certificateApproval: AdmissionPlugin = {
  name: 'CertificateApproval',
  handles: handlesRequests('UPDATE', 'approval'),
  validate: (_, old, request, access) => checkRight('approve', old!, request, access),
};

/** CertificateSigning: so does a certificate, and any other change of the status. */
export const certificateSigning: AdmissionPlugin = {
  name: 'CertificateSigning',
  handles: handlesRequests('UPDATE', 'status'),
  validate(object, old, request, access) {
    const { status } = object as CertificateSigningRequest;
    const { status: before } = old as CertificateSigningRequest;
    const isSame =
      status.certificate === before.certificate &&
      semanticEqual(status.conditions, before.conditions);
    if (!isSame) checkRight('sign', old!, request, access);
  },
};

const clientSigner = 'kubernetes.io/kube-apiserver-client';
const masters = 'system:masters';

/** CertificateSubjectRestriction: no certificate makes its owner an administrator. */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  handles: handlesRequests('CREATE', undefined),
  validate(object, _, { kind, name }) {
    const { spec } = object as CertificateSigningRequest;
    if (spec.signerName !== clientSigner) return;
    const text = latin1Text(fromBase64(spec.request));
    if (!parseCertificateRequest(text).organizations.includes(masters)) return;
    const why = `use of ${clientSigner} signer with ${masters} group is not allowed`;
    throw forbiddenObject(kind, name, why);
  },
};

/** The right on the signer itself, or on all signers of its domain. @throws {ApiError} 403 */
function checkRight(
  verb: 'approve' | 'sign',
  old: KubeObject,
  { kind, name, context: { user } }: AdmissionRequest,
  { authorizer }: AdmissionAccess,
): void {
  if (user === undefined) return;
  const { signerName } = (old as CertificateSigningRequest).spec;
  const all = `${signerName.slice(0, signerName.indexOf('/'))}/*`;
  const isAllowed = [signerName, all].some((signer) => {
    const access = resourceAccess({ verb, group, resource: 'signers', name: signer });
    return authorizer.decide(user, access).allowed;
  });
  if (isAllowed) return;
  const why = `user not permitted to ${verb} requests with signerName ${JSON.stringify(signerName)}`;
  throw forbiddenObject(kind, name, why);
}
