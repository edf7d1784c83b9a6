/** Checks of requests for certificates of pods. */
import {
  checkDns1123Subdomain,
  checkSignature,
  compareBytes,
  fromBase64,
  invalid,
  invalidFor,
  keyFault,
  notSupported,
  parseCertificateRequest,
  parseTime,
  pemBlocks,
  provesPossession,
  publicKeyOf,
  readIssuer,
  required,
  semanticEqual,
  show,
  tooLong,
  utf8Bytes,
  utf8Length,
  type CertificateRequest,
  type FieldErrors,
} from '#values';
import type {
  PodCertificateRequest,
  PodCertificateRequestSpec,
  PodCertificateRequestStatus,
} from '#types';
import type { Profile } from '../profile/profile.ts';
import { validateConditions } from '../object/validate-conditions.ts';
import { isCertificate } from './validate-certificate-signing-request.ts';
import { validateSignerName } from './validate-signer-name.ts';
import { decisions } from './decisions.ts';

const hour = 3600;
const day = 24 * hour;
const longestUid = 128;
const longestRequest = 10 * 1024;
const longestChain = 100 * 1024;
const requestField = 'spec.stubPKCS10Request';
const keyField = 'spec.pkixPublicKey';
const proofField = 'spec.proofOfPossession';
const chainField = 'status.certificateChain';

export function validateRequestOfPod(
  errors: FieldErrors,
  spec: PodCertificateRequestSpec,
  profile: Profile,
): void {
  validateSignerName(errors, spec.signerName ?? '', 'spec.signerName');
  for (const what of ['pod', 'serviceAccount', 'node'] as const) {
    const name = spec[`${what}Name`] ?? '';
    invalidFor(errors, `spec.${what}Name`, name, checkDns1123Subdomain(name));
    const uid = spec[`${what}UID`] ?? '';
    if (uid === '') errors.push(invalid(`spec.${what}UID`, show(''), 'must not be empty'));
    if (utf8Length(uid) > longestUid)
      errors.push(tooLong(`spec.${what}UID`, longestUid, errors.release));
  }
  const { maxExpirationSeconds: seconds = 0 } = spec;
  const domain = (spec.signerName ?? '').split('/')[0]!;
  const isOwn = domain === 'kubernetes.io' || domain.endsWith('.kubernetes.io');
  const longest = isOwn ? day : 91 * day;
  if (seconds < hour || seconds > longest) {
    const why = `must be in the range [${hour}, ${longest}]`;
    errors.push(invalid('spec.maxExpirationSeconds', show(seconds), why));
  }
  validateKey(errors, spec, profile);
}

/** Checks what is to be certified: a request that the key has signed, or in earlier releases a key with its proof. */
function validateKey(errors: FieldErrors, spec: PodCertificateRequestSpec, profile: Profile): void {
  const { stubPKCS10Request: request = '', pkixPublicKey: key = '', podUID = '' } = spec;
  const { proofOfPossession: proof = '' } = spec;
  if (!profile.enabled('RequestsOfPodsAreSigned')) {
    return validateProof(errors, key, proof, podUID);
  }
  if (request !== '' && key === '' && proof === '') return validateStub(errors, request);
  if (request === '' && key !== '' && proof !== '') {
    return validateProof(errors, key, proof, podUID);
  }
  const why =
    'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set';
  errors.push(invalid('spec', why, ''));
}

/** Checks a key and its proof; keys of RSA sign with a padding that is not checked here. @param key in base64, as the proof is */
function validateProof(errors: FieldErrors, key: string, proof: string, podUid: string): void {
  for (const [field, base64] of [
    [keyField, key],
    [proofField, proof],
  ] as const) {
    if (fromBase64(base64).length <= longestRequest) continue;
    errors.push(tooLong(field, longestRequest, errors.release));
    return;
  }
  const fault = faultOfKey(fromBase64(key));
  if (fault !== undefined) {
    errors.push(invalid(keyField, show(fault.shown ?? key), fault.why));
  } else if (!provesPossession(fromBase64(key), fromBase64(proof), utf8Bytes(podUid))) {
    errors.push(invalid(proofField, 'could not verify proof-of-possession signature', ''));
  }
}

function faultOfKey(key: Uint8Array): ReturnType<typeof keyFault> {
  try {
    return keyFault(key);
  } catch {
    return { why: 'must be a valid PKIX-serialized public key' };
  }
}

/** @param request in base64 */
function validateStub(errors: FieldErrors, request: string): void {
  const fail = (...texts: readonly string[]): void => {
    errors.push(invalid(requestField, texts.join(': '), ''));
  };
  if (fromBase64(request).length > longestRequest) {
    errors.push(tooLong(requestField, longestRequest, errors.release));
    return;
  }
  const parsed = parseStub(request);
  if (parsed === undefined) return fail('must be a valid PKCS#10 CSR');
  const fault = keyFault(parsed.publicKey);
  if (fault !== undefined) {
    return fail(...(fault.shown === undefined ? [] : [show(fault.shown)]), fault.why);
  }
  try {
    checkSignature(parsed);
  } catch {
    fail('invalid signature');
  }
}

