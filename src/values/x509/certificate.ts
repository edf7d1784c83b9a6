/** Certificates, put together and signed. */
import { cryptography, type SigningKey } from '#machine';
import { toBase64 } from '../text/bytes.ts';
import { bits, bytesOf, extension, integer, oid, sequence, tagged, time } from './der.ts';
import type { Issuer } from './issuer.ts';

export interface CertificateContents {
  readonly signer: Pick<Issuer, 'keyId' | 'subject'> & { readonly key: SigningKey };
  /** As encoded. */
  readonly subject: Uint8Array;
  /** As encoded, with its algorithm. */
  readonly publicKey: Uint8Array;
  /** What the serial number is derived from: each certificate of a signer needs another text. */
  readonly serialSeed: Uint8Array;
  /** Ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly extensions: readonly Uint8Array[];
}

/** Signature algorithms by key type. */
const algorithmOf = {
  ec: '1.2.840.10045.4.3.2',
  rsa: '1.2.840.113549.1.1.11',
} as const;

/** Supported key types of an authority. */
export const signingKeys: readonly string[] = Object.keys(algorithmOf);

/** @param contents with a signer's key of one of {@link signingKeys}. @returns PEM */
export function signCertificate(contents: CertificateContents): string {
  const { signer, subject, publicKey, serialSeed, from, to, extensions } = contents;
  const type = signer.key.type as keyof typeof algorithmOf;
  const none = type === 'rsa' ? [bytesOf(0x05)] : [];
  const algorithm = sequence(oid(algorithmOf[type]), ...none);
  const body = sequence(
    tagged(0, integer(Uint8Array.of(2))), // version 3
    integer(serialOf(serialSeed)),
    algorithm,
    signer.subject,
    sequence(time(from), time(to)),
    subject,
    publicKey,
    tagged(3, sequence(...extensions)),
  );
  const signature = signer.key.sign(body);
  return pemText('CERTIFICATE', sequence(body, algorithm, bits(signature)));
}

/** Positive, and short enough for clients. */
function serialOf(seed: Uint8Array): Uint8Array {
  const serial = cryptography().sha256(seed).slice(0, 16);
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  return serial;
}

/** Identifies a key; any digest works. */
export function keyIdOf(publicKey: Uint8Array): Uint8Array {
  return cryptography().sha256(publicKey).subarray(0, 20);
}

/** The extension with the uses of the key. @param flags as a bit string, unused bits first */
export function keyUsage(flags: Uint8Array): Uint8Array {
  return extension('2.5.29.15', bytesOf(0x03, flags), true);
}

export function authorityKeyId(keyId: Uint8Array): Uint8Array {
  return extension('2.5.29.35', sequence(bytesOf(0x80, keyId)));
}

function pemText(type: string, der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${type}-----\n${lines.join('\n')}\n-----END ${type}-----\n`;
}
