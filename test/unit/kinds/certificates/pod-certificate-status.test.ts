/** What signers may write into the status of PodCertificateRequests, as ValidatePodCertificateRequestStatusUpdate says. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import {
  findErrors,
  formatTime,
  parseCertificateRequest,
  parseTime,
  pemBlocks,
  signRequest,
} from '#values';
import type { PodCertificateRequest } from '#types';
import { makeAuthority } from '#server';
import { validateRequestStatus } from '../../../../src/kinds/certificates/validate-pod-certificate-request.ts';
import { nodeRequest, robotRequest } from '../../../support/certificate-requests.ts';

const minute = 60_000;
const hour = 60 * minute;
/** When the certificates were signed: they hold from 5 minutes before. */
const signed = parseTime('2026-01-01T12:00:00Z');
const from = signed - 5 * minute;
const now = signed - minute;
const authority = makeAuthority(signed);

function certificate(lifetimeMs = 2 * hour, request = robotRequest): string {
  const terms = { usages: [], lifetimeMs, now: signed, id: 'x' };
  return signRequest(authority, parseCertificateRequest(request), terms);
}

const block = (type: string, text = 'AAAA') =>
  `-----BEGIN ${type}-----\n${text}\n-----END ${type}-----\n`;
const body = (pem: string): string => pem.split('\n').slice(1, -2).join('');
const leaf = certificate();
const condition = (type: string, status = 'True') => ({
  ...{ type, status, reason: 'Why', message: '' },
  lastTransitionTime: formatTime(now),
});

/** What is issued for two hours, and five minutes before. */
function issued(more: object = {}) {
  return {
    conditions: [condition('Issued')],
    certificateChain: leaf,
    notBefore: formatTime(from),
    notAfter: formatTime(signed + 2 * hour),
    beginRefreshAt: formatTime(signed + hour),
    ...more,
  };
}