function parseStub(base64: string): CertificateRequest | undefined {
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} CERTIFICATE REQUEST-----`);
  try {
    return parseCertificateRequest(`${begin}\n${base64}\n${end}\n`);
  } catch {
    return undefined;
  }
}

export function validateRequestStatus(
  errors: FieldErrors,
  { spec, status }: PodCertificateRequest,
  { status: old }: PodCertificateRequest,
  now: number,
): void {
  const count = errors.length;
  validateDecisions(errors, status);
  validateConditions(errors, status.conditions, 'status.conditions');
  if (errors.length > count) return;
  if (decisionOf(old) !== undefined) {
    const why = 'immutable after PodCertificateRequest is issued, denied, or failed';
    return requireSame(errors, status, old, why);
  }
  const decision = decisionOf(status);
  if (decision === undefined) {
    const why = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"';
    return requireSame(errors, status, old, why);
  }
  if (decision === 'Issued') return validateIssued(errors, spec, status, now);
  const { conditions } = status;
  const why =
    'non-condition status fields must be empty when denying or failing the PodCertificateRequest';
  requireSame(errors, status, { conditions }, why);
}

function requireSame(
  errors: FieldErrors,
  status: PodCertificateRequestStatus,
  expected: PodCertificateRequestStatus,
  why: string,
): void {
  if (!semanticEqual(status, expected)) errors.push(invalid('status', why, ''));
}

function decisionOf({ conditions = [] }: PodCertificateRequestStatus): string | undefined {
  return conditions.find(({ type, status }) => decisions.includes(type) && status === 'True')?.type;
}

function validateDecisions(
  errors: FieldErrors,
  { conditions = [] }: PodCertificateRequestStatus,
): void {
  let known = 0;
  for (const [index, { type = '', status = '' }] of conditions.entries()) {
    const field = `status.conditions.[${index}]`;
    if (!decisions.includes(type)) {
      errors.push(notSupported(`${field}.type`, show(type), decisions));
      continue;
    }
    known++;
    if (known > 1) {
      const why = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
      errors.push(invalid(`${field}.type`, show(type), why));
    }
    if (status !== 'True') errors.push(notSupported(`${field}.status`, show(status), ['True']));
  }
}

function validateIssued(
  errors: FieldErrors,
  spec: PodCertificateRequestSpec,
  status: PodCertificateRequestStatus,
  now: number,
): void {
  const { certificateChain: chain = '' } = status;
  if (utf8Length(chain) > longestChain) {
    errors.push(tooLong(chainField, longestChain, errors.release));
    return;
  }
  const fault = faultOfChain(chain, spec);
  if (fault !== undefined) {
    errors.push(invalid(chainField, show(chain), fault));
    return;
  }
  const { validity } = readIssuer(pemBlocks(chain)[0]!.bytes);
  validateTimes(errors, spec, status, validity, now);
}

function faultOfChain(chain: string, spec: PodCertificateRequestSpec): string | undefined {
  const [leaf, ...others] = pemBlocks(chain);
  if (leaf === undefined) return 'issued certificate chain must contain at least one certificate';
  if (leaf.type !== 'CERTIFICATE' || others.some(({ type }) => type !== 'CERTIFICATE')) {
    return 'issued certificate chain must consist entirely of CERTIFICATE PEM blocks';
  }
  if (!isCertificate(leaf.bytes)) return 'leaf certificate does not parse as valid X.509';
  const expected =
    parseStub(spec.stubPKCS10Request ?? '')?.publicKey ?? fromBase64(spec.pkixPublicKey ?? '');
  if (compareBytes(publicKeyOf(leaf.bytes), expected) !== 0) {
    return 'leaf certificate was not issued to the requested public key';
  }
  return others.every(({ bytes }) => isCertificate(bytes))
    ? undefined
    : 'intermediate certificate does not parse as valid X.509';
}

const minuteMs = 60_000;

function validateTimes(
  errors: FieldErrors,
  spec: PodCertificateRequestSpec,
  { notBefore, notAfter, beginRefreshAt }: PodCertificateRequestStatus,
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): void {
  const consistent = 'must be present and consistent with the issued certificate';
  if (notBefore == null) errors.push(required('status.notBefore', consistent));
  if (notAfter == null) errors.push(required('status.notAfter', consistent));
  if (beginRefreshAt == null) {
    const range = 'must be present and in the range [notbefore+10min, notafter-10min]';
    errors.push(required('status.beginRefreshAt', range));
  }
  if (notBefore == null || notAfter == null || beginRefreshAt == null) return;
  const refuse = (field: string, time: string, why: string): void => {
    errors.push(invalid(`status.${field}`, show(time), why));
  };
  const encoded = (name: string): string =>
    `must be set to the ${name} time encoded in the leaf certificate`;
  const refresh = parseTime(beginRefreshAt);
  const seconds = (to - from) / 1000;
  if (parseTime(notBefore) !== from) refuse('notBefore', notBefore, encoded('NotBefore'));
  else if (Math.abs(from - now) >= 5 * minuteMs) {
    const near = "must be set to within 5 minutes of kube-apiserver's current time";
    refuse('notBefore', notBefore, near);
  } else if (parseTime(notAfter) !== to) refuse('notAfter', notAfter, encoded('NotAfter'));
  else if (seconds < hour || seconds > (spec.maxExpirationSeconds ?? 0)) {
    const most = `<= spec.maxExpirationSeconds (${spec.maxExpirationSeconds})`;
    const why = `leaf certificate lifetime must be ${seconds < hour ? '>= 1 hour' : most}`;
    errors.push(invalid(chainField, show(seconds * 1e9), why));
  } else if (refresh < from + 10 * minuteMs) {
    const why = 'must be at least 10 minutes after status.notBefore';
    refuse('beginRefreshAt', beginRefreshAt, why);
  } else if (refresh > to - 10 * minuteMs) {
    const why = 'must be at least 10 minutes before status.notAfter';
    refuse('beginRefreshAt', beginRefreshAt, why);
  }
}
