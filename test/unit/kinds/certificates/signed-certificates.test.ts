/** How long a certificate holds that an authority signs for a request, and what it may be used for. */
// eslint-disable-next-line no-restricted-imports -- reads certificates
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatTime, parseCertificateRequest, parseTime, readIssuer, signRequest } from '#values';
import { makeAuthority } from '#server';
import { robotRequest } from '../../../support/certificate-requests.ts';

const start = parseTime('2026-01-01T12:00:00Z');
const authority = makeAuthority(start);
const validityOf = (certificate: X509Certificate) => readIssuer(certificate.raw).validity;
const authorityEnd = validityOf(new X509Certificate(authority.cert)).to;
const request = parseCertificateRequest(robotRequest)!;
const minute = 60_000;
const hour = 60 * minute;

function signed(terms: Partial<Parameters<typeof signRequest>[2]>): X509Certificate {
  const usual = { usages: [], lifetimeMs: hour, now: start, id: 'x' };
  return new X509Certificate(signRequest(authority, request, { ...usual, ...terms }));
}

describe('a signed certificate', () => {
  const after = (ms: number): string => formatTime(start + ms);
  it.each([
    ['10 minutes', 10 * minute, after(10 * minute)],
    ['almost 8 hours', 8 * hour - 1000, after(8 * hour - 1000)],
    ['8 hours, from its start on', 8 * hour, after(8 * hour - 5 * minute)],
    ['a year, from its start on', 8760 * hour, after(8760 * hour - 5 * minute)],
    ['no longer than its authority', authorityEnd, formatTime(authorityEnd)],
  ])('holds from five minutes ago for %s', (_, lifetimeMs, end) => {
    const { from, to } = validityOf(signed({ lifetimeMs }));
    expect(formatTime(from)).toBe('2026-01-01T11:55:00Z');
    expect(formatTime(to)).toBe(end);
  });

  it('is refused when its authority has expired', () => {
    const expired = 'refusing to sign a certificate that expired in the past';
    expect(() => signed({ now: authorityEnd })).toThrow(expired);
    expect(() => signed({ now: authorityEnd - 1000 })).not.toThrow();
  });

  it.each<[readonly string[], readonly string[] | undefined]>([
    [[], undefined],
    [['digital signature'], undefined],
    [['client auth'], ['1.3.6.1.5.5.7.3.2']],
    [
      ['server auth', 'key encipherment', 'client auth'],
      ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'],
    ],
    [['s/mime', 'email protection'], ['1.3.6.1.5.5.7.3.4']],
    [['unheard of', 'any'], ['2.5.29.37.0']],
  ])('for %j has the extended uses %j', (usages, uses) => {
    expect(signed({ usages }).keyUsage).toEqual(uses);
  });

  /** The extension as DER: its id, critical, and a bit string with its unused bits. */
  it.each<[readonly string[], string | undefined]>([
    [['client auth'], undefined],
    [['signing'], '0603551d0f0101ff0404030207' + '80'],
    [['digital signature', 'key encipherment'], '0603551d0f0101ff0404030205' + 'a0'],
    [['encipher only'], '0603551d0f0101ff0404030200' + '01'],
    [['cert sign', 'decipher only'], '0603551d0f0101ff04050303070480'],
  ])('for %j has the uses of its key', (usages, extension) => {
    const bytes = signed({ usages }).raw.toString('hex');
    if (extension === undefined) expect(bytes).not.toContain('0603551d0f');
    else expect(bytes).toContain(extension);
  });
});