function errorsOf(status: object, { old = {}, spec = {}, at = now } = {}): readonly string[] {
  const asked = { stubPKCS10Request: body(robotRequest), maxExpirationSeconds: 86_400, ...spec };
  const request = (part: object) =>
    ({ metadata: {}, spec: asked, status: part }) as unknown as PodCertificateRequest;
  const errors = findErrors(
    (found) => validateRequestStatus(found, request(status), request(old), at),
    profileOf(37),
  );
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

describe('the status of a request of a pod is written', () => {
  const conditions = [condition('Denied')];

  it.each<[name: string, status: object, old?: object]>([
    ['once it is issued', issued()],
    ['once it is denied', { conditions }],
    ['once it has failed', { conditions: [condition('Failed')] }],
    ['as it is, before', {}],
    ['as it is, afterwards', { conditions }, { conditions }],
    ['as it was issued', issued(), issued()],
  ])('%s', (_, status, old = {}) => {
    expect(errorsOf(status, { old })).toEqual([]);
  });

  const isOver =
    'status: Invalid value: immutable after PodCertificateRequest is issued, denied, or failed';
  const isOpen =
    'status: Invalid value: status is immutable unless transitioning to "Issued", "Denied", or "Failed"';
  const hasMore =
    'status: Invalid value: non-condition status fields must be empty when denying or failing the PodCertificateRequest';

  it.each<[status: object, old: object, error: string]>([
    [{ conditions, notBefore: formatTime(from) }, {}, hasMore],
    [{ ...issued(), conditions: [condition('Failed')] }, {}, hasMore],
    [{ certificateChain: leaf }, {}, isOpen],
    [{}, { notBefore: formatTime(from) }, isOpen],
    [{}, { conditions }, isOver],
    [issued(), { conditions }, isOver],
    [issued({ beginRefreshAt: formatTime(signed) }), issued(), isOver],
  ])('not as %j after %j', (status, old, error) => {
    expect(errorsOf(status, { old })).toEqual([`${error}`]);
  });

  const at = 'status.conditions.[0]';
  const types = 'supported values: "Issued", "Denied", "Failed"';
  it.each<[status: object, errors: readonly string[]]>([
    [
      { conditions: [condition('Approved')] },
      [`${at}.type: Unsupported value: "Approved": ${types}`],
    ],
    [
      { conditions: [condition('Denied', 'False')] },
      [`${at}.status: Unsupported value: "False": supported values: "True"`],
    ],
    [
      { conditions: [condition('Denied'), condition('Failed')] },
      [
        'status.conditions.[1].type: Invalid value: "Failed": There may be at most one condition with type "Issued", "Denied", or "Failed"',
      ],
    ],
    [
      { conditions: [{ ...condition('Denied'), reason: '' }] },
      ['status.conditions[0].reason: Required value'],
    ],
  ])('not with the conditions of %j', (status, errors) => {
    expect(errorsOf(status)).toEqual(errors);
  });
});

describe('a chain is issued', () => {
  it.each<[name: string, chain: string, fault: string]>([
    ['that is absent', '', 'issued certificate chain must contain at least one certificate'],
    [
      'that begins with something else',
      block('PUBLIC KEY') + leaf,
      'issued certificate chain must consist entirely of CERTIFICATE PEM blocks',
    ],
    [
      'that has something else in it',
      leaf + leaf + block('PUBLIC KEY'),
      'issued certificate chain must consist entirely of CERTIFICATE PEM blocks',
    ],
    [
      'whose leaf cannot be read',
      block('CERTIFICATE') + leaf,
      'leaf certificate does not parse as valid X.509',
    ],
    [
      'to another key',
      certificate(2 * hour, nodeRequest) + leaf,
      'leaf certificate was not issued to the requested public key',
    ],
    [
      'with others that cannot be read',
      leaf + leaf + block('CERTIFICATE'),
      'intermediate certificate does not parse as valid X.509',
    ],
  ])('not %s', (_, certificateChain, fault) => {
    expect(errorsOf(issued({ certificateChain }))).toEqual([
      expect.stringMatching(/^status\.certificateChain: Invalid value: "/),
    ]);
    expect(errorsOf(issued({ certificateChain }))[0]!.endsWith(`": ${fault}`)).toBe(true);
  });

  it('with those that signed it', () => {
    const certificateChain = leaf + authority.cert;
    expect(errorsOf(issued({ certificateChain }))).toEqual([]);
  });

  it('to the key of a request of earlier releases', () => {
    const { publicKey } = parseCertificateRequest(robotRequest);
    const pkixPublicKey = Buffer.from(publicKey).toString('base64');
    const spec = { stubPKCS10Request: undefined, pkixPublicKey };
    expect(errorsOf(issued(), { spec })).toEqual([]);
    const other = { ...spec, pkixPublicKey: 'AAAA' };
    expect(errorsOf(issued(), { spec: other })).toHaveLength(1);
  });

  it('of at most 100 KiB', () => {
    const long = (length: number) => leaf + ' '.repeat(length - leaf.length);
    expect(errorsOf(issued({ certificateChain: long(100 * 1024) }))).toEqual([]);
    expect(errorsOf(issued({ certificateChain: long(100 * 1024 + 1) }))).toEqual([
      'status.certificateChain: Too long: may not be more than 102400 bytes',
    ]);
  });
});

describe('the times of what is issued', () => {
  const consistent = 'Required value: must be present and consistent with the issued certificate';
  const range =
    'Required value: must be present and in the range [notbefore+10min, notafter-10min]';

  it('are all there', () => {
    const none = { notBefore: undefined, notAfter: undefined, beginRefreshAt: undefined };
    expect(errorsOf(issued(none))).toEqual([
      `status.notBefore: ${consistent}`,
      `status.notAfter: ${consistent}`,
      `status.beginRefreshAt: ${range}`,
    ]);
    for (const name of Object.keys(none)) {
      expect(errorsOf(issued({ [name]: undefined }))).toHaveLength(1);
    }
  });

  const encoded = (name: string) =>
    `must be set to the ${name} time encoded in the leaf certificate`;
  it.each<[field: string, ms: number, why: string | undefined]>([
    ['notBefore', from + 1000, encoded('NotBefore')],
    ['notBefore', from - 1000, encoded('NotBefore')],
    ['notAfter', signed + 2 * hour + 1000, encoded('NotAfter')],
    ['notAfter', signed + 2 * hour - 1000, encoded('NotAfter')],
    ['beginRefreshAt', from + 10 * minute, undefined],
    [
      'beginRefreshAt',
      from + 10 * minute - 1000,
      'must be at least 10 minutes after status.notBefore',
    ],
    ['beginRefreshAt', signed + 2 * hour - 10 * minute, undefined],
    [
      'beginRefreshAt',
      signed + 2 * hour - 10 * minute + 1000,
      'must be at least 10 minutes before status.notAfter',
    ],
  ])('are those of the certificate: %s at %i', (field, ms, why) => {
    const time = formatTime(ms);
    expect(errorsOf(issued({ [field]: time }))).toEqual(
      why === undefined ? [] : [`status.${field}: Invalid value: "${time}": ${why}`],
    );
  });

  it.each<[at: number, isNear: boolean]>([
    [from, true],
    [from + 5 * minute - 1, true],
    [from + 5 * minute, false],
    [from - 5 * minute + 1, true],
    [from - 5 * minute, false],
  ])('begin within 5 minutes: at %i', (at, isNear) => {
    const why = "must be set to within 5 minutes of kube-apiserver's current time";
    expect(errorsOf(issued(), { at })).toEqual(
      isNear ? [] : [`status.notBefore: Invalid value: "${formatTime(from)}": ${why}`],
    );
  });

  it.each<[lifetimeMs: number, most: number, why: string | undefined]>([
    [2 * hour, 7500, undefined],
    [
      2 * hour,
      7499,
      '7500000000000: leaf certificate lifetime must be <= spec.maxExpirationSeconds (7499)',
    ],
    [55 * minute, 86_400, undefined],
    [55 * minute - 1000, 86_400, '3599000000000: leaf certificate lifetime must be >= 1 hour'],
  ])('are %i ms apart, with at most %i s', (lifetimeMs, most, why) => {
    const certificateChain = certificate(lifetimeMs);
    const status = issued({
      certificateChain,
      notAfter: formatTime(signed + lifetimeMs),
      beginRefreshAt: formatTime(signed + 20 * minute),
    });
    expect(pemBlocks(certificateChain)).toHaveLength(1);
    expect(errorsOf(status, { spec: { maxExpirationSeconds: most } })).toEqual(
      why === undefined ? [] : [`status.certificateChain: Invalid value: ${why}`],
    );
  });
});
