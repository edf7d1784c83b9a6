/** Checks of certificate signing requests. */
import { cryptography } from '#machine';
import {
  fromBase64,
  latin1Text,
  semanticEqual,
  checkEach,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldErrors,
  checkSignature,
  parseCertificateRequest,
  pemBlocks,
  type Shown,
  inGo,
  isSince,
} from '#values';
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '#types';
import { validateSignerName } from './validate-signer-name.ts';

const legacySigner = 'kubernetes.io/legacy-unknown';
const shortestSeconds = 600;
const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];
const statuses = ['False', 'True', 'Unknown'];
/** Conditions that stay, and have no other status. */
const lasting = ['Approved', 'Denied', 'Failed'];

/** What is wrong already may stay as it is. @param old the object before an update */
export function validateSigningRequest(
  errors: FieldErrors,
  object: CertificateSigningRequest,
  old?: CertificateSigningRequest,
): void {
  // The spec never changes.
  if (object.spec !== old?.spec) validateSpec(errors, object, old);
  validateConditions(errors, object.status.conditions ?? [], old?.status.conditions ?? []);
  const { certificate = '' } = object.status;
  const before = old?.status.certificate ?? '';
  if (certificate === before || faultOfCertificates(before) !== undefined) return;
  const why = faultOfCertificates(certificate);
  if (why === undefined) return;
  errors.push(invalid('status.certificate', show('<certificate data>'), why));
}

function validateSpec(
  errors: FieldErrors,
  { spec }: CertificateSigningRequest,
  old: CertificateSigningRequest | undefined,
): void {
  const why = faultOfRequest(spec.request ?? '');
  if (why !== undefined) errors.push(invalid('spec.request', showBytes(spec.request), why));
  if (!spec.usages?.length)
    errors.push(
      required(
        'spec.usages',
        isSince(errors, 'BriefRequestFields') ? '' : 'usages must be provided',
      ),
    );
  checkEach(errors, spec.usages, (usage, index) => {
    if (usages.includes(usage)) return;
    errors.push(notSupported(`spec.usages[${index}]`, show(usage), usages));
  });
  const earlier = new Set<string>();
  checkEach(errors, spec.usages, (usage, index) => {
    if (earlier.has(usage)) errors.push(duplicate(`spec.usages[${index}]`, show(usage)));
    earlier.add(usage);
  });
  if (spec.signerName === legacySigner && old?.spec.signerName !== legacySigner) {
    const legacy = 'the legacy signerName is not allowed via this API version';
    errors.push(invalid('spec.signerName', show(legacySigner), legacy));
  } else validateSignerName(errors, spec.signerName ?? '', 'spec.signerName');
  const { expirationSeconds: seconds } = spec;
  if (seconds != null && seconds < shortestSeconds) {
    const short = `may not specify a duration less than ${shortestSeconds} seconds (10 minutes)`;
    errors.push(invalid('spec.expirationSeconds', show(seconds), short));
  }
}

/** As text in base64. */
function faultOfRequest(request: string): string | undefined {
  try {
    const parsed = parseCertificateRequest(latin1Text(fromBase64(request)));
    checkSignature(parsed);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** `[]byte{0x6e, 0x6f}` */
function showBytes(base64: string | undefined): Shown {
  if (base64 == null) return inGo('[]byte(nil)', null);
  const bytes = [...fromBase64(base64)];
  return inGo(`[]byte{${bytes.map((byte) => `0x${byte.toString(16)}`).join(', ')}}`, base64);
}

type Conditions = readonly CertificateSigningRequestCondition[];

function validateConditions(errors: FieldErrors, conditions: Conditions, old: Conditions): void {
  const allows = allowances(old);
  const isStated = isSince(errors, 'StatedChecks');
  const earlier = new Set<string>();
  checkEach(errors, conditions, ({ type = '', status = '' }, index) => {
    const field = `status.conditions[${index}]`;
    if (type === '' && !allows.empty) errors.push(required(`${field}.type`));
    const allowed = lasting.includes(type) ? ['True'] : statuses;
    if (status === '') errors.push(required(`${field}.status`));
    else if (!allowed.includes(status)) {
      errors.push(notSupported(`${field}.status`, show(status), allowed));
    }
    const other = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined;
    if (other !== undefined && earlier.has(other) && !allows.both && !isStated) {
      const why = 'Approved and Denied conditions are mutually exclusive';
      const at = isSince(errors, 'DecisionsOfWholeList') ? 'status.conditions' : `${field}.type`;
      errors.push(invalid(at, show(type), why));
    }
    if (earlier.has(type) && !allows.duplicates) {
      errors.push(duplicate(`${field}.type`, show(type)));
    }
    earlier.add(type);
  });
  if (!isStated || allows.both || !earlier.has('Approved') || !earlier.has('Denied')) return;
  const decisions = ['Approved', 'Denied'].map((type) => `conditions[{"type": "${type}"}]`);
  const why = `must specify at most one of: ${decisions.map((text) => `\`${text}\``).join(', ')}`;
  errors.push(invalid('status.conditions', show(`{${decisions.join(', ')}}`), why));
}

function allowances(old: Conditions) {
  const types = old.map(({ type }) => type);
  return {
    empty: types.includes(''),
    both: types.includes('Approved') && types.includes('Denied'),
    duplicates: new Set(types).size < types.length,
  };
}

function faultOfCertificates(base64: string): string | undefined {
  if (base64 === '') return undefined;
  const blocks = pemBlocks(latin1Text(fromBase64(base64)));
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== 'CERTIFICATE') {
      return `only CERTIFICATE PEM blocks are allowed, found ${show(type)}`;
    }
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (bytes.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates';
    if (!isCertificate(bytes)) return 'x509: malformed certificate';
  }
  return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}

/** Whether the bytes are a certificate. */
export function isCertificate(der: Uint8Array): boolean {
  try {
    return cryptography().certificateBytes(der).length > 0;
  } catch {
    return false;
  }
}

/** What a write may set, by endpoint. */
export interface Settable {
  readonly approval: boolean;
  readonly certificate: boolean;
}

export function validateSigningRequestChange(
  errors: FieldErrors,
  { status }: CertificateSigningRequest,
  { status: old }: CertificateSigningRequest,
  settable: Settable,
): void {
  const field = 'status.conditions';
  for (const type of lasting) {
    if (countOf(status.conditions, type) < countOf(old.conditions, type)) {
      errors.push(forbidden(field, `updates may not remove a condition of type ${show(type)}`));
    }
  }
  for (const type of settable.approval ? [] : ['Approved', 'Denied']) {
    const [now, before] = [of(status.conditions, type), of(old.conditions, type)];
    if (now.length > before.length) {
      errors.push(forbidden(field, `updates may not add a condition of type ${show(type)}`));
    } else if (now.length === before.length && !semanticEqual(now, before)) {
      errors.push(forbidden(field, `updates may not modify a condition of type ${show(type)}`));
    }
  }
  if ((status.certificate ?? '') === (old.certificate ?? '')) return;
  if (!settable.certificate) {
    errors.push(forbidden('status.certificate', 'updates may not set certificate content'));
  } else if (old.certificate) {
    const why = 'updates may not modify existing certificate content';
    errors.push(forbidden('status.certificate', why));
  }
}

function of(conditions: Conditions | undefined, type: string): Conditions {
  return (conditions ?? []).filter((each) => each.type === type);
}

function countOf(conditions: Conditions | undefined, type: string): number {
  return of(conditions, type).length;
}
