export {
  checkSignature,
  parseCertificateRequest,
  type CertificateRequest,
} from './certificate-request.ts';
export { crypto } from './crypto.ts';
export { pemBlocks } from './pem.ts';
