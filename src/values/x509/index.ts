export {
  checkSignature,
  parseCertificateRequest,
  type CertificateRequest,
} from './certificate-request.ts';
export {
  authorityKeyId,
  keyIdOf,
  keyUsage,
  signCertificate,
  signingKeys,
  type CertificateContents,
} from './certificate.ts';
export * as der from './der.ts';
export { readIssuer, type Issuer } from './issuer.ts';
export { pemBlocks } from './pem.ts';
export { signRequest, type Authority } from './sign-request.ts';
