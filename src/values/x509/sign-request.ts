/** The certificate that an authority of a cluster signs for a request. */
import { cryptography } from '#machine';
import { utf8Bytes } from '../text/bytes.ts';
import { authorityKeyId, keyUsage, signCertificate } from './certificate.ts';
import type { CertificateRequest } from './certificate-request.ts';
import { extension, oid, sequence } from './der.ts';
import { readIssuer } from './issuer.ts';

/** A certificate and its key, both in PEM. */
export interface Authority {
  readonly cert: string;
  readonly key: string;
}

export interface SigningTerms {
  readonly usages: readonly string[];
  /** As long as the authority allows at most. */
  readonly lifetimeMs: number;
  /** Virtual time, ms. */
  readonly now: number;
  /** Tells certificates for the same key apart. */
  readonly id: string;
}

const minute = 60_000;
/** Clocks of clients may be behind. */
const backdate = 5 * minute;
/** Below this a lifetime counts from now on, not from the earlier start. */
const short = 8 * 60 * minute;

/** The bit of each use in the extension. */
const keyBits: Readonly<Record<string, number>> = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
  'cert sign': 5,
  'crl sign': 6,
  'encipher only': 7,
  'decipher only': 8,
};

/** In the order in which they stand in a certificate. */
const extendedUsages: Readonly<Record<string, string>> = {
  any: '2.5.29.37.0',
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': '1.3.6.1.5.5.7.3.2',
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  'ipsec end system': '1.3.6.1.5.5.7.3.5',
  'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
  'ipsec user': '1.3.6.1.5.5.7.3.7',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
  'microsoft sgc': '1.3.6.1.4.1.311.10.3.3',
  'netscape sgc': '2.16.840.1.113730.4.1',
};

/** @returns PEM. @throws {Error} when the authority has expired */
export function signRequest(
  authority: Authority,
  request: CertificateRequest,
  { usages, lifetimeMs, now, id }: SigningTerms,
): string {
  const { certificateBytes, signingKey } = cryptography();
  const issuer = readIssuer(certificateBytes(authority.cert));
  const from = now - backdate;
  const expected = (lifetimeMs < short ? now : from) + lifetimeMs;
  const to = Math.min(expected, issuer.validity.to);
  if (to <= now) throw new Error('refusing to sign a certificate that expired in the past');
  const { subject, publicKey, alternativeNames } = request;
  return signCertificate({
    signer: { ...issuer, key: signingKey(authority.key) },
    subject,
    publicKey,
    serialSeed: utf8Bytes(id),
    from,
    to,
    extensions: [
      ...usageExtensions(usages),
      extension('2.5.29.19', sequence(), true),
      ...(issuer.keyId === undefined ? [] : [authorityKeyId(issuer.keyId)]),
      ...(alternativeNames === undefined ? [] : [extension('2.5.29.17', alternativeNames)]),
    ],
  });
}

function usageExtensions(usages: readonly string[]): readonly Uint8Array[] {
  const bits = usages.map((usage) => keyBits[usage]).filter((bit) => bit !== undefined);
  const extended = Object.entries(extendedUsages).filter(([usage]) => usages.includes(usage));
  const oids = [...new Set(extended.map(([, id]) => id))];
  return [
    ...(bits.length === 0 ? [] : [keyUsage(flagsOf(bits))]),
    ...(oids.length === 0 ? [] : [extension('2.5.29.37', sequence(...oids.map(oid)))]),
  ];
}

/** A bit string without trailing zeros; the first byte says how many bits of the last are unused. */
function flagsOf(bits: readonly number[]): Uint8Array {
  const last = Math.max(...bits);
  const bytes = new Uint8Array(last < 8 ? 2 : 3);
  bytes[0] = 7 - (last % 8);
  for (const bit of bits) bytes[1 + (bit >> 3)]! |= 0x80 >> (bit & 7);
  return bytes;
}
